import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import {
  createInvitation,
  generateCode,
  signUp,
  staffPassword as password,
  staffRequest as request,
  unwrap,
} from '../../../test/support/test-sign-in.ts';
import { demoPassword, getDemoEmail } from './model.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());
beforeEach(async () => void (await testApp.deps.db.deleteFrom('rateLimit').execute()));

const staff = () => testApp.app.staff;
const signIn = (email: string, given = password, from = request) =>
  staff().signIn.withPassword({ email, password: given }, from);
const nextStep = () => testApp.advanceClock(60_000);
const codeOf = (secret: string) => generateCode(secret, testApp.deps.clock());

const getTicket = (email: string): Promise<string> => getTicketFrom(email, request);

async function getTicketFrom(email: string, from: typeof request): Promise<string> {
  const step = unwrap(await signIn(email, password, from));
  if (step.kind !== 'factor') throw new Error(`expected a factor, and not ${step.kind}`);
  return step.ticket;
}
const listSessions = (staffId: number) =>
  testApp.deps.db
    .selectFrom('staffSession')
    .select('tokenHash')
    .where('staffId', '=', staffId)
    .execute();

test('F10: a password alone starts no session, and its ticket is none', async () => {
  const { email, actor, session } = await signUp(testApp);
  await staff().sessions.signOut(session);
  const ticket = await getTicket(email.toUpperCase());
  expect(await staff().getActor(ticket, request)).toBeUndefined();
  expect(await listSessions(actor.staffId)).toEqual([]);
  expect(await staff().signIn.getPending(ticket)).toMatchObject({ factors: ['totp', 'recovery'] });
  expect(await staff().signIn.withCode(undefined, { code: '123456' }, request)).toMatchObject({
    code: 'unauthenticated',
  });
});

test('F10: a code of the app signs in once, and never again', async () => {
  const { email, secret, code: used } = await signUp(testApp);
  expect(
    await staff().signIn.withCode(await getTicket(email), { code: used }, request),
  ).toMatchObject({ code: 'invalid', errors: { code: [expect.any(String)] } });
  nextStep();
  const code = codeOf(secret);
  const ticket = await getTicket(email);
  const session = unwrap(await staff().signIn.withCode(ticket, { code }, request));
  expect(await staff().getActor(session, request)).toMatchObject({ email });
  expect(await staff().signIn.withCode(ticket, { code }, request)).toMatchObject({ ok: false });
  const another = await getTicket(email);
  expect(await staff().signIn.withCode(another, { code }, request)).toMatchObject({
    code: 'invalid',
  });
});

test('F10: of two requests with the same code at once, one signs in', async () => {
  const { email, secret } = await signUp(testApp);
  nextStep();
  const tickets = [await getTicket(email), await getTicket(email)];
  const code = codeOf(secret);
  const outcomes = await Promise.all(
    tickets.map((ticket) => staff().signIn.withCode(ticket, { code }, request)),
  );
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
});

test('F10: five wrong passwords stop that address and email for a while, and nobody else', async () => {
  const { email } = await signUp(testApp);
  const { email: colleague } = await signUp(testApp);
  for (let i = 0; i < 5; i++)
    expect(await signIn(email, 'not the password')).toMatchObject({ code: 'unauthenticated' });
  expect(await signIn(email)).toMatchObject({
    code: 'rate-limited',
    retryAfterSeconds: expect.any(Number),
  });
  expect((await signIn(email, password, { ...request, ip: '198.51.100.7' })).ok).toBe(true);
  expect((await signIn(colleague)).ok).toBe(true);
});

test('the right password begins the count anew', async () => {
  const { email } = await signUp(testApp);
  for (let i = 0; i < 4; i++) await signIn(email, 'not the password');
  expect((await signIn(email)).ok).toBe(true);
  for (let i = 0; i < 4; i++) await signIn(email, 'not the password');
  expect((await signIn(email)).ok).toBe(true);
});

test('F10: five wrong codes stop codes for a while, with a new ticket too', async () => {
  const { email, secret } = await signUp(testApp);
  const ticket = await getTicket(email);
  for (let i = 0; i < 5; i++)
    expect(await staff().signIn.withCode(ticket, { code: '000000' }, request)).toMatchObject({
      code: 'invalid',
    });
  nextStep();
  const next = await getTicket(email);
  expect(await staff().signIn.withCode(next, { code: codeOf(secret) }, request)).toMatchObject({
    code: 'rate-limited',
  });
});

test('A-71 who knows a password and uses up the codes does not lock its owner out', async () => {
  const { email, secret, recoveryCodes, session, actor } = await signUp(testApp);
  for (let network = 0; network < 6; network++) {
    const from = { ...request, ip: `198.51.100.${network}` };
    for (let i = 0; i < 4; i++)
      await staff().signIn.withCode(await getTicketFrom(email, from), { code: '000000' }, from);
  }
  nextStep();
  const ticket = await getTicket(email);
  const wrong = { code: codeOf(secret) };
  expect(await staff().signIn.withCode(ticket, wrong, request)).toMatchObject({
    code: 'rate-limited',
  });
  const proof = { password, code: codeOf(secret) };
  expect(await staff().proof.prove(actor, session, proof)).toMatchObject({ ok: true });
  const [code = ''] = recoveryCodes;
  expect(await staff().signIn.withCode(ticket, { code }, request)).toMatchObject({ ok: true });
});

test('A-71 wrong passwords are counted over networks, and where the owner is signed in apart', async () => {
  const { email } = await signUp(testApp);
  for (let network = 0; network < 11; network++)
    for (let i = 0; i < 5; i++)
      await signIn(email, 'a wrong password', { ...request, ip: `198.51.100.${network}` });
  const stranger = { ...request, ip: '192.0.2.7' };
  expect(await signIn(email, password, stranger)).toMatchObject({ code: 'rate-limited' });
  expect(await signIn(email)).toMatchObject({ ok: true });
});

test('F11: each of ten recovery codes signs in once, however it is typed', async () => {
  const { email, recoveryCodes } = await signUp(testApp);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [code = ''] = recoveryCodes;
  const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`;
  expect((await staff().signIn.withCode(await getTicket(email), { code: typed }, request)).ok).toBe(
    true,
  );
  expect(await staff().signIn.withCode(await getTicket(email), { code }, request)).toMatchObject({
    code: 'invalid',
  });
  const stored = await testApp.deps.db.selectFrom('staffFactor').select('data').execute();
  expect(JSON.stringify(stored)).not.toContain(recoveryCodes[1]);
});

test('a wrong password and an unknown email are refused with the same words', async () => {
  const { email } = await signUp(testApp);
  const wrong = await signIn(email, 'not the password');
  expect(wrong).toMatchObject({ code: 'unauthenticated' });
  expect(await signIn('nobody@staff.example')).toEqual(wrong);
});

test('A-63 whoever has only the password can set up no factor beside the one that is there', async () => {
  const { email } = await signUp(testApp);
  const ticket = await getTicket(email);
  expect(await staff().firstFactor.openTotp(ticket)).toMatchObject({ code: 'unauthenticated' });
  expect(await staff().firstFactor.createPasskeyRequest(ticket)).toMatchObject({
    code: 'unauthenticated',
  });
});

test('A-63 of two browsers that set the first factor up, the second one is refused', async () => {
  const invitation = await createInvitation(testApp, 'twice@staff.example');
  await staff().invitations.accept(invitation, { name: 'T', password }, request);
  const tickets = await Promise.all(
    [1, 2].map(async () => {
      const step = unwrap(await signIn('twice@staff.example'));
      return step.kind === 'set-up' ? step.ticket : '';
    }),
  );
  const { secret } = unwrap(await staff().firstFactor.openTotp(tickets[0]));
  const code = codeOf(secret);
  expect((await staff().firstFactor.confirmTotp(tickets[0], { code }, request)).ok).toBe(true);
  nextStep();
  expect(
    await staff().firstFactor.confirmTotp(tickets[1], { code: codeOf(secret) }, request),
  ).toMatchObject({ code: 'unauthenticated' });
});

test('a ticket ends after a quarter of an hour, and when its person is disabled', async () => {
  const { email, secret, actor } = await signUp(testApp);
  const late = await getTicket(email);
  testApp.advanceClock(16 * 60_000);
  expect(await staff().signIn.withCode(late, { code: codeOf(secret) }, request)).toMatchObject({
    code: 'unauthenticated',
  });
  const ticket = await getTicket(email);
  await testApp.deps.db
    .updateTable('staff')
    .set({ disabledAt: new Date() })
    .where('id', '=', actor.staffId)
    .execute();
  expect(await staff().signIn.withCode(ticket, { code: codeOf(secret) }, request)).toMatchObject({
    code: 'unauthenticated',
  });
  expect(await signIn(email)).toMatchObject({ code: 'unauthenticated' });
});

test('A-64 production refuses the logins of the demo, and their sessions', async () => {
  const demo = getDemoEmail('owner');
  const invitation = await createInvitation(testApp, demo, 'owner');
  await staff().invitations.accept(invitation, { name: 'Demo', password: demoPassword }, request);
  expect(await signIn(demo, demoPassword)).toMatchObject({ code: 'unauthenticated' });
  const { id } = await testApp.deps.db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', demo)
    .executeTakeFirstOrThrow();
  const session = await staff().startSession(id, request);
  expect(await staff().getActor(session, request)).toBeUndefined();
  await expect(staff().firstOwner.addDemoLogins()).rejects.toThrow('for the demo alone');
});

test('signing in is in the audit log', async () => {
  const { actor } = await signUp(testApp, 'finance');
  const entries = await testApp.deps.db
    .selectFrom('auditEntry')
    .select(['verb', 'actorName'])
    .where('thingKind', '=', 'staff')
    .where('thingId', '=', String(actor.staffId))
    .orderBy('id')
    .execute();
  expect(entries.map(({ verb }) => verb)).toEqual([
    'own-account.change',
    'own-factor.change',
    'session.start',
  ]);
});

test('proof asks for password and code again, and counts from then on', async () => {
  const { session, secret, actor } = await signUp(testApp);
  testApp.advanceClock(11 * 60_000);
  const prove = (form: object) => staff().proof.prove(actor, session, { ...form });
  expect(await prove({ password: 'wrong', code: codeOf(secret) })).toMatchObject({
    errors: { password: [expect.any(String)] },
  });
  expect(await prove({ password })).toMatchObject({ errors: { code: [expect.any(String)] } });
  const before = testApp.deps.clock().getTime();
  expect(await prove({ password, code: codeOf(secret) })).toMatchObject({ ok: true });
  const proved = await staff().getActor(session, request);
  expect(Number(proved?.provedAt)).toBeGreaterThanOrEqual(before);
});
