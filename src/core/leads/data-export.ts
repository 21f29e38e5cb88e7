import type { Database } from '../deps.ts';
import { listLeadsByEmail } from './leads.store.ts';
import { findSubscriptionByEmail } from './subscribers.store.ts';

/** All that is stored about an email: enquiries as they were sent, and the newsletter. */
export async function exportLeadData(db: Database, email: string): Promise<object> {
  return {
    enquiries: await listLeadsByEmail(db, email),
    newsletter: (await findSubscriptionByEmail(db, email)) ?? null,
  };
}
