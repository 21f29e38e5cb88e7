import type { Letter, Tx, World } from '../world.ts';

/** Tries before a letter is called failed; the waits between them double from half a minute to a quarter of an hour: about three days in all. */
const tries = 300;
const patience = (tried: number): number =>
  Math.min(30_000 * 2 ** Math.min(tried, 10), 15 * 60_000);
/** Longer than a mail server may take (30 s). Milliseconds. */
const lease = 40_000;

/** The letter is sent exactly if `tx` commits, and once: a second one with the same Message-ID is left out. */
export async function post(world: World, tx: Tx, letter: Letter): Promise<void> {
  const { to, subject, messageId, ...body } = letter;
  const now = world.clock();
  const row = await tx
    .insertInto('letter')
    .values({ to, subject, messageId, body: JSON.stringify(body), writtenAt: now, nextAt: now })
    .onConflict((conflict) => conflict.column('messageId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row)
    await world.later(
      tx,
      'post.send',
      { id: row.id },
      { key: `letter-${row.id}`, maxAttempts: 1, queue: `letters ${row.id % 2}` },
    );
}

/** Sends one waiting letter, if nobody else is at it. What the mail server does not take waits for its next try; the last failure is its end. False where it was not taken. */
export async function send(world: World, id: number): Promise<boolean> {
  const now = world.clock();
  const row = await world.db
    .updateTable('letter')
    .set({ claimedUntil: new Date(now.getTime() + lease) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', now)]))
    .returningAll()
    .executeTakeFirst();
  if (!row) return true;
  const body = row.body as unknown as Omit<Letter, 'to' | 'subject' | 'messageId'>;
  const tried = row.tries + 1;
  try {
    await world.mail.send({ ...body, to: row.to, subject: row.subject, messageId: row.messageId });
  } catch (error) {
    const last = tried >= tries;
    await world.db
      .updateTable('letter')
      .set({
        tries: tried,
        lastError: String(error).slice(0, 500),
        claimedUntil: null,
        nextAt: new Date(world.clock().getTime() + patience(row.tries)),
        ...(last ? { state: 'failed' } : {}),
      })
      .where('id', '=', id)
      .execute();
    if (last)
      world.log.error({ letter: id }, 'a letter could not be sent in any try: a person must look');
    else if (tried >= 5)
      world.log.warn({ letter: id, tried }, 'a letter waits: the mail server does not take it');
    return false;
  }
  await world.db
    .updateTable('letter')
    .set({
      state: 'sent',
      sentAt: world.clock(),
      tries: tried,
      lastError: null,
      claimedUntil: null,
    })
    .where('id', '=', id)
    .execute();
  return true;
}

/**
 * Sends every letter that is due, oldest first: run at start and every minute. One that another holds is looked at again as soon as its lease
 * ends, so that no killed process keeps one back for longer.
 */
export async function sweep(world: World): Promise<void> {
  const due = await world.db
    .selectFrom('letter')
    .select('id')
    .where('state', '=', 'waiting')
    .where('nextAt', '<=', world.clock())
    .orderBy('nextAt')
    .limit(1000)
    .execute();
  let refused = 0;
  for (const { id } of due) {
    // Three in a row that are not taken: the server is away, and the rest is due again in a minute.
    if (refused === 3) break;
    refused = (await send(world, id)) ? 0 : refused + 1;
  }
  const held = await world.db
    .selectFrom('letter')
    .select('claimedUntil')
    .where('state', '=', 'waiting')
    .where('claimedUntil', '>', world.clock())
    .orderBy('claimedUntil')
    .executeTakeFirst();
  const ends = held?.claimedUntil;
  if (ends)
    await world.db.transaction().execute((tx) =>
      world.later(
        tx,
        'post.sweep',
        {},
        {
          key: 'post.sweep of a held letter',
          queue: 'post.sweep',
          runAt: new Date(ends.getTime() + 1000),
        },
      ),
    );
}
