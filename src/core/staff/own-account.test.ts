import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEmailTexts } from '../../../test/support/test-accounts.ts';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import {
  generateCode,
  signUp,
  staffPassword,
  staffRequest as request,
  unwrap,
} from '../../../test/support/test-sign-in.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const staff = () => testApp.app.staff;

test('a new password ends the other sessions, and its person is told', async () => {
  const { email, actor, session } = await signUp(testApp);
  const other = await staff().startSession(actor.staffId, request);
  const change = (present: string, password: string) =>
    staff().ownAccount.changePassword(actor, session, { present, password });
  expect(await change('wrong', 'a new long password')).toMatchObject({
    errors: { present: [expect.any(String)] },
  });
  for (const weak of ['short', 'password1', 'ninechars'])
    expect(await change(staffPassword, weak)).toMatchObject({
      errors: { password: [expect.any(String)] },
    });
  expect(await change(staffPassword, 'a new long password')).toMatchObject({ ok: true });
  expect(await staff().getActor(other, request)).toBeUndefined();
  expect(await staff().getActor(session, request)).toBeDefined();
  expect((await listEmailTexts(testApp, email)).at(-1)).toContain('Your password was changed');
  const password = 'a new long password';
  expect((await staff().signIn.withPassword({ email, password }, request)).ok).toBe(true);
});

test('own sessions are listed and ended, and those of others are not', async () => {
  const { actor, session } = await signUp(testApp);
  const other = await staff().startSession(actor.staffId, { ...request, userAgent: 'a phone' });
  const sessions = await staff().ownAccount.listSessions(actor, session);
  expect(sessions.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
    ['a phone', false],
    ['a browser', true],
  ]);
  const stranger = await signUp(testApp);
  const id = sessions[0]?.id ?? '';
  expect(await staff().ownAccount.endSession(stranger.actor, id)).toMatchObject({
    code: 'not-found',
  });
  expect(await staff().ownAccount.endSession(actor, id)).toMatchObject({ ok: true });
  expect(await staff().getActor(other, request)).toBeUndefined();
  const third = await staff().startSession(actor.staffId, request);
  await staff().ownAccount.endOtherSessions(actor, session);
  expect(await staff().getActor(third, request)).toBeUndefined();
  expect(await staff().getActor(session, request)).toBeDefined();
});

test('factors change after a proof alone, and the last one stays', async () => {
  const { actor, email } = await signUp(testApp);
  const long = { ...actor, provedAt: new Date(0) };
  expect(await staff().ownFactors.openTotp(long)).toMatchObject({ code: 'proof-needed' });
  expect(await staff().ownFactors.createPasskeyRequest(long)).toMatchObject({
    code: 'proof-needed',
  });
  const [first] = await staff().ownFactors.list(actor);
  const firstId = first?.id ?? 0;
  expect(await staff().ownFactors.remove(long, firstId)).toMatchObject({ code: 'proof-needed' });
  expect(await staff().ownFactors.remove(actor, firstId)).toMatchObject({ code: 'conflict' });
  const { secret } = unwrap(await staff().ownFactors.openTotp(actor));
  expect(unwrap(await staff().ownFactors.openTotp(actor)).secret).toBe(secret);
  expect(await staff().ownFactors.confirmTotp(actor, { code: '000000' })).toMatchObject({
    code: 'invalid',
  });
  const code = generateCode(secret, testApp.deps.clock());
  expect(await staff().ownFactors.confirmTotp(actor, { code })).toEqual({ ok: true, value: [] });
  expect(await staff().ownFactors.remove(actor, firstId)).toMatchObject({ ok: true });
  expect(await staff().ownFactors.remove(actor, firstId)).toMatchObject({ code: 'not-found' });
  const texts = (await listEmailTexts(testApp, email)).join('\n');
  expect(texts).toContain('An authenticator app was added.');
  expect(texts).toContain('"Authenticator app" was removed.');
});

test('the secret of an app is new for each set-up, and kept while its page is open', async () => {
  const { actor } = await signUp(testApp);
  const { ownFactors } = testApp.app.staff;
  const first = unwrap(await ownFactors.openTotp(actor));
  expect(unwrap(await ownFactors.openTotp(actor)).secret).toBe(first.secret);
  const provedAt = new Date(testApp.deps.clock().getTime() + 1000);
  testApp.advanceClock(1000);
  const second = unwrap(await ownFactors.openTotp({ ...actor, provedAt }));
  expect(second.secret).not.toBe(first.secret);
  const code = generateCode(first.secret, testApp.deps.clock());
  expect(await ownFactors.confirmTotp(actor, { code })).toMatchObject({ code: 'invalid' });
});

test('every change of how somebody signs in is told by email', async () => {
  const { actor, email } = await signUp(testApp);
  const { ownFactors } = testApp.app.staff;
  unwrap(await ownFactors.replaceRecoveryCodes(actor));
  const { secret } = unwrap(await ownFactors.openTotp(actor));
  const code = generateCode(secret, testApp.deps.clock());
  unwrap(await ownFactors.confirmTotp(actor, { code }));
  const texts = (await listEmailTexts(testApp, email)).join(' ');
  expect(texts).toContain('Your first passkey or authenticator app was set up.');
  expect(texts).toContain('Your recovery codes were replaced.');
  expect(texts).toContain('An authenticator app was added.');
});

test('a password that many people use is refused', async () => {
  const { actor, session } = await signUp(testApp);
  for (const password of ['password12', 'Password123', 'qwertyuiop', '1234567890'])
    expect(
      await testApp.app.staff.ownAccount.changePassword(actor, session, {
        present: staffPassword,
        password,
      }),
    ).toMatchObject({ code: 'invalid', errors: { password: [expect.stringContaining('guess')] } });
});

test('an app that showed no code yet does not sign in', async () => {
  const { actor, email, recoveryCodes } = await signUp(testApp);
  const { secret } = unwrap(await staff().ownFactors.openTotp(actor));
  const form = { email, password: staffPassword };
  const step = unwrap(await staff().signIn.withPassword(form, request));
  const ticket = step.kind === 'factor' ? step.ticket : '';
  const code = generateCode(secret, testApp.deps.clock());
  expect(await staff().signIn.withCode(ticket, { code }, request)).toMatchObject({
    code: 'invalid',
  });
  const [recoveryCode = ''] = unwrap(await staff().ownFactors.replaceRecoveryCodes(actor));
  expect(await staff().signIn.withCode(ticket, { code: recoveryCodes[0] }, request)).toMatchObject({
    code: 'invalid',
  });
  expect((await staff().signIn.withCode(ticket, { code: recoveryCode }, request)).ok).toBe(true);
});

test('a new name counts at once', async () => {
  const { actor, session } = await signUp(testApp);
  await staff().ownAccount.changeName(actor, { name: 'Ada Lovelace' });
  expect(await staff().getActor(session, request)).toMatchObject({ name: 'Ada Lovelace' });
});

test('an answer of a passkey that is none is refused', async () => {
  const { actor, session } = await signUp(testApp);
  unwrap(await staff().signIn.askForPasskey(request.ip));
  for (const answer of ['', 'no json', '{}', '{"id":"a","rawId":"a","type":"public-key"}']) {
    expect(await staff().signIn.withPasskey(answer, request)).toMatchObject({
      code: 'unauthenticated',
    });
    expect(await staff().proof.proveByPasskey(actor, session, answer)).toMatchObject({
      code: 'unauthenticated',
    });
    expect(await staff().ownFactors.addPasskey(actor, { passkey: answer })).toMatchObject({
      code: 'invalid',
    });
  }
});
