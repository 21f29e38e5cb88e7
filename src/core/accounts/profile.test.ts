import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeJson } from '#core/kernel/streamed-json.model.ts';
import {
  accountPassword,
  openAccount,
  openConfirmedAccount,
  profile,
} from '../../../test/support/test-accounts.ts';
import {
  billing,
  buyerSecret,
  openTestBuyer,
  type TestBuyer,
} from '../../../test/support/test-buyer.ts';

let buyer: TestBuyer;
beforeAll(async () => {
  buyer = await openTestBuyer();
});
afterAll(() => buyer?.close());

test('a profile needs a known country, and letters in state and city', async () => {
  const { accounts } = buyer.app;
  const email = 'profile@acc.example';
  const { customer, session } = await openAccount(buyer, email);
  const save = (more: object) => accounts.profile.save(customer, { ...profile, email, ...more });
  expect(await save({ state: 'MI' })).toMatchObject({
    ok: false,
    errors: { country: [expect.any(String)] },
  });
  expect(await save({ country: '99999' })).toMatchObject({
    ok: false,
    errors: { country: [expect.any(String)] },
  });
  expect(await save({ country: '1', city: '12345' })).toMatchObject({
    ok: false,
    errors: { city: [expect.any(String)] },
  });
  expect(await save({ country: '1', city: 'Milano' })).toMatchObject({
    ok: true,
    value: { message: 'Your changes have been saved.' },
  });
  expect(await accounts.sessions.getCurrentCustomer(session)).toMatchObject({ city: 'Milano' });
});

test('deleting an account needs its password, and ends its sessions', async () => {
  const { accounts } = buyer.app;
  const { customer, session } = await openAccount(buyer, 'gone@acc.example');
  expect((await accounts.profile.deleteAccount(customer, { password: 'wrong' })).ok).toBe(false);
  expect((await accounts.profile.deleteAccount(customer, { password: accountPassword })).ok).toBe(
    true,
  );
  expect(await accounts.sessions.getCurrentCustomer(session)).toBeUndefined();
});

test('the data export has everything that is stored about a customer, and no secrets', async () => {
  const { accounts, leads, orders } = buyer.app;
  const { customer } = await openConfirmedAccount(buyer, 'all@acc.example');
  const { number, captureId } = await buyer.buyReport('multiple-user', {
    email: 'all@acc.example',
  });
  const proof = { browser: buyerSecret };
  const [file] = (await buyer.viewOwnOrder(number))?.files ?? [];
  await orders.downloads.openDownload(String(file?.token), proof, 'full', '203.0.113.77');
  await orders.own.inviteToSeat(number, proof, { name: 'Bo', email: 'bo@other.example' });
  await buyer.deps.db
    .insertInto('subscriber')
    .values({
      email: 'all@acc.example',
      token: 'secret-of-the-email',
      consent: 'Emails once a month.',
      requestedAt: buyer.deps.clock(),
    })
    .execute();
  const parts = {
    orders: orders.dataExport.exportData(customer),
    ...(await accounts.profile.exportData(customer)),
    ...(await leads.personalData.exportOwn(customer.email)),
  };
  const exported = await text(writeJson(parts));
  for (const part of [
    number,
    billing.mobile_no,
    billing.zip,
    billing.company_name,
    'LCALPAYER2345',
    '203.0.113.77',
    'bo@other.example',
    'I accept the Terms',
    'INV-',
    'createdAt',
    'Emails once a month.',
  ])
    expect(exported).toContain(part);
  for (const secret of ['scrypt', '"browser"', 'secret-of-the-email', String(file?.token)])
    expect(exported).not.toContain(secret);
  expect(captureId).not.toBe('');
});
