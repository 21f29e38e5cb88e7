import type { Email, Tx, Deps } from '../deps.ts';

/** Tries before a letter is called failed; the waits between them double from half a minute to a quarter of an hour: about three days in all. */
const maxTries = 300;
const backoffMs = (failedTries: number): number =>
  Math.min(30_000 * 2 ** Math.min(failedTries, 10), 15 * 60_000);
/** Longer than a mail server may take (30 s). Milliseconds. */
const leaseMs = 40_000;

/** The letter is sent exactly if `tx` commits, and once: a second one with the same Message-ID is left out. */
export async function queueEmail(deps: Deps, tx: Tx, email: Email): Promise<void> {
  const { to, subject, messageId, ...body } = email;
  const now = deps.clock();
  const row = await tx
    .insertInto('outboxEmail')
    .values({
      recipient: to,
      subject,
      messageId,
      body,
      queuedAt: now,
      nextAttemptAt: now,
    })
    .onConflict((conflict) => conflict.column('messageId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row)
    await deps.enqueue(
      tx,
      'emails.send',
      { id: row.id },
      { dedupeKey: `email-${row.id}`, maxAttempts: 1, queueName: `emails-${row.id % 2}` },
    );
}

/** Sends one waiting letter, if nobody else is at it. What the mail server does not take waits for its next try; the last failure is its end. False where it was not taken. */
export async function sendEmail(deps: Deps, id: number): Promise<boolean> {
  const now = deps.clock();
  const row = await deps.db
    .updateTable('outboxEmail')
    .set({ claimedUntil: new Date(now.getTime() + leaseMs) })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', now)]))
    .returningAll()
    .executeTakeFirst();
  if (!row) return true;
  const triesSoFar = row.attemptCount + 1;
  try {
    await deps.email.send({
      ...row.body,
      to: row.recipient,
      subject: row.subject,
      messageId: row.messageId,
    });
  } catch (error) {
    const isLastTry = triesSoFar >= maxTries;
    await deps.db
      .updateTable('outboxEmail')
      .set({
        attemptCount: triesSoFar,
        lastError: String(error).slice(0, 500),
        claimedUntil: null,
        nextAttemptAt: new Date(deps.clock().getTime() + backoffMs(row.attemptCount)),
        ...(isLastTry ? { state: 'failed' } : {}),
      })
      .where('id', '=', id)
      .execute();
    if (isLastTry)
      deps.log.error({ letter: id }, 'a letter could not be sent in any try: a person must look');
    else if (triesSoFar >= 5)
      deps.log.warn(
        { letter: id, tried: triesSoFar },
        'a letter waits: the mail server does not take it',
      );
    return false;
  }
  await deps.db
    .updateTable('outboxEmail')
    .set({
      state: 'sent',
      sentAt: deps.clock(),
      attemptCount: triesSoFar,
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
export async function sendDueEmails(deps: Deps): Promise<void> {
  const due = await deps.db
    .selectFrom('outboxEmail')
    .select('id')
    .where('state', '=', 'queued')
    .where('nextAttemptAt', '<=', deps.clock())
    .orderBy('nextAttemptAt')
    .limit(1000)
    .execute();
  let failuresInARow = 0;
  for (const { id } of due) {
    // Three in a row that are not taken: the server is away, and the rest is due again in a minute.
    if (failuresInARow === 3) break;
    failuresInARow = (await sendEmail(deps, id)) ? 0 : failuresInARow + 1;
  }
  const nextClaimed = await deps.db
    .selectFrom('outboxEmail')
    .select('claimedUntil')
    .where('state', '=', 'queued')
    .where('claimedUntil', '>', deps.clock())
    .orderBy('claimedUntil')
    .executeTakeFirst();
  const claimEndsAt = nextClaimed?.claimedUntil;
  if (claimEndsAt)
    await deps.db.transaction().execute((tx) =>
      deps.enqueue(
        tx,
        'emails.sendDue',
        {},
        {
          dedupeKey: 'emails.sendDue:lease-end',
          queueName: 'emails.sendDue',
          runAt: new Date(claimEndsAt.getTime() + 1000),
        },
      ),
    );
}
