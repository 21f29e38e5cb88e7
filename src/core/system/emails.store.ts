import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { TroubledEmail } from './model.ts';

/** Emails that were given up first, then those that wait for longest. */
export async function listTroubledEmails(
  db: Database,
  now: Date,
  limit: number,
): Promise<TroubledEmail[]> {
  const rows = await db
    .selectFrom('outboxEmail')
    .select(['id', 'recipient', 'subject', 'state', 'attemptCount', 'lastError', 'queuedAt'])
    .select('nextAttemptAt')
    .where((where) =>
      where.or([
        where('state', '=', 'failed'),
        where.and([
          where('state', '=', 'queued'),
          where.or([where('attemptCount', '>', 0), where('heldUntil', '>', now)]),
        ]),
      ]),
    )
    .orderBy(sql`state = 'failed'`, 'desc')
    .orderBy('queuedAt')
    .limit(limit)
    .execute();
  return rows.map(({ recipient, state, attemptCount, lastError, ...row }) => ({
    ...row,
    to: recipient,
    state: nameState(state, attemptCount),
    attempts: attemptCount,
    lastError: lastError ?? undefined,
  }));
}

function nameState(state: string, attempts: number): TroubledEmail['state'] {
  if (state === 'failed') return 'failed';
  return attempts > 0 ? 'retrying' : 'held';
}

/** It is due now, as if it had never been tried. False for one that was sent meanwhile. */
export async function requeueEmail(tx: Tx, id: number, now: Date): Promise<boolean> {
  const requeued = await tx
    .updateTable('outboxEmail')
    .set({ state: 'queued', attemptCount: 0, nextAttemptAt: now, heldUntil: null })
    .where('id', '=', id)
    .where('state', '!=', 'sent')
    .returning('id')
    .executeTakeFirst();
  return requeued !== undefined;
}
