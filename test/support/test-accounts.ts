import { expect } from 'vitest';
import type { Customer } from '#core/accounts/model.ts';
import type { TestApp } from './test-app.ts';

export const accountPassword = 'correct horse';
export const profile = { name: 'Ada', mobile_no: '+39 02 0000', address: 'Via 1' };

let visitorCount = 0;
/** A visitor whom no rate limit has counted yet. */
export const newVisitor = () => ({ clientIp: `203.0.113.${++visitorCount}`, userAgent: 'test' });

/** Subject and text of the emails to an address, oldest first. */
export async function listEmailTexts({ deps }: TestApp, to: string): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('outboxEmail')
    .select(['subject', 'body'])
    .where('recipient', '=', to)
    .orderBy('id')
    .execute();
  return rows.map(({ subject, body }) => `${subject}\n${deps.secrets.open(body.text)}`);
}

/** The token of the link in the last email to an address; empty if there is none. */
export async function readLastToken(testApp: TestApp, to: string): Promise<string> {
  const text = (await listEmailTexts(testApp, to)).at(-1) ?? '';
  return /token=([0-9a-f]{64})/.exec(text)?.[1] ?? '';
}

export const register = ({ app }: TestApp, email: string, more: object = {}) =>
  app.accounts.registration.register(
    { ...profile, email, password: accountPassword, ...more },
    newVisitor(),
  );

export const login = ({ app }: TestApp, email: string, password = accountPassword) =>
  app.accounts.sessions.login({ email, password }, newVisitor());

/** The customer of a session that must exist. */
export async function getCustomer({ app }: TestApp, session: string): Promise<Customer> {
  const customer = await app.accounts.sessions.getCurrentCustomer(session);
  if (!customer) throw new Error('the session has no customer');
  return customer;
}

/** A new account with a session; its email is not confirmed. */
export async function openAccount(
  testApp: TestApp,
  email: string,
): Promise<{ session: string; customer: Customer }> {
  expect((await register(testApp, email)).ok).toBe(true);
  const loggedIn = await login(testApp, email);
  if (!loggedIn.ok) throw new Error(loggedIn.message);
  const { session } = loggedIn.value;
  return { session, customer: await getCustomer(testApp, session) };
}

/** The same with a confirmed email. */
export async function openConfirmedAccount(
  testApp: TestApp,
  email: string,
): Promise<{ session: string; customer: Customer }> {
  const { session } = await openAccount(testApp, email);
  const { db, clock } = testApp.deps;
  await db
    .updateTable('customer')
    .set({ confirmedAt: clock() })
    .where('email', '=', email)
    .execute();
  return { session, customer: await getCustomer(testApp, session) };
}

/** Changes and confirms the email of a logged-in customer. */
export async function changeEmail(
  testApp: TestApp,
  customer: Customer,
  email: string,
): Promise<void> {
  const { accounts } = testApp.app;
  const saved = await accounts.profile.save(customer, {
    ...profile,
    email,
    present: accountPassword,
  });
  expect(saved).toMatchObject({ ok: true });
  await accounts.jobs['accounts.startEmailChange']({ customerId: customer.id, email });
  const token = await readLastToken(testApp, email);
  const confirmed = await accounts.emailConfirmation.confirm(token, {
    customer,
    password: '',
    clientIp: 'x',
  });
  expect(confirmed.ok).toBe(true);
}
