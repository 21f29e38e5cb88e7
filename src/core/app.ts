import { createCatalogue, type Catalogue } from './catalogue/index.ts';
import { createContent, type Content } from './content/index.ts';
import { Outbox } from './kernel/outbox.ts';
import type { Publisher } from './kernel/email-layout.ts';
import { ApiTokens } from './api-tokens/index.ts';
import { Imports } from './imports/index.ts';
import { createLeads, type Leads } from './leads/index.ts';
import { createAccounts, type Accounts } from './accounts/index.ts';
import { createOrders, type Orders } from './orders/index.ts';
import type { Deps } from './deps.ts';
import type { JobHandlers } from './jobs.ts';

/** The business in five modules, without HTTP. */
export type App = {
  readonly catalogue: Catalogue;
  readonly content: Content;
  readonly leads: Leads;
  readonly orders: Orders;
  readonly accounts: Accounts;
  readonly imports: Imports;
  readonly apiTokens: ApiTokens;
  /** Background jobs by name, run by the worker. */
  readonly jobs: JobHandlers;
};

/** Puts the modules together. Starts nothing: the server calls functions, the worker runs jobs. */
export function createApp(deps: Deps): App {
  const content = createContent(deps);
  const catalogue = createCatalogue(deps, {
    getPublisherName: async () => (await content.getSiteInfo()).siteName,
  });
  const orders = createOrders({
    ...deps,
    catalogue,
    getCountryName: content.getCountryName,
    getTermsInForce: content.getTermsInForce,
    getPublisher: async () => {
      const { siteName, address, salesEmail, taxId, teamSeats, bank } = await content.getSiteInfo();
      return { siteName, address, salesEmail, taxId, teamSeats, bank };
    },
  });
  const getPublisher = async (): Promise<Publisher> => {
    const { siteName, salesEmail } = await content.getSiteInfo();
    return { name: siteName, origin: deps.origin, salesEmail };
  };
  const leads = createLeads({
    ...deps,
    catalogue,
    getCountryName: content.getCountryName,
    getPublisher,
  });
  const accounts = createAccounts({
    ...deps,
    getPublisher,
    getCountryName: content.getCountryName,
    queueGuestOrderAssignment: (tx, payload) =>
      deps.enqueue(tx, 'orders.assignGuestOrders', payload),
  });
  const imports = new Imports({
    ...deps,
    catalogue,
    listCodesOrderedSince: orders.listCodesOrderedSince,
  });
  const outbox = new Outbox(deps);
  const jobs: JobHandlers = {
    ...catalogue.jobs,
    ...orders.jobs,
    ...accounts.jobs,
    ...imports.jobs,
    'emails.send': async ({ id }: { id: number }) => void (await outbox.send(id)),
    'emails.sendDue': () => outbox.sendDue(),
  };
  return {
    catalogue,
    content,
    leads,
    orders,
    accounts,
    imports,
    apiTokens: new ApiTokens(deps),
    jobs,
  };
}
