import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  billing,
  buyerSecret,
  openTestBuyer,
  type TestBuyer,
} from '../../../test/support/test-buyer.ts';
import type { Customer } from './model.ts';

let at: TestBuyer;
beforeAll(async () => {
  at = await openTestBuyer();
});
afterAll(() => at?.close());

let visits = 0;
const visitor = () => ({ clientIp: `198.51.100.${++visits}`, userAgent: 'test' });
const password = 'correct horse';
const profile = { name: 'Ada', mobile_no: '+39 02 0000', address: 'Via 1' };
const job = (name: string, payload: object) =>
  (at.app.jobs[name] as (payload: object) => Promise<void>)(payload);
const emailTextsTo = async (to: string) =>
  (
    await at.deps.db
      .selectFrom('outboxEmail')
      .selectAll()
      .where('recipient', '=', to)
      .orderBy('id')
      .execute()
  ).map(({ body, subject }) => `${subject}\n${(body as { text: string }).text}`);
const tokenIn = (text: string | undefined): string =>
  /token=([0-9a-f]{64})/.exec(text ?? '')?.[1] ?? '';
const login = (email: string, secret = password) =>
  at.app.accounts.login({ email, password: secret }, visitor());

async function openAccount(email: string): Promise<{ session: string; customer: Customer }> {
  await at.app.accounts.register({ ...profile, email, password }, visitor());
  await at.deps.db
    .updateTable('customer')
    .set({ confirmedAt: at.deps.clock() })
    .where('email', '=', email)
    .execute();
  const answer = await login(email);
  if (!answer.ok) throw new Error(answer.message);
  return {
    session: answer.value.session,
    customer: (await at.app.accounts.getCurrentCustomer(answer.value.session)) as Customer,
  };
}
async function changeEmail(customer: Customer, email: string): Promise<void> {
  expect(
    await at.app.accounts.saveProfile(customer, { ...profile, email, present: password }),
  ).toMatchObject({ ok: true });
  await job('accounts.startEmailChange', { customerId: customer.id, email });
  const answer = await at.app.accounts.confirmEmail(tokenIn((await emailTextsTo(email)).at(-1)), {
    customer,
    password: '',
    clientIp: 'x',
  });
  expect(answer.ok).toBe(true);
}

describe('an address that moves', () => {
  test('needs the present password, and its old owner hears of it before it serves', async () => {
    const { customer } = await openAccount('move@old.example');
    const other = { ...profile, email: 'move@new.example' };
    expect(await at.app.accounts.saveProfile(customer, other)).toMatchObject({
      ok: false,
      code: 'invalid',
      errors: { present: [expect.any(String)] },
    });
    expect(
      await at.app.accounts.saveProfile(customer, { ...other, present: 'wrong password' }),
    ).toMatchObject({ ok: false, errors: { present: ['This is not your current password.'] } });
    expect((await at.app.accounts.saveProfile(customer, { ...other, present: password })).ok).toBe(
      true,
    );
    await job('accounts.startEmailChange', { customerId: customer.id, email: other.email });
    expect((await emailTextsTo('move@old.example')).at(-1)).toContain('move@new.example');
    expect(
      (
        await at.app.accounts.saveProfile(customer, {
          ...profile,
          name: 'Grace',
          email: customer.email,
        })
      ).ok,
    ).toBe(true);
  });

  test('leaves no link of a reset behind that opens the account from the old mailbox', async () => {
    const { customer, session } = await openAccount('reset@old.example');
    await job('accounts.sendPasswordResetEmail', { email: customer.email });
    const link = tokenIn((await emailTextsTo('reset@old.example')).at(-1));
    await changeEmail(customer, 'reset@new.example');
    expect(
      await at.app.accounts.resetPassword(link, { password: 'another secret' }, visitor()),
    ).toMatchObject({ ok: false, code: 'not-found' });
    expect(await at.app.accounts.getCurrentCustomer(session)).toMatchObject({
      email: 'reset@new.example',
    });
  });

  test('takes the guest orders of the old, confirmed address along', async () => {
    const { customer } = await openAccount('orders@old.example');
    const { number } = await at.buyReport('single-user', { email: 'orders@old.example' });
    await changeEmail(customer, 'orders@new.example');
    await job('orders.assignGuestOrders', { customerId: customer.id, email: 'orders@old.example' });
    expect(
      (
        await at.app.orders.library.listLibraryOrders({ ...customer, email: 'orders@new.example' })
      ).map((order) => order.number),
    ).toEqual([number]);
  });
});

describe('a password that changes', () => {
  test('leaves no session of a login that read the old one', async () => {
    for (let i = 0; i < 4; i++) {
      const { customer } = await openAccount(`race${i}@acc.example`);
      const [, , old] = await Promise.all([
        at.app.accounts.changePassword(
          customer,
          { present: password, password: 'quite another' },
          visitor(),
        ),
        login(customer.email),
        login(customer.email),
        login(customer.email),
      ]);
      const alive = await at.deps.db
        .selectFrom('customerSession')
        .select('tokenHash')
        .where('customerId', '=', customer.id)
        .execute();
      expect(alive).toHaveLength(1);
      expect(old).toBeDefined();
    }
  });

  test('is not written over by who knows the old one alone', async () => {
    const { customer, session } = await openAccount('stolen@acc.example');
    await job('accounts.sendPasswordResetEmail', { email: customer.email });
    const link = tokenIn((await emailTextsTo('stolen@acc.example')).at(-1));
    const [reset, change] = await Promise.all([
      at.app.accounts.resetPassword(link, { password: 'the owner says' }, visitor()),
      at.app.accounts.changePassword(
        customer,
        { present: password, password: 'the thief says' },
        visitor(),
      ),
    ]);
    expect([reset.ok, change.ok].filter(Boolean)).toHaveLength(1);
    expect((await login(customer.email, reset.ok ? 'the owner says' : 'the thief says')).ok).toBe(
      true,
    );
    expect(await at.app.accounts.getCurrentCustomer(session)).toBeUndefined();
  });
});

test("a second letter of a reset waits only while the first one's link lives", async () => {
  const { customer } = await openAccount('again@acc.example');
  await job('accounts.sendPasswordResetEmail', { email: customer.email });
  await job('accounts.sendPasswordResetEmail', { email: customer.email });
  const letters = await emailTextsTo('again@acc.example');
  expect(letters.filter((text) => text.startsWith('Set a new password'))).toHaveLength(1);
  expect(
    (
      await at.app.accounts.resetPassword(
        tokenIn(letters.at(-1)),
        { password: 'another secret' },
        visitor(),
      )
    ).ok,
  ).toBe(true);
  await job('accounts.sendPasswordResetEmail', { email: customer.email });
  expect(
    (await emailTextsTo('again@acc.example')).filter((text) =>
      text.startsWith('Set a new password'),
    ),
  ).toHaveLength(2);
});

test('everything that is kept of a customer can be had by him', async () => {
  const { customer } = await openAccount('all@acc.example');
  const { number, captureId } = await at.buyReport('multiple-user', { email: 'all@acc.example' });
  const [file] = (await at.viewOwnOrder(number))?.files ?? [];
  await at.app.orders.downloads.openDownload(
    String(file?.token),
    { browser: buyerSecret },
    'full',
    '203.0.113.77',
  );
  await at.app.orders.own.inviteToSeat(
    number,
    { browser: buyerSecret },
    { name: 'Bo', email: 'bo@other.example' },
  );
  await at.deps.db
    .insertInto('subscriber')
    .values({
      email: 'all@acc.example',
      token: 'secret-of-the-letter',
      consent: 'Letters once a month.',
      requestedAt: at.deps.clock(),
    })
    .execute();
  const kept = JSON.stringify([
    await at.app.orders.dataExport.exportData(customer),
    await at.app.accounts.exportData(customer),
    await at.app.leads.exportData(customer.email),
  ]);
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
    'Letters once a month.',
  ])
    expect(kept).toContain(part);
  for (const secret of ['scrypt', '"browser"', 'secret-of-the-letter', String(file?.token)])
    expect(kept).not.toContain(secret);
  expect(captureId).not.toBe('');
});
