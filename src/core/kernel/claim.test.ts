import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Tx } from '../deps.ts';
import {
  Claims,
  GoOnLater,
  LostClaimError,
  type Held,
  type ClaimOptions,
  Renewal,
} from './claim.ts';

let database: TestDatabase;
const log = { info: () => {}, warn: () => {}, error: () => {} };
const toldOf: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase('empty');
});
afterAll(() => database?.drop());

/** As another process would have it. */
const createClaims = (options: Partial<ClaimOptions> = {}): Claims =>
  new Claims(
    {
      db: database.db,
      sleep: (ms) => sleep(ms),
      generateSecret: () => crypto.randomUUID(),
      log,
    },
    {
      table: 'long_work',
      onGiveUp: async (tx, id, error) => {
        toldOf.push(error);
        await tx
          .updateTable('longWork')
          .set({ failure: error, state: 'failed', finishedAt: sql`clock_timestamp()` })
          .where('id', '=', id)
          .execute();
      },
      waitMs: () => 0,
      ...options,
    },
  );

async function addRow(): Promise<number> {
  const { id } = await database.db
    .insertInto('longWork')
    .values({
      kind: 'test',
      title: 'Test',
      verb: 'report.edit',
      actor: '{}',
      actorName: 'Anna',
      formKey: crypto.randomUUID(),
      input: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const readRow = (id: number) =>
  database.db.selectFrom('longWork').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const setDone =
  (id: number, done: number) =>
  async (tx: Tx): Promise<void> => {
    await tx.updateTable('longWork').set({ done }).where('id', '=', id).execute();
  };

async function takeOrThrow(claims: Claims, id: number) {
  const claim = await claims.take(id);
  if (!claim) throw new Error('it was not due');
  return claim;
}

test('of any number who ask at once one has the row, and a finished row is nobody’s', async () => {
  const claims = createClaims();
  const id = await addRow();
  const asked = await Promise.all(Array.from({ length: 8 }, () => claims.take(id)));
  const [claim] = asked.flatMap((one) => one ?? []);
  expect(asked.filter(Boolean)).toHaveLength(1);
  expect(claim && (await claims.perform(claim, async () => {}))).toEqual({ kind: 'done' });
  expect(await readRow(id)).toMatchObject({ dueAt: null, claimToken: null });
  expect(await claims.take(id)).toBeUndefined();
});

test('those who take what is due get different rows', async () => {
  const claims = createClaims();
  const ids = [await addRow(), await addRow(), await addRow()];
  const taken = (await Promise.all([claims.takeDue(2), claims.takeDue(2)])).flat();
  expect(taken.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids);
  for (const claim of taken) await claims.perform(claim, async () => {});
});

test('who lost their claim commits nothing, and what the next one commits stays', async () => {
  const slow = createClaims({ leaseMs: 1 });
  const id = await addRow();
  // Its process hangs: nothing renews the lease.
  const hung = await takeOrThrow(slow, id);
  const next = createClaims();
  await waitUntil('the lease has ended', async () => (await next.listDue(10)).includes(id));
  const taken = await takeOrThrow(next, id);
  expect(taken.tries).toBe(2);
  expect(await slow.perform(hung, (held) => held.commit(setDone(id, 1)))).toEqual({
    kind: 'lost',
  });
  expect(await readRow(id)).toMatchObject({ done: 0, claimToken: taken.token });
  expect(await next.perform(taken, (held) => held.finish(setDone(id, 2)))).toEqual({
    kind: 'done',
  });
  expect(await readRow(id)).toMatchObject({ done: 2, dueAt: null });
});

test('work that runs longer than its lease keeps it', async () => {
  const claims = createClaims({ leaseMs: 1500 });
  const id = await addRow();
  const claim = await takeOrThrow(claims, id);
  const { dueAt } = await readRow(id);
  await claims.perform(claim, async () => {
    await waitUntil('it was renewed twice', async () => {
      const { dueAt: now } = await readRow(id);
      expect(await createClaims().take(id)).toBeUndefined();
      return Number(now) > Number(dueAt) + 800;
    });
  });
  expect(await readRow(id)).toMatchObject({ dueAt: null, tries: 1 });
});

test('the same error three times in a row ends it with a sentence, and tells', async () => {
  const claims = createClaims();
  const id = await addRow();
  const fail = async () => {
    throw new Error('Row 7 can’t be read.');
  };
  const outcomes = [];
  for (let i = 0; i < 3; i++)
    outcomes.push((await claims.perform(await takeOrThrow(claims, id), fail)).kind);
  expect(outcomes).toEqual(['waits', 'waits', 'given-up']);
  expect(toldOf.at(-1)).toBe('Row 7 can’t be read.');
  expect(await readRow(id)).toMatchObject({ state: 'failed', dueAt: null });
});

test('an error after a step begins to count anew, and other errors too', async () => {
  const claims = createClaims();
  const id = await addRow();
  const tryOnce = async (message: string, hasStep: boolean) =>
    (
      await claims.perform(await takeOrThrow(claims, id), async (held) => {
        if (hasStep) await held.commit(async () => {});
        throw new Error(message);
      })
    ).kind;
  const kinds = [];
  for (let i = 0; i < 4; i++) kinds.push(await tryOnce('the same', true));
  for (const message of ['one', 'two', 'one', 'two']) kinds.push(await tryOnce(message, false));
  expect(new Set(kinds)).toEqual(new Set(['waits']));
});

test('what ends its process each time is given up, and so is what the database refuses for long', async () => {
  const claims = createClaims({ maxTries: 4 });
  const killing = await addRow();
  for (let i = 0; i < 4; i++) {
    await takeOrThrow(claims, killing);
    await sql`update long_work set due_at = now() where id = ${killing}`.execute(database.db);
  }
  const last = await takeOrThrow(claims, killing);
  let wasTried = false;
  const outcome = await claims.perform(last, async () => void (wasTried = true));
  expect([outcome.kind, wasTried]).toEqual(['given-up', false]);

  const full = await addRow();
  const fail = async () => {
    throw Object.assign(new Error('could not extend file'), { code: '53100' });
  };
  const kinds = [];
  for (let i = 0; i < 4; i++)
    kinds.push((await claims.perform(await takeOrThrow(claims, full), fail)).kind);
  expect(kinds).toEqual(['waits', 'waits', 'waits', 'given-up']);
});

test('a wait is kept, grows, and one that a clock ahead wrote is over', async () => {
  const claims = createClaims({ waitMs: (failedTries) => failedTries * 3_600_000 });
  const id = await addRow();
  const fail = async () => {
    throw new Error('later');
  };
  expect(await claims.perform(await takeOrThrow(claims, id), fail)).toEqual({
    kind: 'waits',
    waitMs: 3_600_000,
  });
  expect(await claims.take(id)).toBeUndefined();
  await sql`update long_work set due_at = now() + interval '3 years' where id = ${id}`.execute(
    database.db,
  );
  expect(await claims.perform(await takeOrThrow(claims, id), fail)).toMatchObject({
    waitMs: 7_200_000,
  });
  await database.db.transaction().execute((tx) => claims.offer(tx, id));
  const claim = await takeOrThrow(claims, id);
  const later = async () => {
    throw new GoOnLater(60_000);
  };
  expect(await claims.perform(claim, later)).toEqual({ kind: 'waits', waitMs: 60_000 });
  expect(await readRow(id)).toMatchObject({ tries: 0 });
});

test('a clock of the program decides where it wrote the times', async () => {
  let now = Date.now() + 10 * 86_400_000;
  const claims = createClaims({ clock: () => new Date(now), longestWaitMs: 3_600_000 });
  const id = await addRow();
  const wait = (waitMs: number) => async (claim: Parameters<Claims['perform']>[0]) =>
    claims.perform(claim, (held) =>
      held.end(async (tx) => {
        await setDone(id, waitMs)(tx);
        return { waitMs, error: 'not yet' };
      }),
    );
  expect(await wait(60_000)(await takeOrThrow(claims, id))).toEqual({
    kind: 'waits',
    waitMs: 60_000,
  });
  expect(await readRow(id)).toMatchObject({ done: 60_000, lastError: 'not yet', claimToken: null });
  expect(await claims.take(id)).toBeUndefined();
  const asked = await claims.takeAtOnce(id);
  expect(asked).toBeDefined();
  expect(await claims.takeAtOnce(id)).toBeUndefined();
  const leaseMs = await claims.getNextLeaseEndMs();
  expect(Math.round(leaseMs ?? 0)).toBe(30_000);
  now += 30_001;
  const taken = await takeOrThrow(claims, id);
  // What has happened outside is so, whoever has the row; what only failed is not written.
  expect(asked && (await wait(1)(asked))).toEqual({ kind: 'lost' });
  const sent = (held: Held) => held.finishEvenIfLost(setDone(id, 7));
  expect(asked && (await claims.perform(asked, sent))).toEqual({ kind: 'done' });
  expect(await readRow(id)).toMatchObject({ done: 7, dueAt: null, claimToken: null });
  expect(await claims.perform(taken, (held) => held.commit(setDone(id, 8)))).toEqual({
    kind: 'lost',
  });
});

test('a lease that could not be renewed is renewed the next time, until it is lost', async () => {
  const answers = [new Error('the database is away'), true, false];
  let asked = 0;
  const renewal = new Renewal({ sleep: async () => {}, log }, 1500, async () => {
    const answer = answers[asked++];
    if (answer instanceof Error) throw answer;
    return answer === true;
  });
  await waitUntil('it was asked thrice', async () => asked >= 3);
  await sleep(20);
  expect(asked).toBe(3);
  renewal.end();
});

test('what is withdrawn is taken up by nobody, and who has it notices', async () => {
  const claims = createClaims();
  const id = await addRow();
  const claim = await takeOrThrow(claims, id);
  const withdraw = () => database.db.transaction().execute((tx) => claims.withdraw(tx, id));
  const outcome = await claims.perform(claim, async (held) => {
    expect(await withdraw()).toBe(true);
    await expect(held.check()).rejects.toBeInstanceOf(LostClaimError);
    await held.commit(setDone(id, 5));
  });
  expect(outcome).toEqual({ kind: 'lost' });
  expect(await readRow(id)).toMatchObject({ done: 0, dueAt: null });
  expect(await withdraw()).toBe(false);
});
