import { createCatalogue, type Catalogue } from './catalogue/index.ts';
import { createContent, type Content } from './content/index.ts';
import { Outbox } from './kernel/outbox.ts';
import type { Publisher } from './kernel/email-layout.ts';
import { ApiTokens } from './api-tokens/index.ts';
import { Imports, StaffImports } from './imports/index.ts';
import { FirstSetup } from './store/first-setup.ts';
import { Store } from './store/index.ts';
import { toPublisher } from './store/model.ts';
import { createLeads, type Leads } from './leads/index.ts';
import { createAccounts, type Accounts } from './accounts/index.ts';
import { createOrders, type Orders } from './orders/index.ts';
import { Staff } from './staff/index.ts';
import type { Deps } from './deps.ts';
import type { JobHandlers } from './jobs.ts';

export type { ImportView } from './imports/index.ts';

/** The business in six modules, without HTTP. */
export type App = {
  readonly store: Store;
  /** The first day of a store. */
  readonly firstSetup: FirstSetup;
  readonly catalogue: Catalogue;
  readonly content: Content;
  readonly leads: Leads;
  readonly orders: Orders;
  readonly accounts: Accounts;
  readonly imports: Imports;
  /** Imports and exports, for the back office. */
  readonly staffImports: StaffImports;
  readonly apiTokens: ApiTokens;
  readonly staff: Staff;
  /** Background jobs by name, run by the worker. */
  readonly jobs: JobHandlers;
};

/** Puts the modules together. Starts nothing: the server calls functions, the worker runs jobs. */
export function createApp(deps: Deps): App {
  const store = new Store(deps);
  const getSettings = () => store.getSettings();
  const content = createContent({ ...deps, getSettings });
  const catalogue = createCatalogue(deps, {
    getPublisherName: async () => (await getSettings()).name,
  });
  const orders = createOrders({
    ...deps,
    catalogue,
    findCountry: content.findCountry,
    getTermsInForce: content.getTermsInForce,
    getPublisher: async () => toPublisher(await getSettings()),
  });
  const people = { ...deps, getPublisher: createGetPublisher(deps, store) };
  const { getCountryName } = content;
  const leads = createLeads({ ...people, catalogue, getCountryName });
  const accounts = createAccounts({
    ...people,
    getCountryName,
    queueGuestOrderAssignment: (tx, payload) =>
      deps.enqueue(tx, 'orders.assignGuestOrders', payload),
  });
  const { listCodesOrderedSince } = orders;
  const getCurrency = async () => (await getSettings()).currency;
  const importDeps = { ...deps, catalogue, getCurrency, listCodesOrderedSince };
  const imports = new Imports(importDeps);
  const staffImports = new StaffImports(importDeps, imports);
  const jobs: JobHandlers = {
    ...catalogue.jobs,
    ...orders.jobs,
    ...accounts.jobs,
    ...imports.jobs,
    ...createOutboxJobs(deps),
  };
  const firstSetup = new FirstSetup(deps, store);
  const apiTokens = new ApiTokens(deps);
  const modules = { store, firstSetup, catalogue, content, leads, orders, accounts, imports };
  return { ...modules, staffImports, apiTokens, staff: new Staff(deps), jobs };
}

/** The publisher, as emails of leads and accounts name them. */
const createGetPublisher = (deps: Deps, store: Store) => async (): Promise<Publisher> => {
  const { name, contact } = await store.getSettings();
  return { name, origin: deps.origin, salesEmail: contact.salesEmail };
};

function createOutboxJobs(deps: Deps): Pick<JobHandlers, 'emails.send' | 'emails.sendDue'> {
  const outbox = new Outbox(deps);
  return {
    'emails.send': async ({ id }: { id: number }) => void (await outbox.send(id)),
    'emails.sendDue': () => outbox.sendDue(),
  };
}
