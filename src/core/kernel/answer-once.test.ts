import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';

let testApp: TestApp;
beforeAll(async () => void (testApp = await openTestApp()));
afterAll(() => testApp?.close());

const send = (key: string, answer: () => Promise<string | undefined>, owner = 'a test') =>
  testApp.app.answerOnce.answer({ owner, key }, async () => {
    const said = await answer();
    return { answer: said, kept: said };
  });

/** A promise, and what fulfils it. */
function openGate() {
  let open = (): void => {};
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  return { isOpen, open };
}

test('a request that comes again has its first answer; another owner’s key is another request', async () => {
  expect(await send('a', async () => 'first')).toEqual({ kind: 'answered', answer: 'first' });
  expect(await send('a', async () => 'second')).toEqual({ kind: 'repeated', kept: 'first' });
  expect(await send('a', async () => 'theirs', 'somebody else')).toMatchObject({
    answer: 'theirs',
  });
});

test('while the first one is under way the second one hears so', async () => {
  const [begun, ended] = [openGate(), openGate()];
  const first = send('b', async () => {
    begun.open();
    await ended.isOpen;
    return 'done';
  });
  await begun.isOpen;
  expect(await send('b', async () => 'twice')).toEqual({ kind: 'under-way' });
  ended.open();
  expect(await first).toMatchObject({ answer: 'done' });
  expect(await send('b', async () => 'twice')).toEqual({ kind: 'repeated', kept: 'done' });
});

test('a request that did nothing, or whose answer failed, may be sent again', async () => {
  expect(await send('c', async () => undefined)).toMatchObject({ kind: 'answered' });
  const failing = send('c', () => Promise.reject(new Error('the database is away')));
  await expect(failing).rejects.toThrow('the database is away');
  expect(await send('c', async () => 'now')).toEqual({ kind: 'answered', answer: 'now' });
});

test('a request whose process was killed is taken up once its lease has run out', async () => {
  const [begun, never] = [openGate(), openGate()];
  void send('d', async () => {
    begun.open();
    await never.isOpen;
    return 'late';
  });
  await begun.isOpen;
  await sql`update sent_form set held_until = clock_timestamp() - interval '1 second'
    where answer is null`.execute(testApp.deps.db);
  expect(await send('d', async () => 'taken up')).toEqual({ kind: 'answered', answer: 'taken up' });
  never.open();
});
