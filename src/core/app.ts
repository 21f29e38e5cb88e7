import { createCatalogue, type Catalogue } from './catalogue/index.ts';
import { createContent, type Content } from './content/index.ts';
import { sendEmail, sendDueEmails } from './kernel/outbox.ts';
import { createLeads, type Leads } from './leads/index.ts';
import { createAccounts, type Accounts } from './accounts/index.ts';
import { createOrders, type Orders } from './orders/index.ts';
import type { Deps } from './deps.ts';
import type { JobHandlers } from './jobs.ts';

/** What the core gives: five words, each with its verbs. Whoever has the shop has the business, and nothing of HTTP. */
export type App = {
  readonly catalogue: Catalogue;
  readonly content: Content;
  readonly leads: Leads;
  readonly orders: Orders;
  readonly accounts: Accounts;
  /** Background jobs by name: called by the worker. */
  readonly jobs: JobHandlers;
};

/** The business over one world. Nothing runs yet afterwards; the worker calls jobs, the server calls verbs. */
export function createApp(deps: Deps): App {
  const content = createContent(deps);
  const catalogue = createCatalogue(deps, {
    getPublisherName: async () => (await content.getSiteInfo()).siteName,
  });
  const orders = createOrders(deps, {
    catalogue,
    getCountryName: content.getCountryName,
    getTermsInForce: content.getTermsInForce,
    getPublisher: async () => {
      const { siteName, address, salesEmail, taxId, teamSeats, bank } = await content.getSiteInfo();
      return { siteName, address, salesEmail, taxId, teamSeats, bank };
    },
  });
  const leads = createLeads(deps, {
    catalogue,
    getCountryName: content.getCountryName,
    getSiteInfo: content.getSiteInfo,
  });
  const accounts = createAccounts(deps, {
    getSiteName: async () => (await content.getSiteInfo()).siteName,
    getCountryName: content.getCountryName,
  });
  const jobs: JobHandlers = {
    ...orders.jobs,
    ...accounts.jobs,
    'emails.send': async ({ id }: { id: number }) => void (await sendEmail(deps, id)),
    'emails.sendDue': () => sendDueEmails(deps),
  };
  return { catalogue, content, leads, orders, accounts, jobs };
}
