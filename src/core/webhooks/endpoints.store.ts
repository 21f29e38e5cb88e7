import type { Database, Tx } from '../deps.ts';
import type { OutgoingEventType } from '../kernel/outgoing-event.model.ts';
import type { WebhookEndpoint } from './model.ts';

const columns = ['id', 'url', 'events', 'createdAt', 'failingSince', 'disabledAt'] as const;

export const listEndpointRows = (db: Database | Tx): Promise<WebhookEndpoint[]> =>
  db.selectFrom('webhookEndpoint').select(columns).orderBy('id').execute();

export const findEndpoint = (db: Database, id: number): Promise<WebhookEndpoint | undefined> =>
  db.selectFrom('webhookEndpoint').select(columns).where('id', '=', id).executeTakeFirst();

/** The same, locked against changes until `tx` ends. */
export const lockEndpoint = (tx: Tx, id: number): Promise<WebhookEndpoint | undefined> =>
  tx
    .selectFrom('webhookEndpoint')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export async function insertEndpoint(
  tx: Tx,
  endpoint: {
    readonly url: string;
    readonly events: OutgoingEventType[];
    readonly secretSalt: string;
    readonly createdAt: Date;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('webhookEndpoint')
    .values(endpoint)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type EndpointChange = {
  readonly url?: string;
  readonly events?: OutgoingEventType[];
  readonly secretSalt?: string;
  readonly failingSince?: Date | null;
  readonly disabledAt?: Date | null;
};

export async function updateEndpoint(tx: Tx, id: number, change: EndpointChange): Promise<void> {
  await tx.updateTable('webhookEndpoint').set(change).where('id', '=', id).execute();
}

export async function deleteEndpoint(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('webhookEndpoint').where('id', '=', id).execute();
}

/** Where owners read, who hear that an endpoint was disabled. */
export const listOwners = (tx: Tx): Promise<{ email: string; name: string }[]> =>
  tx
    .selectFrom('staff')
    .select(['email', 'name'])
    .where('role', '=', 'owner')
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .execute();
