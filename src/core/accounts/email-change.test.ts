import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accountPassword,
  changeEmail,
  getCustomer,
  listEmailTexts,
  newVisitor,
  openAccount,
  openConfirmedAccount,
  profile,
  readLastToken,
} from '../../../test/support/test-accounts.ts';
import { openTestBuyer, type TestBuyer } from '../../../test/support/test-buyer.ts';
import type { Customer } from './model.ts';

let buyer: TestBuyer;
beforeAll(async () => {
  buyer = await openTestBuyer();
});
afterAll(() => buyer?.close());

const startEmailChange = (customer: Customer, email: string) =>
  buyer.app.accounts.jobs['accounts.startEmailChange']({ customerId: customer.id, email });
const listOrderNumbers = async (customer: Customer) =>
  (await buyer.app.orders.library.listLibraryOrders(customer)).map(({ number }) => number);

test('confirming an email needs the account, and adds guest orders to the library', async () => {
  const email = 'claim@acc.example';
  const { number } = await buyer.placeOrder({ email: 'Claim@acc.example' });
  const { customer, session } = await openAccount(buyer, email);
  expect(await listOrderNumbers(customer)).toEqual([]);
  const { accounts } = buyer.app;
  await accounts.jobs['accounts.sendRegistrationEmail']({ email, isRegistered: false });
  const token = await readLastToken(buyer, email);
  const confirm = (proof: { customer: Customer | undefined; password: string }) =>
    accounts.emailConfirmation.confirm(token, { ...proof, clientIp: 'v' });
  expect(await confirm({ customer: undefined, password: '' })).toMatchObject({
    ok: false,
    code: 'invalid',
    errors: { password: [expect.any(String)] },
  });
  const { customer: stranger } = await openAccount(buyer, 'stranger@acc.example');
  for (const proof of [
    { customer: undefined, password: 'not theirs' },
    { customer: stranger, password: '' },
  ])
    expect(await confirm(proof)).toMatchObject({ ok: false, code: 'invalid' });
  expect(await confirm({ customer: undefined, password: accountPassword })).toMatchObject({
    ok: true,
  });
  expect(await confirm({ customer, password: '' })).toMatchObject({ ok: false, code: 'not-found' });
  expect(await listOrderNumbers(await getCustomer(buyer, session))).toEqual([number]);
});

test('a link that confirms an email resets no password', async () => {
  const email = 'purpose@acc.example';
  await openAccount(buyer, email);
  const { accounts } = buyer.app;
  await accounts.jobs['accounts.sendRegistrationEmail']({ email, isRegistered: false });
  const token = await readLastToken(buyer, email);
  const visitor = { clientIp: 'purpose', userAgent: '' };
  expect(
    await accounts.passwordReset.reset(token, { password: 'another password' }, visitor),
  ).toMatchObject({ ok: false, code: 'not-found' });
  expect(
    await accounts.sessions.login({ email, password: accountPassword }, visitor),
  ).toMatchObject({
    ok: true,
  });
});

describe('changing the email', () => {
  test('needs the current password, and is announced to the current address', async () => {
    const { accounts } = buyer.app;
    const { customer } = await openConfirmedAccount(buyer, 'move@old.example');
    const form = { ...profile, email: 'move@new.example' };
    expect(await accounts.profile.save(customer, form)).toMatchObject({
      ok: false,
      code: 'invalid',
      errors: { present: [expect.any(String)] },
    });
    expect(
      await accounts.profile.save(customer, { ...form, present: 'wrong password' }),
    ).toMatchObject({ ok: false, errors: { present: ['This is not your current password.'] } });
    expect((await accounts.profile.save(customer, { ...form, present: accountPassword })).ok).toBe(
      true,
    );
    await startEmailChange(customer, form.email);
    expect((await listEmailTexts(buyer, 'move@old.example')).at(-1)).toContain('move@new.example');
    const sameEmail = { ...profile, name: 'Grace', email: customer.email };
    expect((await accounts.profile.save(customer, sameEmail)).ok).toBe(true);
  });

  test('waits for its confirmation; a taken email gets the same answer', async () => {
    const { accounts } = buyer.app;
    const { customer, session } = await openConfirmedAccount(buyer, 'before@acc.example');
    await openAccount(buyer, 'others@acc.example');
    const save = (email: string) => accounts.profile.save(customer, { ...profile, email });
    expect(await save('others@acc.example')).toEqual(await save('after@acc.example'));
    await startEmailChange(customer, 'after@acc.example');
    await startEmailChange(customer, 'others@acc.example');
    expect((await listEmailTexts(buyer, 'others@acc.example')).at(-1)).toContain(
      'You already have an account with it',
    );
    expect(await accounts.sessions.getCurrentCustomer(session)).toMatchObject({
      email: 'before@acc.example',
    });
    const token = await readLastToken(buyer, 'after@acc.example');
    expect(
      (await accounts.emailConfirmation.confirm(token, { customer, password: '', clientIp: 'v' }))
        .ok,
    ).toBe(true);
    expect(await accounts.sessions.getCurrentCustomer(session)).toMatchObject({
      email: 'after@acc.example',
      confirmed: true,
    });
    expect((await listEmailTexts(buyer, 'before@acc.example')).at(-1)).toContain(
      'after@acc.example',
    );
  });
});

describe('after the email has changed', () => {
  test('A-12 no password reset link in the old mailbox opens the account', async () => {
    const { accounts } = buyer.app;
    const { customer, session } = await openConfirmedAccount(buyer, 'reset@old.example');
    await accounts.jobs['accounts.sendPasswordResetEmail']({ email: customer.email });
    const token = await readLastToken(buyer, 'reset@old.example');
    await changeEmail(buyer, customer, 'reset@new.example');
    expect(
      await accounts.passwordReset.reset(token, { password: 'another secret' }, newVisitor()),
    ).toMatchObject({ ok: false, code: 'not-found' });
    expect(await accounts.sessions.getCurrentCustomer(session)).toMatchObject({
      email: 'reset@new.example',
    });
  });

  test('the guest orders of the old, confirmed email are in the library', async () => {
    const { customer } = await openConfirmedAccount(buyer, 'orders@old.example');
    const { number } = await buyer.buyReport('single-user', { email: 'orders@old.example' });
    await changeEmail(buyer, customer, 'orders@new.example');
    await buyer.app.orders.jobs['orders.assignGuestOrders']({
      customerId: customer.id,
      email: 'orders@old.example',
    });
    expect(await listOrderNumbers({ ...customer, email: 'orders@new.example' })).toEqual([number]);
  });
});
