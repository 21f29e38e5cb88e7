import type { Database } from '../deps.ts';
import { listAnswersByEmails, listLeadsByEmails } from './leads.store.ts';
import { listSubscriptionsByEmails } from './subscribers.store.ts';

/** All that is stored about addresses: enquiries as they were sent, answers, and the newsletter. */
export async function exportLeadData(
  db: Database,
  emails: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const addresses = emails.map((email) => email.toLowerCase());
  const subscriptions = await listSubscriptionsByEmails(db, addresses);
  return {
    enquiries: await listLeadsByEmails(db, addresses),
    answers: await listAnswersByEmails(db, addresses),
    newsletter: subscriptions[0] ?? null,
    ...(subscriptions.length > 1 ? { furtherNewsletters: subscriptions.slice(1) } : {}),
  };
}
