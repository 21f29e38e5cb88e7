import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { App } from '../app.ts';
import type { Deps, Email } from '../deps.ts';
import { EmailFailure } from './email-failure.ts';
import type { SmtpPhase } from './smtp-outcomes.model.ts';

type Send = Deps['email']['send'];

let testApp: TestApp;
let app: App;
let send: Send;
const taken: Email[] = [];
beforeAll(async () => {
  testApp = await openTestApp();
  app = new App({ ...testApp.deps, email: { send: (...args) => send(...args) } });
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  taken.length = 0;
  await testApp.deps.db.deleteFrom('outboxEmail').execute();
});

const fail = (phase: SmtpPhase, reply?: string): Promise<never> =>
  Promise.reject(new EmailFailure(phase, { reply }));

async function queue(to = 'buyer@example.com'): Promise<number> {
  const { deps } = testApp;
  const messageId = `<${crypto.randomUUID()}@example.com>`;
  await deps.db
    .transaction()
    .execute((tx) => deps.emails.queue(tx, { to, subject: 'Hi', html: '', text: '', messageId }));
  const row = deps.db.selectFrom('outboxEmail').select('id').where('messageId', '=', messageId);
  return (await row.executeTakeFirstOrThrow()).id;
}

const read = (id: number) =>
  testApp.deps.db
    .selectFrom('outboxEmail')
    .select(['state', 'trouble', 'attemptCount', 'unclearCount', 'lastError', 'claimToken'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Half an hour of runs, one a minute. */
async function runFor(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await app.jobs['emails.sendDue']({});
    testApp.advanceClock(60_000);
  }
}

test('an address that is refused for good is asked once', async () => {
  let asked = 0;
  send = () => {
    asked++;
    return fail('rcpt-to', '550 5.1.1 <buyer@example.com>: no such user');
  };
  const id = await queue();
  await runFor(30);
  expect(asked).toBe(1);
  expect(await read(id)).toMatchObject({
    state: 'failed',
    trouble: 'address',
    lastError: '550 5.1.1 <address>: no such user',
  });
});

test('a refused sender is asked again, and the email goes out once that is mended', async () => {
  send = () => fail('mail-from', '550 5.7.1 relay access denied');
  const id = await queue();
  await runFor(5);
  expect(await read(id)).toMatchObject({ state: 'queued', trouble: 'sender' });
  send = async (email) => void taken.push(email);
  await runFor(20);
  expect(await read(id)).toMatchObject({ state: 'sent', trouble: null });
  expect(taken).toHaveLength(1);
});

test('of a server that refuses the sender no more is asked than three at a time', async () => {
  let asked = 0;
  send = () => {
    asked++;
    return fail('auth', '535 5.7.8 no');
  };
  for (let n = 0; n < 40; n++) await queue(`buyer${n}@example.com`);
  await app.jobs['emails.sendDue']({});
  // Those that are under way end; four at once.
  expect(asked).toBeLessThanOrEqual(3 + 3);
});

test('addresses that are refused hold up no other email', async () => {
  send = async (email) => {
    if (email.to.startsWith('gone')) await fail('rcpt-to', '550 5.1.1 no');
    if (email.to.startsWith('grey')) await fail('rcpt-to', '450 4.2.0 greylisted');
    taken.push(email);
  };
  for (let n = 0; n < 10; n++) await queue(`gone${n}@example.com`);
  for (let n = 0; n < 10; n++) await queue(`grey${n}@example.com`);
  await queue('fine@example.com');
  await app.jobs['emails.sendDue']({});
  expect(taken.map(({ to }) => to)).toEqual(['fine@example.com']);
});

test('an end that nobody knows is tried once more, then a person decides', async () => {
  send = async (email, options) => {
    await options?.beforeFinalDot?.();
    taken.push(email);
    await fail('final-dot');
  };
  const id = await queue();
  await runFor(60);
  expect(taken).toHaveLength(2);
  expect(await read(id)).toMatchObject({ state: 'failed', trouble: 'unclear', unclearCount: 2 });
});

/** A sending whose process is gone: it stands still where this is called, for ever. */
async function abandon(isBehindFinalDot: boolean): Promise<number> {
  const id = await queue();
  const reached = new Promise<void>((resolve) => {
    send = async (email, options) => {
      if (isBehindFinalDot) await options?.beforeFinalDot?.();
      taken.push(email);
      resolve();
      await new Promise(() => {});
    };
  });
  const killed = new App({
    ...testApp.deps,
    email: { send: (...args) => send(...args) },
    sleep: () => new Promise(() => {}),
  });
  void killed.jobs['emails.send']({ id });
  await reached;
  taken.length = 0;
  send = async (email) => void taken.push(email);
  return id;
}

test('killed before the final dot it was not sent, and is sent as often as that happens', async () => {
  const id = await abandon(false);
  expect((await read(id)).claimToken).not.toBeNull();
  await runFor(2);
  expect(await read(id)).toMatchObject({ state: 'sent', unclearCount: 0 });
  expect(taken).toHaveLength(1);
});

test('killed behind the final dot it counts as unclear, and is sent once more', async () => {
  const id = await abandon(true);
  await runFor(2);
  expect(await read(id)).toMatchObject({ state: 'sent', unclearCount: 1 });
  expect(taken).toHaveLength(1);
});

test('a process that stood still while another one took its email sends no final dot', async () => {
  const id = await queue();
  let goOn = (): void => {};
  const isFrozen = new Promise<void>((resolve) => (goOn = resolve));
  let reach = (): void => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  send = async (email, options) => {
    reach();
    await isFrozen;
    await options?.beforeFinalDot?.();
    taken.push(email);
  };
  const frozen = app.jobs['emails.send']({ id });
  await reached;
  testApp.advanceClock(120_000);
  const other = new App({ ...testApp.deps, email: { send: async (e) => void taken.push(e) } });
  await other.jobs['emails.sendDue']({});
  expect(taken).toHaveLength(1);
  goOn();
  await frozen;
  expect(taken).toHaveLength(1);
  expect((await read(id)).state).toBe('sent');
});

test('F-58 a slow mail server holds up neither the job nor the other emails, and gets no copy', async () => {
  let answer = (): void => {};
  const isScanned = new Promise<void>((resolve) => (answer = resolve));
  let now = 0;
  const sleep = async (ms: number) => {
    now += ms;
    await new Promise<void>((resolve) => setImmediate(resolve));
  };
  send = async (email, options) => {
    await options?.beforeFinalDot?.();
    taken.push(email);
    if (email.to.startsWith('slow')) await isScanned;
  };
  const patient = new App({
    ...testApp.deps,
    sleep,
    email: { send: (...args) => send(...args) },
  });
  const id = await queue('slow@example.com');
  await patient.jobs['emails.send']({ id });
  // The job ended, and the sending goes on.
  expect(now).toBeGreaterThan(0);
  const fine = await queue('fine@example.com');
  await expect
    .poll(async () => {
      await patient.jobs['emails.sendDue']({});
      return (await read(fine)).state;
    })
    .toBe('sent');
  expect(taken.filter(({ to }) => to.startsWith('slow'))).toHaveLength(1);
  answer();
  await expect.poll(async () => (await read(id)).state).toBe('sent');
});
