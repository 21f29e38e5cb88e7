import { Announcements } from './announcements/index.ts';
import { Catalogue, findSlugOwner } from './catalogue/index.ts';
import { undoSearchWords } from './catalogue/search/search-words.ts';
import { Content } from './content/index.ts';
import { Export, type ExportSource } from './kernel/exports.ts';
import { LongWork } from './kernel/long-work.ts';
import { Schedule } from './kernel/schedule.ts';
import { Outbox } from './kernel/outbox.ts';
import { OutboxPersonalData } from './kernel/outbox-person.ts';
import type { Publisher } from './kernel/email-layout.ts';
import { ApiTokens } from './api-tokens/index.ts';
import type { ImportDeps } from './imports/deps.ts';
import { Imports } from './imports/index.ts';
import { StaffImports } from './imports/staff-imports.ts';
import { ImportUploads } from './imports/uploads.ts';
import { Uploads } from './uploads/index.ts';
import { FirstSetup } from './store/first-setup.ts';
import { Store } from './store/index.ts';
import { EmailTexts } from './store/email-texts.ts';
import { Policies } from './store/policies/policies.ts';
import { Redirects } from './store/redirects/redirects.ts';
import { Services } from './store/services.ts';
import type { DaySpan } from './kernel/time-zone.model.ts';
import { toLetterhead, toPublisher } from './store/model.ts';
import { Media } from './media/index.ts';
import { buildSampleLeadEmails } from './leads/sample-emails.ts';
import { Leads } from './leads/index.ts';
import { buildSampleAccountEmails } from './accounts/sample-emails.ts';
import { Accounts } from './accounts/index.ts';
import { People } from './people/index.ts';
import { listCodesOrderedSince, Orders } from './orders/index.ts';
import { buildSampleOrderEmails } from './orders/emails/sample-emails.ts';
import { Staff } from './staff/index.ts';
import type { UndoHandlers } from './staff/undo.model.ts';
import { StaffSearch } from './staff-search/index.ts';
import { System } from './system/index.ts';
import { Webhooks } from './webhooks/index.ts';
import type { Deps, GivenDeps, Tx } from './deps.ts';
import { Kernel } from './kernel/index.ts';
import { AnswerOnce } from './kernel/answer-once.ts';
import { forgetSentForms } from './kernel/sent-forms.ts';
import type { JobHandlers } from './jobs.ts';

export type { ImportView } from './imports/staff-imports.ts';

/** The business, module by module, without HTTP. */
export type App = {
  readonly store: Store;
  readonly emailTexts: EmailTexts;
  readonly policies: Policies;
  readonly redirects: Redirects;
  /** The first day of a store. */
  readonly firstSetup: FirstSetup;
  readonly catalogue: Catalogue;
  readonly content: Content;
  /** Work that takes longer than a request: bulk changes, exports, undoing, imports. */
  readonly longWork: LongWork;
  /** Lists of the back office as files. */
  readonly exports: ReturnType<typeof createExports>;
  /** The library of pictures. */
  readonly media: Media;
  readonly leads: Leads;
  readonly orders: Orders;
  readonly accounts: Accounts;
  /** Customers, and what is kept of anybody, for staff. */
  readonly people: People;
  readonly imports: Imports;
  /** Files for the reports of an import, as they were sent. */
  readonly importUploads: ImportUploads;
  /** Imports and exports, for the back office. */
  readonly staffImports: StaffImports;
  readonly apiTokens: ApiTokens;
  /** Files that come in several requests. */
  readonly uploads: Uploads;
  /** The services outside, and whether they answer. */
  readonly services: Services;
  readonly staff: Staff;
  readonly system: System;
  readonly staffSearch: StaffSearch;
  /** Tells other programs of events. */
  readonly webhooks: Webhooks;
  /** A request that is sent again has its first answer. */
  readonly answerOnce: AnswerOnce;
  /** Background jobs by name, run by the worker. */
  readonly jobs: JobHandlers;
};

/** Puts the modules together. Starts nothing: the server calls functions, the worker runs jobs. */
export function createApp(given: GivenDeps): App {
  const announcements = new Announcements(given);
  const { deps } = new Kernel({ ...given, invalidate: announcements.invalidate });
  const store = new Store(deps);
  const getSettings = () => store.getSettings();
  const media = new Media(deps);
  const content = new Content({ ...deps, getSettings });
  const longWork = new LongWork(deps);
  const catalogue = createCatalogueOver(deps, { longWork, store });
  const orders = createOrdersOver(deps, catalogue, { content, store });
  const publishing = { ...deps, getPublisher: createGetPublisher(deps, store) };
  const getCountryName = (id: number) => content.getCountryName(id);
  const getCurrency = async (tx?: Tx) => (await store.getSettings(tx)).currency;
  const leads = new Leads({
    ...publishing,
    longWork,
    catalogue,
    getCountryName,
    getCurrency,
    getPost: (kind, slug) => content.getPost(kind, slug),
    listOrdersByEmails: (emails) => orders.personOrders.listByEmails(emails),
  });
  const accounts = new Accounts({
    ...publishing,
    getCountryName,
    queueGuestOrderAssignment: (tx, payload) =>
      deps.enqueue(tx, 'orders.assignGuestOrders', payload),
  });
  const importing = createImports({
    ...deps,
    listLicences: async (tx) => (await store.getSettings(tx)).licences,
    longWork,
    catalogue,
    getCurrency,
    listCodesOrderedSince,
  });
  const webhooks = new Webhooks(publishing);
  const people = createPeopleOver(deps, { leads, orders, accounts, webhooks });
  const modules = {
    store,
    longWork,
    catalogue,
    content,
    leads,
    orders,
    accounts,
    media,
    uploads: new Uploads(deps),
    answerOnce: new AnswerOnce(deps),
    ...importing,
  };
  const officeModules = { store, leads, content, catalogue, media, webhooks };
  const office = createOffice(publishing, officeModules);
  const exports = createExports(deps, { longWork, catalogue, orders, leads, staff: office.staff });
  const firstSetup = new FirstSetup(deps, store, office.staff.firstOwner);
  const jobs = collectJobs(deps, { ...modules, ...office, announcements });
  return { ...modules, exports, firstSetup, people, ...office, jobs };
}

/** Reports, with what they need of the settings. */
const createCatalogueOver = (deps: Deps, { longWork, store }: Pick<App, 'longWork' | 'store'>) =>
  new Catalogue(deps, {
    longWork,
    getLetterhead: async (tx) => toPublisher(await store.getSettings(tx)).letterhead,
    getNewDelivery: async (tx) => (await store.getSettings(tx)).newReports.delivery,
    listLicences: async (tx) => (await store.getSettings(tx)).licences,
    listPageAddresses: (tx) => store.holdPageAddresses(tx),
  });

/** Orders, with what they need of the texts and the settings. */
const createOrdersOver = (
  deps: Deps,
  catalogue: Catalogue,
  { content, store }: { readonly content: Content; readonly store: Store },
): Orders =>
  new Orders({
    ...deps,
    catalogue,
    findCountry: (id) => content.findCountry(id),
    getTermsInForce: () => content.getTermsInForce(),
    getPublisher: async () => toPublisher(await store.getSettings()),
    isStoreSetUp: () => store.isSetUp(),
  });

function createImports(deps: ImportDeps) {
  const imports = new Imports(deps);
  const importUploads = new ImportUploads(deps);
  const staffImports = new StaffImports(deps, imports, importUploads);
  return { imports, importUploads, staffImports };
}

type ExportModules = Pick<App, 'longWork' | 'catalogue' | 'orders' | 'leads' | 'staff'>;

/** Lists that can be taken away as files, each by its own verb. */
function createExports(deps: Deps, modules: ExportModules) {
  const { longWork, catalogue, orders, leads, staff } = modules;
  const { words: searchWords } = catalogue.search;
  const create = <Input>(name: string, source: ExportSource<Input>): Export<Input> =>
    new Export(deps, longWork, name, source);
  return {
    orders: create('orders', {
      verb: 'order.export',
      title: 'Export orders',
      open: (actor, filter: Parameters<typeof orders.staff.lists.exportOrders>[1]) =>
        orders.staff.lists.exportOrders(actor, filter),
    }),
    ledger: create('ledger', {
      verb: 'order.export',
      title: 'Export invoices and credit notes',
      open: (actor, span: DaySpan) => orders.ledger.exportRows(actor, span),
    }),
    enquiries: create('enquiries', {
      verb: 'enquiry.export',
      title: 'Export enquiries',
      open: (actor, filter: Parameters<typeof leads.inbox.sheet.exportEnquiries>[1]) =>
        leads.inbox.sheet.exportEnquiries(actor, filter),
    }),
    subscribers: create('subscribers', {
      verb: 'subscriber.export',
      title: 'Export subscribers',
      open: (actor, filter: Parameters<typeof leads.subscribers.exportCsv>[1]) =>
        leads.subscribers.exportCsv(actor, filter),
    }),
    searchWords: create('search-words', {
      verb: 'synonym.edit',
      title: 'Export search words',
      open: (actor, filter: Parameters<typeof searchWords.exportCsv>[1]) =>
        searchWords.exportCsv(actor, filter),
    }),
    audit: create('audit', {
      verb: 'audit.read',
      title: 'Export the audit log',
      open: (actor, filter: Parameters<typeof staff.auditLog.exportCsv>[1]) =>
        staff.auditLog.exportCsv(actor, filter),
    }),
  };
}

const buildSampleEmails = (publisher: Publisher) => ({
  ...buildSampleOrderEmails({ publisher, origin: publisher.origin }),
  ...buildSampleLeadEmails(publisher),
  ...buildSampleAccountEmails(publisher),
});

type JobModules = Pick<
  App,
  | 'longWork'
  | 'catalogue'
  | 'content'
  | 'orders'
  | 'accounts'
  | 'leads'
  | 'imports'
  | 'importUploads'
  | 'media'
  | 'uploads'
  | 'webhooks'
  | 'system'
> & { readonly announcements: Announcements };

/** Every job, by the module that does it. */
const collectJobs = (deps: Deps, { media, ...modules }: JobModules): JobHandlers => ({
  ...modules.catalogue.jobs,
  ...new Schedule(deps, {
    ...modules.catalogue.scheduled,
    ...modules.content.posts.scheduled,
    ...modules.leads.issues.scheduled,
  }).jobs,
  ...modules.orders.jobs,
  ...modules.accounts.jobs,
  ...modules.leads.issues.jobs,
  ...modules.imports.jobs,
  ...modules.importUploads.jobs,
  ...modules.webhooks.jobs,
  ...modules.longWork.jobs,
  ...modules.uploads.jobs,
  'staff.forgetSentForms': () => forgetSentForms(deps.db),
  'media.removeUnused': () => media.removeUnused(),
  ...modules.system.jobs,
  ...deps.fileCleaning.jobs,
  ...createOutboxJobs(deps),
  ...modules.announcements.jobs,
});

type OfficeModules = Pick<App, 'store' | 'leads' | 'content' | 'catalogue' | 'media' | 'webhooks'>;

/** Builds the modules that staff alone work with. */
function createOffice(
  deps: Deps & { readonly getPublisher: () => Promise<Publisher> },
  { store, leads, content, catalogue, media, webhooks }: OfficeModules,
) {
  // A module that can take its verbs back adds them here, by verb.
  const redirects = new Redirects(deps);
  const undoHandlers: UndoHandlers = {
    ...leads.inbox.undoHandlers,
    'author.edit': catalogue.authorEditing.undo,
    'industry.edit': catalogue.industryEditing.undo,
    ...catalogue.editing.undoing.handlers,
    ...content.undoHandlers,
    ...leads.issues.undo.handlers,
    'synonym.edit': undoSearchWords,
    'settings.edit': store.undoChange,
    'site.edit': store.undoChange,
    'navigation.edit': store.undoChange,
    'policy.publish': store.undoChange,
    'redirect.edit': redirects.undoChange,
    'media.edit': (tx, entry) => media.editing.undo(tx, entry),
    ...webhooks.undoHandlers,
  };
  return {
    emailTexts: new EmailTexts(deps, store, buildSampleEmails),
    policies: new Policies({ ...deps, findAddressOwner: findSlugOwner }, store),
    redirects,
    webhooks,
    staff: new Staff({ ...deps, undoHandlers }),
    staffSearch: new StaffSearch({
      ...deps,
      findReportIds: (words, limit) => catalogue.search.findIds(words, limit),
    }),
    system: new System(deps),
    apiTokens: new ApiTokens(deps),
    services: new Services(deps, async () => toLetterhead(await store.getSettings())),
  };
}

/** Builds the module of people over all modules that keep something of them. */
function createPeopleOver(
  deps: Deps,
  { leads, orders, accounts, webhooks }: Pick<App, 'leads' | 'orders' | 'accounts' | 'webhooks'>,
): People {
  const { personOrders, personalData } = orders;
  return new People({
    ...deps,
    // Accounts come after orders, whose rows name them.
    personalData: [
      leads.personalData,
      personalData,
      accounts.personalData,
      new OutboxPersonalData(deps),
      webhooks.personalData,
    ],
    listUnfinishedOrders: personalData.listUnfinished,
    listOrdersByCustomer: personOrders.listByCustomer.bind(personOrders),
    listEnquiriesByEmail: (email) => leads.inbox.reading.listByEmail(email),
    preparePasswordReset: () => accounts.passwordReset.prepareLink(),
  });
}

/** The publisher, as emails of leads and accounts name them. */
const createGetPublisher =
  (deps: Deps, store: Store) =>
  async (tx?: Tx): Promise<Publisher> => {
    const settings = await store.getSettings(tx);
    const { origin } = deps;
    return { ...toLetterhead(settings), origin, salesEmail: settings.contact.salesEmail };
  };

function createOutboxJobs(deps: Deps): Pick<JobHandlers, 'emails.send' | 'emails.sendDue'> {
  const outbox = new Outbox(deps);
  return {
    'emails.send': ({ id }: { id: number }) => outbox.send(id),
    'emails.sendDue': () => outbox.sendDue(),
  };
}
