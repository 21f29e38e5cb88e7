import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import { offered } from '../kernel/claim.ts';
import type { SmtpOutcome } from '../kernel/smtp-outcomes.model.ts';
import type { RefusedSender, TroubledEmail } from './model.ts';

/** Emails that were given up first, then those that wait for longest. */
export async function listTroubledEmails(
  db: Database,
  now: Date,
  limit: number,
): Promise<TroubledEmail[]> {
  const rows = await db
    .selectFrom('outboxEmail')
    .select(['id', 'recipient', 'subject', 'state', 'attemptCount', 'lastError', 'queuedAt'])
    .select('dueAt')
    .select(sql<SmtpOutcome | null>`trouble`.as('trouble'))
    .where((where) =>
      where.or([
        where.and([where('state', '=', 'failed'), where('settledAt', 'is', null)]),
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

/** Emails that wait, or were given up, since the sender is refused; undefined if none is. */
export async function findRefusedSender(db: Database): Promise<RefusedSender | undefined> {
  const refused = db
    .selectFrom('outboxEmail')
    .where('trouble', '=', 'sender')
    .where((where) =>
      where.or([
        where('state', '=', 'queued'),
        where.and([where('state', '=', 'failed'), where('settledAt', 'is', null)]),
      ]),
    );
  const { emails } = await refused
    .select((eb) => eb.fn.countAll<number>().as('emails'))
    .executeTakeFirstOrThrow();
  const newest = await refused
    .select('lastError')
    .orderBy('triedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest && { emails, reason: newest.lastError ?? '' };
}

/** Nobody has to do anything about it any more. False if it is not given up. */
export async function settleEmail(tx: Tx, id: number, now: Date): Promise<boolean> {
  const settled = await tx
    .updateTable('outboxEmail')
    .set({ settledAt: now })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where('settledAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return settled !== undefined;
}

/** It is due now, as if it had never been tried. False for one that was sent meanwhile. */
export async function requeueEmail(tx: Tx, id: number, now: Date): Promise<boolean> {
  const requeued = await tx
    .updateTable('outboxEmail')
    .set({
      state: 'queued',
      attemptCount: 0,
      unclearCount: 0,
      trouble: null,
      ...offered(now),
      heldUntil: null,
      settledAt: null,
    })
    .where('id', '=', id)
    .where('state', '!=', 'sent')
    .returning('id')
    .executeTakeFirst();
  return requeued !== undefined;
}
