import type { Database } from '../deps.ts';
import { readWithoutIds } from '../kernel/row-pages.ts';
import type { ExportedParts } from '../kernel/streamed-json.model.ts';
import { listAnswersByEmails, listLeadsByEmails } from './leads.store.ts';
import { listSubscriptionsByEmails } from './subscribers.store.ts';

/** All that is stored about addresses: enquiries as they were sent, answers, and the newsletter. */
export async function exportLeadData(
  db: Database,
  emails: readonly string[],
): Promise<ExportedParts> {
  const addresses = emails.map((email) => email.toLowerCase());
  const subscriptions = await listSubscriptionsByEmails(db, addresses);
  return {
    enquiries: readWithoutIds((page) => listLeadsByEmails(db, addresses, page)),
    answers: readWithoutIds((page) => listAnswersByEmails(db, addresses, page)),
    newsletter: subscriptions[0] ?? null,
    ...(subscriptions.length > 1 ? { furtherNewsletters: subscriptions.slice(1) } : {}),
  };
}
