import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '#demo/random.ts';
import { queueEmail } from '#core/kernel/queue-email.ts';
import {
  startPlayingMailServer,
  type Play,
  type PlayingMailServer,
} from '../support/playing-mail-server.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import { addTestStaff } from '../support/test-staff.ts';
import type { MailerRun } from './killable-mailer.ts';

/** Emails; FAULT_RUNS asks for more than the eighty of CI, FAULT_SEED for other faults. */
const count = Math.max(80, Number(process.env['FAULT_RUNS'] ?? 80));
const random = createRandom(Number(process.env['FAULT_SEED'] ?? 20_261_128));
const maxKills = count > 1000 ? 40 : 8;
const maxRounds = 200;
const hourMs = 3_600_000;

const phases = [
  'connect',
  'greeting',
  'ehlo',
  'mail-from',
  'rcpt-to',
  'data',
  'content',
  'final-dot',
  'quit',
] as const;
const acts: readonly Play['act'][] = [
  'close',
  'reset',
  { answer: '451 4.3.0 busy' },
  { answer: '421 4.3.2 closing' },
  { answer: '450 4.2.0 greylisted' },
  { answer: '452 4.2.2 full' },
  { answer: '554 5.7.1 relay access denied' },
  { answer: '550 5.4.5 daily limit' },
  { lateMs: 20 },
];
/**
 * A third of the conversations; some hang. Of those at the final dot half were taken all the same.
 */
function playSomething(): Play | undefined {
  if (random(3) > 0) return undefined;
  const phase = phases[random(phases.length)] ?? 'connect';
  const act = random(60) === 0 ? 'hang' : (acts[random(acts.length)] ?? 'close');
  const isLost = act === 'close' || act === 'reset' || act === 'hang';
  return { phase, act, ...(isLost && random(2) === 0 ? { isTaken: true } : {}) };
}

const isGone = (n: number): boolean => n % 20 === 7;
const addressOf = (n: number): string => `${isGone(n) ? 'gone' : 'reader'}${n}@example.com`;
/** The first half gets emails of the outbox, the second half an issue. */
const half = Math.floor(count / 2);

let testApp: TestApp;
let mail: PlayingMailServer;
let isFaulty = true;
const folder = createTemporaryFolder('mail-faults');
beforeAll(async () => {
  testApp = await openTestApp();
  mail = await startPlayingMailServer({
    play: () => (isFaulty ? playSomething() : undefined),
    isPipelining: true,
    refuse: (to) => (to.startsWith('gone') ? '550 5.1.1 no such user' : undefined),
  });
});
afterAll(async () => {
  await mail?.close();
  await testApp?.close();
  folder.remove();
});

async function run(more: Pick<MailerRun, 'issueId' | 'killAtStep' | 'clockOffsetMs'>) {
  const { databaseUrl } = testApp;
  const whole: MailerRun = { ...more, databaseUrl, smtpUrl: mail.url, filesFolder: folder.path };
  const program = 'test/resilience/killable-mailer.ts';
  const child = spawn(process.execPath, [program, JSON.stringify(whole)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  return child.signalCode === 'SIGKILL';
}

async function queueAll(): Promise<{
  issueId: number;
  editor: Awaited<ReturnType<typeof addTestStaff>>;
}> {
  const { deps, app } = testApp;
  await deps.db.transaction().execute(async (tx) => {
    for (let n = 0; n < half; n++) {
      const email = { to: addressOf(n), subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' };
      await queueEmail(deps, tx, { ...email, messageId: `<outbox-${n}@example.com>` });
    }
    for (let n = half; n < count; n++) {
      const token = crypto.randomUUID().replaceAll('-', '');
      const row = { email: addressOf(n), token, consent: 'yes', requestedAt: new Date() };
      await tx
        .insertInto('subscriber')
        .values({ ...row, state: 'confirmed' })
        .execute();
    }
  });
  const editor = await addTestStaff(deps.db, 'editor');
  const form = { subject: 'Faults', preheader: '', body: '<p>Hello</p>', cards: '' };
  const created = await app.leads.issues.editing.create(editor, form);
  const issueId = created.ok ? created.value.id : 0;
  await app.leads.issues.sending.send(editor, issueId, 1);
  return { issueId, editor };
}

/** Counts the emails that are still to be sent by themselves. */
async function countOpen(): Promise<number> {
  const { db } = testApp.deps;
  const emails = await db
    .selectFrom('outboxEmail')
    .select('id')
    .where('state', '=', 'queued')
    .execute();
  const readers = await db
    .selectFrom('newsletterRecipient')
    .select('id')
    .where('state', '=', 'queued')
    .execute();
  return emails.length + readers.length;
}

/** How often nobody knew, by address. */
async function readUnclear(): Promise<ReadonlyMap<string, number>> {
  const { db } = testApp.deps;
  const emails = await db
    .selectFrom('outboxEmail')
    .select(['recipient as to', 'unclearCount'])
    .execute();
  const readers = await db
    .selectFrom('newsletterRecipient')
    .innerJoin('subscriber', 'subscriber.id', 'subscriberId')
    .select(['subscriber.email as to', 'unclearCount'])
    .execute();
  return new Map([...emails, ...readers].map(({ to, unclearCount }) => [to, unclearCount]));
}

const living = Array.from({ length: count }, (_, n) => addressOf(n)).filter((to) =>
  to.startsWith('reader'),
);

/** The mail server's mailboxes beside what the store says of them. */
async function compare(issueId: number) {
  const { db } = testApp.deps;
  const unclear = await readUnclear();
  const copies = new Map<string, number>();
  for (const { to } of mail.taken) copies.set(to, (copies.get(to) ?? 0) + 1);
  const copiesOf = (to: string): number => copies.get(to) ?? 0;
  const failed = await db
    .selectFrom('outboxEmail')
    .select(['recipient', 'trouble'])
    .where('state', '=', 'failed')
    .execute();
  const bounced = await db
    .selectFrom('subscriber')
    .select('email')
    .where('hardBounces', '>', 0)
    .execute();
  const refused = [
    ...failed.filter(({ trouble }) => trouble === 'address').map(({ recipient }) => recipient),
    ...bounced.map(({ email }) => email),
  ];
  const listed = new Set([
    ...failed.filter(({ trouble }) => trouble !== 'address').map(({ recipient }) => recipient),
    ...(await listUnsettled(issueId)),
  ]);
  return {
    unclearEnds: [...unclear.values()].reduce((a, b) => a + b, 0),
    copied: living.filter((to) => copiesOf(to) > 1).length,
    tooMany: living.filter((to) => copiesOf(to) > 1 + Math.min(unclear.get(to) ?? 0, 1)),
    wronglyRefused: refused.filter((to) => !to.startsWith('gone')),
    missed: living.filter((to) => copiesOf(to) === 0 && !listed.has(to)),
    refused: refused.length,
    listed: listed.size,
  };
}

/** Expects that everything left for a person reaches everybody once they say so. */
async function expectAllReachedByHand(
  issueId: number,
  editor: Awaited<ReturnType<typeof addTestStaff>>,
  round: number,
): Promise<void> {
  const { app, deps } = testApp;
  isFaulty = false;
  for (const state of ['unclear', 'failed'] as const)
    await app.leads.issues.sending.sendAgain(editor, issueId, { state, recipientId: undefined });
  const owner = await addTestStaff(deps.db, 'owner');
  const again = await deps.db
    .selectFrom('outboxEmail')
    .select('id')
    .where('state', '=', 'failed')
    .where('trouble', '!=', 'address')
    .execute();
  for (const { id } of again) await app.system.retryEmail(owner, id);
  await run({ issueId, killAtStep: 0, clockOffsetMs: round * 1.1 * hourMs });
  const reached = new Set(mail.taken.map(({ to }) => to));
  expect(living.filter((to) => !reached.has(to))).toEqual([]);
}

test(
  `F-56 ${count} emails under faults at every phase and kills: nobody is missed or bounced, nobody has it twice but by the one more try`,
  async () => {
    const { issueId, editor } = await queueAll();
    const { issues } = testApp.app.leads;
    let [kills, stops, rounds] = [0, 0, 0];
    for (; rounds < maxRounds && (await countOpen()) > 0; rounds++) {
      if ((await issues.sending.resume(editor, issueId)).ok) stops++;
      const killAtStep = kills < maxKills ? 1 + random(Math.ceil(count / 8)) : 0;
      const isKilled = await run({ issueId, killAtStep, clockOffsetMs: rounds * 1.1 * hourMs });
      if (isKilled) kills++;
    }
    const found = await compare(issueId);
    console.log(
      `${count} emails, ${mail.countConnections()} connections, ${rounds} rounds, ${kills} kills, ` +
        `${stops} stops of the issue; unclear ends: ${found.unclearEnds}; ` +
        `sent once more and twice in the mailbox: ${found.copied}; for a person: ${found.listed}`,
    );
    const { tooMany, wronglyRefused, missed } = found;
    expect({ open: await countOpen(), tooMany, wronglyRefused, missed }).toEqual({
      open: 0,
      tooMany: [],
      wronglyRefused: [],
      missed: [],
    });
    const detail = await issues.editing.get(editor, issueId);
    expect(detail.ok && detail.value.issue.state).toBe('sent');
    expect(kills).toBeGreaterThan(0);
    expect(found.refused).toBe(count - living.length);
    await expectAllReachedByHand(issueId, editor, rounds + 2);
  },
  Math.max(600_000, count * 200),
);

async function listUnsettled(issueId: number): Promise<string[]> {
  const rows = await testApp.deps.db
    .selectFrom('newsletterRecipient')
    .innerJoin('subscriber', 'subscriber.id', 'subscriberId')
    .select('subscriber.email')
    .where('issueId', '=', issueId)
    .where('newsletterRecipient.state', 'in', ['unclear', 'failed'])
    .execute();
  return rows.map(({ email }) => email);
}
