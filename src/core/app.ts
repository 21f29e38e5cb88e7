import { Announcements } from './announcements/index.ts';
import { Catalogue, findSlugOwner } from './catalogue/index.ts';
import { undoSearchWords } from './catalogue/search/search-words.ts';
import { Content } from './content/index.ts';
import { ListExports } from './list-exports.ts';
import { LongWork } from './kernel/long-work.ts';
import { Schedule } from './kernel/schedule.ts';
import { Outbox } from './kernel/outbox.ts';
import { readEachOnce } from './kernel/read-once.ts';
import { OutboxPersonalData } from './kernel/outbox-person.ts';
import type { Publisher } from './kernel/email-layout.ts';
import { ApiTokens } from './api-tokens/index.ts';
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
import { TypedText } from './kernel/typed-text.ts';
import { AnswerOnce } from './kernel/answer-once.ts';
import { forgetSentForms } from './kernel/sent-forms.ts';
import type { JobHandlers } from './jobs.ts';

export type { ImportView } from './imports/staff-imports.ts';

/** What several modules need of the store's settings, too. */
type AppDeps = Deps & { readonly getPublisher: (tx?: Tx) => Promise<Publisher> };

type ImportDeps = ConstructorParameters<typeof Imports>[0];

/** The business, module by module, without HTTP. */
export class App {
  readonly #deps: AppDeps;
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
  readonly exports: ListExports;
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
  /** What staff type, until they save it. */
  readonly typedText: TypedText;
  /** Makes one page: what several of its parts read is read once. Not for a page that writes. */
  readonly makePage = readEachOnce;
  /** Background jobs by name, run by the worker. */
  readonly jobs: JobHandlers;

  /** Puts the modules together. Starts nothing: the server calls verbs, the worker runs jobs. */
  constructor(given: GivenDeps) {
    const announcements = new Announcements(given);
    const { deps } = new Kernel({ ...given, invalidate: announcements.invalidate });
    this.store = new Store(deps);
    this.#deps = { ...deps, getPublisher: (tx) => this.#getPublisher(tx) };
    this.media = new Media(deps);
    this.content = new Content({ ...deps, getSettings: () => this.store.getSettings() });
    this.longWork = new LongWork(deps);
    this.catalogue = this.#createCatalogue();
    this.orders = this.#createOrders();
    this.leads = this.#createLeads();
    this.accounts = this.#createAccounts();
    const importDeps = this.#getImportDeps();
    this.imports = new Imports(importDeps);
    this.importUploads = new ImportUploads(importDeps, this.imports);
    this.staffImports = new StaffImports(importDeps, this.imports, this.importUploads);
    this.webhooks = new Webhooks(this.#deps);
    this.people = this.#createPeople();
    this.uploads = new Uploads(deps);
    this.answerOnce = new AnswerOnce(deps);
    this.typedText = new TypedText(deps);
    this.emailTexts = new EmailTexts(deps, this.store, buildSampleEmails);
    this.policies = new Policies({ ...deps, findAddressOwner: findSlugOwner }, this.store);
    this.redirects = new Redirects(deps);
    this.staff = new Staff({ ...this.#deps, undoHandlers: this.#listUndoHandlers() });
    this.staffSearch = new StaffSearch({
      ...deps,
      findReportIds: (words, limit) => this.catalogue.search.findIds(words, limit),
    });
    this.system = new System(deps);
    this.apiTokens = new ApiTokens(deps);
    this.services = new Services(deps, async () => toLetterhead(await this.store.getSettings()));
    this.exports = new ListExports(deps, this);
    this.firstSetup = new FirstSetup(deps, this.store, this.staff.firstOwner);
    this.jobs = this.#collectJobs(announcements);
  }

  /** The publisher, as emails of leads and accounts name them. */
  async #getPublisher(tx?: Tx): Promise<Publisher> {
    const settings = await this.store.getSettings(tx);
    const { origin } = this.#deps;
    return { ...toLetterhead(settings), origin, salesEmail: settings.contact.salesEmail };
  }

  #createCatalogue(): Catalogue {
    const { store, longWork } = this;
    return new Catalogue(this.#deps, {
      longWork,
      getLetterhead: async (tx) => toPublisher(await store.getSettings(tx)).letterhead,
      getNewDelivery: async (tx) => (await store.getSettings(tx)).newReports.delivery,
      listLicences: async (tx) => (await store.getSettings(tx)).licences,
      listPageAddresses: (tx) => store.holdPageAddresses(tx),
    });
  }

  #createOrders(): Orders {
    const { catalogue, content, store } = this;
    return new Orders({
      ...this.#deps,
      catalogue,
      findCountry: (id) => content.findCountry(id),
      getTermsInForce: () => content.getTermsInForce(),
      getPublisher: async () => toPublisher(await store.getSettings()),
      isStoreSetUp: () => store.isSetUp(),
    });
  }

  #createLeads(): Leads {
    const { catalogue, content, longWork, orders } = this;
    return new Leads({
      ...this.#deps,
      longWork,
      catalogue,
      getCountryName: (id) => content.getCountryName(id),
      getCurrency: () => this.#getCurrency(),
      getPost: (kind, slug) => content.getPost(kind, slug),
      listOrdersByEmails: (emails) => orders.personOrders.listByEmails(emails),
    });
  }

  #createAccounts(): Accounts {
    return new Accounts({
      ...this.#deps,
      getCountryName: (id) => this.content.getCountryName(id),
      queueGuestOrderAssignment: (tx, payload) =>
        this.#deps.enqueue(tx, 'orders.assignGuestOrders', payload),
    });
  }

  #getImportDeps(): ImportDeps {
    const { catalogue, longWork, store } = this;
    return {
      ...this.#deps,
      listLicences: async (tx) => (await store.getSettings(tx)).licences,
      longWork,
      catalogue,
      getCurrency: (tx) => this.#getCurrency(tx),
      listCodesOrderedSince,
    };
  }

  async #getCurrency(tx?: Tx): Promise<string> {
    return (await this.store.getSettings(tx)).currency;
  }

  /** People, over all modules that keep something of them. */
  #createPeople(): People {
    const { leads, accounts, webhooks } = this;
    const { personOrders, personalData } = this.orders;
    return new People({
      ...this.#deps,
      // Accounts come after orders, whose rows name them.
      personalData: [
        leads.personalData,
        personalData,
        accounts.personalData,
        new OutboxPersonalData(this.#deps),
        webhooks.personalData,
      ],
      listUnfinishedOrders: personalData.listUnfinished,
      listOrdersByCustomer: personOrders.listByCustomer.bind(personOrders),
      listEnquiriesByEmail: (email) => leads.inbox.reading.listByEmail(email),
      preparePasswordReset: () => accounts.passwordReset.prepareLink(),
    });
  }

  /** A module that can take its verbs back adds them here, by verb. */
  #listUndoHandlers(): UndoHandlers {
    const { catalogue, content, leads, media, redirects, store, webhooks } = this;
    return {
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
  }

  /** Every job, by the module that does it. */
  #collectJobs(announcements: Announcements): JobHandlers {
    const { catalogue, content, leads } = this;
    const outbox = new Outbox(this.#deps);
    const schedule = new Schedule(this.#deps, {
      ...catalogue.scheduled,
      ...content.posts.scheduled,
      ...leads.issues.scheduled,
    });
    return {
      ...catalogue.jobs,
      ...content.jobs,
      ...schedule.jobs,
      ...this.orders.jobs,
      ...this.accounts.jobs,
      ...leads.issues.jobs,
      ...this.imports.jobs,
      ...this.importUploads.jobs,
      ...this.webhooks.jobs,
      ...this.longWork.jobs,
      ...this.uploads.jobs,
      ...this.typedText.jobs,
      'staff.forgetSentForms': () => forgetSentForms(this.#deps.db),
      'media.removeUnused': () => this.media.removeUnused(),
      ...this.system.jobs,
      ...this.#deps.fileCleaning.jobs,
      'emails.send': ({ id }) => outbox.send(id),
      'emails.sendDue': () => outbox.sendDue(),
      ...announcements.jobs,
    };
  }
}

const buildSampleEmails = (publisher: Publisher) => ({
  ...buildSampleOrderEmails({ publisher, origin: publisher.origin }),
  ...buildSampleLeadEmails(publisher),
  ...buildSampleAccountEmails(publisher),
});
