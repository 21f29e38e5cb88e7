import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEmailTexts } from '../../../test/support/test-accounts.ts';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import {
  createInvitation,
  signUp,
  staffPassword as password,
  staffRequest as request,
  unwrap,
} from '../../../test/support/test-sign-in.ts';
import type { Role, StaffActor } from './model.ts';

let testApp: TestApp;
let owner: StaffActor;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await addTestStaff(testApp.deps.db, 'owner');
});
afterAll(() => testApp?.close());

const staff = () => testApp.app.staff;
const getMember = async (id: number) => unwrap(await staff().members.get(owner, id)).member;
const fresh = (actor: StaffActor): StaffActor => ({ ...actor, provedAt: testApp.deps.clock() });

/** Owners of their own, in a store where nobody else is one. */
async function withOwnersOnly(count: number): Promise<StaffActor[]> {
  const { db } = testApp.deps;
  await db.updateTable('staff').set({ role: 'viewer' }).where('role', '=', 'owner').execute();
  const owners: StaffActor[] = [];
  for (let i = 0; i < count; i++) owners.push(fresh(await addTestStaff(db, 'owner')));
  owner = owners[0] ?? owner;
  return owners;
}

test('F12: an invitation works once, with the role that the owner chose', async () => {
  const form = { email: 'New@Staff.example', role: 'sales' };
  expect(await staff().invitations.invite(owner, form)).toMatchObject({ ok: true });
  const email = 'new@staff.example';
  const [text = ''] = await listEmailTexts(testApp, email);
  const secret = /invitation\/([0-9a-f]{64})/.exec(text)?.[1] ?? '';
  expect(await staff().invitations.find(secret)).toMatchObject({ email, role: 'sales' });
  const accepted = { name: 'Nora', password, role: 'owner', email: 'other@staff.example' };
  const step = await staff().invitations.accept(secret, accepted, request);
  expect(step).toMatchObject({ ok: true, value: { kind: 'set-up' } });
  const { rows } = unwrap(await staff().members.list(owner, { text: 'nora' }));
  expect(rows).toMatchObject([{ name: 'Nora', role: 'sales', email, factors: [] }]);
  expect(await staff().invitations.accept(secret, accepted, request)).toMatchObject({
    code: 'not-found',
  });
});

test('F12: of two who accept an invitation at once, one does', async () => {
  const secret = await createInvitation(testApp, 'race@staff.example');
  const outcomes = await Promise.all(
    ['A', 'B'].map((name) => staff().invitations.accept(secret, { name, password }, request)),
  );
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
});

test('an invitation ends after a week, by another one, and when it is withdrawn', async () => {
  const email = 'late@staff.example';
  const accept = (secret: string) =>
    staff().invitations.accept(secret, { name: 'Late', password }, request);
  const first = await createInvitation(testApp, email);
  const second = await createInvitation(testApp, email);
  expect(await accept(first)).toMatchObject({ code: 'not-found' });
  testApp.advanceClock(8 * 86_400_000);
  expect(await accept(second)).toMatchObject({ code: 'not-found' });
  const third = await createInvitation(testApp, email);
  const { invitations } = unwrap(await staff().members.list(owner));
  const { id = 0 } = invitations.find((open) => open.email === email) ?? {};
  expect(await staff().invitations.revoke(fresh(owner), id)).toMatchObject({ ok: true });
  expect(await accept(third)).toMatchObject({ code: 'not-found' });
  expect(await staff().invitations.revoke(fresh(owner), id)).toMatchObject({ code: 'not-found' });
});

test('A-65 who works here already gets a link for a new password, and the factor stays', async () => {
  const { email, actor, session } = await signUp(testApp);
  expect(await staff().invitations.invite(fresh(owner), { email, role: 'owner' })).toMatchObject({
    code: 'conflict',
  });
  expect(await staff().invitations.sendPasswordLink(fresh(owner), actor.staffId)).toMatchObject({
    ok: true,
  });
  const text = (await listEmailTexts(testApp, email)).at(-1) ?? '';
  const secret = /invitation\/([0-9a-f]{64})/.exec(text)?.[1] ?? '';
  const chosen = { password: 'another long password' };
  expect(await staff().invitations.accept(secret, chosen, request)).toMatchObject({
    value: { kind: 'factor' },
  });
  expect(await staff().getActor(session, request)).toBeUndefined();
  expect(await getMember(actor.staffId)).toMatchObject({ role: 'editor' });
});

test.each<[string, (actor: StaffActor, id: number) => Promise<{ ok: boolean }>]>([
  ['demoted', (actor, id) => staff().members.changeRole(actor, id, 'editor')],
  ['disabled', (actor, id) => staff().members.disable(actor, id)],
])('F8: the last owner can not be %s, by themselves or anybody', async (_, change) => {
  const [first, second] = await withOwnersOnly(2);
  if (!first || !second) throw new Error('two owners');
  expect(await change(first, second.staffId)).toMatchObject({ ok: true });
  expect(await change(first, first.staffId)).toMatchObject({ code: 'conflict' });
  expect(await getMember(first.staffId)).toMatchObject({ role: 'owner', disabledAt: null });
});

test('F8: of two owners who remove each other at once, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const [first, second] = await withOwnersOnly(2);
    if (!first || !second) throw new Error('two owners');
    const outcomes = await Promise.all([
      staff().members.changeRole(first, second.staffId, 'viewer'),
      staff().members.disable(second, first.staffId),
    ]);
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
  }
});

test('F9: who is disabled has no session, and none by an invitation that is open', async () => {
  const { email, actor, session } = await signUp(testApp);
  const link = await createInvitation(testApp, email);
  expect(await staff().members.disable(fresh(owner), actor.staffId)).toMatchObject({ ok: true });
  expect(await staff().getActor(session, request)).toBeUndefined();
  expect(await staff().invitations.find(link)).toBeUndefined();
  expect(await staff().invitations.accept(link, { password }, request)).toMatchObject({
    code: 'not-found',
  });
  expect(await staff().members.enable(fresh(owner), actor.staffId)).toMatchObject({ ok: true });
  expect(await staff().getActor(session, request)).toBeUndefined();
});

test('a factor is reset by an owner or at the terminal: a new one is set up, and a mail says so', async () => {
  const { email, actor, session } = await signUp(testApp);
  await staff().members.resetFactors(fresh(owner), actor.staffId);
  expect(await staff().getActor(session, request)).toBeUndefined();
  expect(unwrap(await staff().signIn.withPassword({ email, password }, request)).kind).toBe(
    'set-up',
  );
  expect((await listEmailTexts(testApp, email)).at(-1)).toContain('recovery codes were removed');
  const by = { programName: 'terminal, root' };
  expect(await staff().members.resetFactorsOf(by, 'nobody@staff.example')).toMatchObject({
    code: 'not-found',
  });
  expect(await staff().members.resetFactorsOf(by, email)).toMatchObject({ ok: true });
  const { rows } = unwrap(
    await staff().auditLog.search(owner, { actorName: 'terminal', verb: 'staff.reset-factor' }),
  );
  expect(rows).toMatchObject([{ staffId: null, thingId: String(actor.staffId) }]);
});

test.each<Role>(['editor', 'sales', 'finance', 'viewer'])(
  'F6: %s neither sees nor changes other people',
  async (role) => {
    const actor = await addTestStaff(testApp.deps.db, role);
    const { staffId: id } = owner;
    const outcomes = await Promise.all([
      staff().members.list(actor),
      staff().members.get(actor, id),
      staff().members.changeRole(actor, actor.staffId, 'owner'),
      staff().members.disable(actor, id),
      staff().members.resetFactors(actor, id),
      staff().invitations.invite(actor, { email: 'x@staff.example', role: 'owner' }),
      staff().invitations.sendPasswordLink(actor, id),
      staff().auditLog.search(actor, {}),
      staff().auditLog.exportCsv(actor, {}),
    ]);
    expect(outcomes.map((outcome) => outcome.ok || outcome.code)).toEqual(
      outcomes.map(() => 'forbidden'),
    );
  },
);
