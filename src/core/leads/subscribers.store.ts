import { sql, type Selectable } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { DB } from '../kernel/database-types.ts';

export type SubscriptionState = Selectable<DB['subscriber']>['state'];

export type Subscriber = {
  readonly id: number;
  readonly email: string;
  /** 'pending' until its owner confirms it, 'confirmed', or 'unsubscribed'. */
  readonly state: SubscriptionState;
  /** The secret of the links that confirm and end the subscription. */
  readonly token: string;
};

const stateAfterRequest = sql<SubscriptionState>`
  case subscriber.state when 'confirmed' then 'confirmed' else 'pending' end`;

/** A new subscriber, or the one that the email has: pending again if it was unsubscribed. */
export const upsertSubscriber = (
  tx: Tx,
  values: { email: string; token: string; consent: string; requestedAt: Date },
): Promise<Subscriber> =>
  tx
    .insertInto('subscriber')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        state: stateAfterRequest,
      }),
    )
    .returning(['id', 'email', 'state', 'token'])
    .executeTakeFirstOrThrow();

export async function renewRequest(
  tx: Tx,
  id: number,
  { consent, requestedAt }: { consent: string; requestedAt: Date },
): Promise<void> {
  await tx.updateTable('subscriber').set({ consent, requestedAt }).where('id', '=', id).execute();
}

export const findSubscriber = (db: Database, token: string): Promise<Subscriber | undefined> =>
  db
    .selectFrom('subscriber')
    .select(['id', 'email', 'state', 'token'])
    .where('token', '=', token)
    .executeTakeFirst();

/** The same, locked against changes until `tx` ends. */
export const lockSubscriber = (tx: Tx, token: string): Promise<Subscriber | undefined> =>
  tx
    .selectFrom('subscriber')
    .select(['id', 'email', 'state', 'token'])
    .where('token', '=', token)
    .forUpdate()
    .executeTakeFirst();

export async function markConfirmed(tx: Tx, id: number, confirmedAt: Date): Promise<void> {
  await tx
    .updateTable('subscriber')
    .set({ state: 'confirmed', confirmedAt, unsubscribedAt: null })
    .where('id', '=', id)
    .execute();
}

export async function markUnsubscribed(tx: Tx, id: number, unsubscribedAt: Date): Promise<void> {
  await tx
    .updateTable('subscriber')
    .set({ state: 'unsubscribed', unsubscribedAt })
    .where('id', '=', id)
    .execute();
}

/** The subscriptions of these addresses, which are in lower case. */
export const listSubscriptionsByEmails = (db: Database, addresses: readonly string[]) =>
  db
    .selectFrom('subscriber')
    .select(['state', 'consent', 'requestedAt', 'confirmedAt', 'unsubscribedAt'])
    .where(sql<string>`lower(email::text)`, 'in', addresses)
    .orderBy('id')
    .execute();
