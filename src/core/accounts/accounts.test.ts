import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import type { Customer } from './model.ts';
import type { JobName, JobPayloads } from '../jobs.ts';

let at: TestApp;
beforeAll(async () => {
  at = await openTestApp();
});
afterAll(() => at?.close());

let visits = 0;
const visitor = () => ({ clientIp: `203.0.113.${++visits}`, userAgent: 'test' });
const form = (email: string) => ({
  name: 'Ada',
  email,
  mobile_no: '+39 02 0000',
  address: 'Via 1',
  password: 'correct horse',
});
const job = <Name extends JobName>(name: Name, payload: JobPayloads[Name]) =>
  at.app.jobs[name](payload);
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

async function openAccount(email: string): Promise<{ session: string; customer: Customer }> {
  expect((await at.app.accounts.register(form(email), visitor())).ok).toBe(true);
  const answer = await at.app.accounts.login({ email, password: 'correct horse' }, visitor());
  if (!answer.ok) throw new Error(answer.message);
  return {
    session: answer.value.session,
    customer: (await at.app.accounts.getCurrentCustomer(answer.value.session)) as Customer,
  };
}

describe('an account', () => {
  test('is opened, logged in to and left; its session is worth nothing afterwards', async () => {
    const { session, customer } = await openAccount('a@acc.example');
    expect(customer).toMatchObject({ name: 'Ada', confirmed: false });
    expect(JSON.stringify(customer)).not.toContain('scrypt');
    await at.app.accounts.logout(session);
    expect(await at.app.accounts.getCurrentCustomer(session)).toBeUndefined();
    expect(await at.app.accounts.getCurrentCustomer('x')).toBeUndefined();
  });

  test('that exists answers a second registration the same, changes nothing and tells its owner by letter', async () => {
    const first = await at.app.accounts.register(form('known@acc.example'), visitor());
    const second = await at.app.accounts.register(
      { ...form('KNOWN@acc.example'), password: 'another one' },
      visitor(),
    );
    expect(second).toEqual(first);
    await job('accounts.sendRegistrationEmail', { email: 'known@acc.example', isRegistered: true });
    expect((await emailTextsTo('known@acc.example')).join()).toContain(
      'You have an account already',
    );
    expect(
      (
        await at.app.accounts.login(
          { email: 'known@acc.example', password: 'another one' },
          visitor(),
        )
      ).ok,
    ).toBe(false);
  });

  test('a wrong password and an unknown address are refused in the same words', async () => {
    await openAccount('same@acc.example');
    const wrong = await at.app.accounts.login(
      { email: 'same@acc.example', password: 'wrong password' },
      visitor(),
    );
    expect(wrong).toMatchObject({ ok: false, code: 'unauthenticated' });
    expect(
      await at.app.accounts.login(
        { email: 'nobody@acc.example', password: 'wrong password' },
        visitor(),
      ),
    ).toEqual(wrong);
  });

  test.each([
    ['', 'Email is required', 'Password is required'],
    ['no address', 'Invalid email format', 'Password is required'],
  ])('login with the address %j says "%s"', async (email, sentence, other) => {
    expect(await at.app.accounts.login({ email, password: '' }, visitor())).toMatchObject({
      ok: false,
      code: 'invalid',
      errors: { email: [sentence], password: [other, expect.anything()] },
    });
  });

  test.each([
    ['short', 'Password must be at least 6 characters'],
    ['password1', 'This password is one of those that are guessed first. Please choose another.'],
  ])('the password %j is refused', async (password, sentence) => {
    expect(
      await at.app.accounts.register({ ...form('weak@acc.example'), password }, visitor()),
    ).toMatchObject({ ok: false, code: 'invalid', errors: { password: [sentence] } });
  });

  test('ten tries on one address from many visitors are enough for a while, and no account is locked for good', async () => {
    await openAccount('brute@acc.example');
    const answers = [];
    for (let i = 0; i < 12; i++)
      answers.push(
        await at.app.accounts.login(
          { email: 'brute@acc.example', password: 'wrong password' },
          visitor(),
        ),
      );
    expect(answers.at(-1)).toMatchObject({
      ok: false,
      code: 'rate-limited',
      retryAfter: expect.any(Number),
    });
  }, 30_000);

  test('A-26 fields that nobody asked for (role, id, confirmed) are left out', async () => {
    await at.app.accounts.register(
      { ...form('mass@acc.example'), confirmedAt: new Date().toISOString(), id: 1, role: 'staff' },
      visitor(),
    );
    expect(
      await at.deps.db
        .selectFrom('customer')
        .select('confirmedAt')
        .where('email', '=', 'mass@acc.example')
        .executeTakeFirst(),
    ).toEqual({ confirmedAt: null });
  });
});

describe('a forgotten password', () => {
  test('answers the same for every address, and only a known one gets a letter', async () => {
    await openAccount('forgot@acc.example');
    const known = await at.app.accounts.requestPasswordReset(
      { email: 'forgot@acc.example' },
      visitor(),
    );
    expect(known).toEqual({
      ok: true,
      value: { message: 'Password reset link has been sent to your email.' },
    });
    expect(
      await at.app.accounts.requestPasswordReset({ email: 'unknown@acc.example' }, visitor()),
    ).toEqual(known);
    await job('accounts.sendPasswordResetEmail', { email: 'unknown@acc.example' });
    expect(await emailTextsTo('unknown@acc.example')).toEqual([]);
  });

  test('is set anew once, which ends every session; twenty at once change it once', async () => {
    const { session } = await openAccount('reset@acc.example');
    await job('accounts.sendPasswordResetEmail', { email: 'reset@acc.example' });
    const token = tokenIn((await emailTextsTo('reset@acc.example')).at(-1));
    expect(await at.app.accounts.isTokenValid(token, 'reset-password')).toBe(true);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        at.app.accounts.resetPassword(token, { password: 'a new password' }, visitor()),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(
      answers.filter(({ ok }) => !ok).every((answer) => !answer.ok && answer.code === 'not-found'),
    ).toBe(true);
    expect(await at.app.accounts.getCurrentCustomer(session)).toBeUndefined();
    expect(
      (
        await at.app.accounts.login(
          { email: 'reset@acc.example', password: 'correct horse' },
          visitor(),
        )
      ).ok,
    ).toBe(false);
    expect(
      (
        await at.app.accounts.login(
          { email: 'reset@acc.example', password: 'a new password' },
          visitor(),
        )
      ).ok,
    ).toBe(true);
  }, 60_000);

  test('has a link that ends after half an hour, and that is built from the configured address', async () => {
    await openAccount('late@acc.example');
    await job('accounts.sendPasswordResetEmail', { email: 'late@acc.example' });
    const text = (await emailTextsTo('late@acc.example')).at(-1);
    expect(text).toContain(`${at.deps.origin}/reset-password?token=`);
    at.advanceClock(31 * 60_000);
    expect(
      await at.app.accounts.resetPassword(tokenIn(text), { password: 'a new password' }, visitor()),
    ).toMatchObject({ ok: false, code: 'not-found' });
  });
});

describe('a customer', () => {
  test('whose address is not confirmed claims no orders; confirming it does', async () => {
    const code = String((await at.app.catalogue.listReports(1)).items[0]?.code);
    const billing = {
      name: 'Ada',
      email: 'Claim@acc.example',
      mobile_no: '+1 202-555-0100',
      company_name: 'E',
      title: 'A',
      country: '1',
      address: 'M',
      city: 'S',
      state: 'I',
      zip: '6',
      policy: '1',
      report_id: code,
      type: 'single-user',
    };
    const placed = await at.app.orders.placeOrder(billing, 'c'.repeat(64));
    if (!placed.ok) throw new Error(placed.message);
    const { customer, session } = await openAccount('claim@acc.example');
    expect(await at.app.orders.listLibraryOrders(customer)).toEqual([]);
    await job('accounts.sendRegistrationEmail', {
      email: 'claim@acc.example',
      isRegistered: false,
    });
    const token = tokenIn((await emailTextsTo('claim@acc.example')).at(-1));
    const confirm = (proof: { customer: Customer | undefined; password: string }) =>
      at.app.accounts.confirmEmail(token, { ...proof, clientIp: 'v' });
    expect(await confirm({ customer: undefined, password: '' })).toMatchObject({
      ok: false,
      code: 'invalid',
      errors: { password: [expect.any(String)] },
    });
    expect(await confirm({ customer: undefined, password: 'not his' })).toMatchObject({
      ok: false,
      code: 'invalid',
    });
    const { customer: stranger } = await openAccount('stranger@acc.example');
    expect(await confirm({ customer: stranger, password: '' })).toMatchObject({
      ok: false,
      code: 'invalid',
    });
    expect(await confirm({ customer: undefined, password: 'correct horse' })).toMatchObject({
      ok: true,
    });
    expect(await confirm({ customer, password: '' })).toMatchObject({
      ok: false,
      code: 'not-found',
    });
    const confirmed = (await at.app.accounts.getCurrentCustomer(session)) as Customer;
    expect((await at.app.orders.listLibraryOrders(confirmed)).map(({ number }) => number)).toEqual([
      placed.value.number,
    ]);
  });

  test('saves his profile with checks that make sense', async () => {
    const { customer, session } = await openAccount('profile@acc.example');
    const save = (more: object) =>
      at.app.accounts.saveProfile(customer, {
        name: 'Ada',
        email: 'profile@acc.example',
        mobile_no: '+39 02 0000',
        address: 'Via 1',
        ...more,
      });
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
      value: { message: 'Saved.' },
    });
    expect(await at.app.accounts.getCurrentCustomer(session)).toMatchObject({ city: 'Milano' });
  });

  test("moves to another address once it is confirmed; one that is another's gets the same answer, and its owner a letter", async () => {
    const { customer, session } = await openAccount('before@acc.example');
    await openAccount('others@acc.example');
    const save = (email: string) =>
      at.app.accounts.saveProfile(customer, {
        name: 'Ada',
        email,
        mobile_no: '+39 02 0000',
        address: 'Via 1',
      });
    const answer = await save('after@acc.example');
    expect(await save('others@acc.example')).toEqual(answer);
    await job('accounts.startEmailChange', { customerId: customer.id, email: 'after@acc.example' });
    await job('accounts.startEmailChange', {
      customerId: customer.id,
      email: 'others@acc.example',
    });
    expect((await emailTextsTo('others@acc.example')).at(-1)).toContain(
      'There is one with it already',
    );
    expect(await at.app.accounts.getCurrentCustomer(session)).toMatchObject({
      email: 'before@acc.example',
    });
    const token = tokenIn((await emailTextsTo('after@acc.example')).at(-1));
    expect(
      (await at.app.accounts.confirmEmail(token, { customer, password: '', clientIp: 'v' })).ok,
    ).toBe(true);
    expect(await at.app.accounts.getCurrentCustomer(session)).toMatchObject({
      email: 'after@acc.example',
      confirmed: true,
    });
    expect((await emailTextsTo('before@acc.example')).at(-1)).toContain('after@acc.example');
  });

  test('changes his password with the present one alone, and other sessions end', async () => {
    const { customer, session } = await openAccount('change@acc.example');
    expect(
      await at.app.accounts.changePassword(
        customer,
        { present: 'not mine', password: 'a new password' },
        visitor(),
      ),
    ).toMatchObject({ ok: false, errors: { present: [expect.any(String)] } });
    const changed = await at.app.accounts.changePassword(
      customer,
      { present: 'correct horse', password: 'a new password' },
      visitor(),
    );
    expect(await at.app.accounts.getCurrentCustomer(session)).toBeUndefined();
    expect(
      await at.app.accounts.getCurrentCustomer(changed.ok ? changed.value.session : ''),
    ).toBeDefined();
  });

  test('deletes the account with his password; his orders stay without it', async () => {
    const { customer, session } = await openAccount('gone@acc.example');
    expect((await at.app.accounts.deleteAccount(customer, { password: 'wrong' })).ok).toBe(false);
    expect((await at.app.accounts.deleteAccount(customer, { password: 'correct horse' })).ok).toBe(
      true,
    );
    expect(await at.app.accounts.getCurrentCustomer(session)).toBeUndefined();
  });
});
