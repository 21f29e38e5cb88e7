/** A job that looks up itself what there is to do. */
type NoPayload = Readonly<Record<string, never>>;

/**
 * Every background job, "<module>.<verb>", and its payload. This table is how a module hands work
 * to another one that it must not import: the name says who does it.
 */
export type JobPayloads = {
  /** Publishes and sends what people chose a time for. */
  readonly 'schedule.actOnDue': NoPayload;
  /** Deletes reports that were in the bin for thirty days and never ordered. */
  readonly 'catalogue.emptyBin': NoPayload;
  /** Checks what was edited, so that lists of staff can be filtered by what is wrong. */
  readonly 'catalogue.checkReports': NoPayload;
  /** Removes objects of goods that no file of an edition names. */
  readonly 'catalogue.removeUnusedGoods': NoPayload;
  /** Counts the pages of reports that are made from their data, and have changed. */
  readonly 'catalogue.countMadePages': NoPayload;
  readonly 'catalogue.lookForGoods': NoPayload;
  /** The search knows every published report, and how frequent each word is. */
  readonly 'catalogue.fillSearch': NoPayload;
  /** Every version that is shown has facts as this program makes them. */
  readonly 'catalogue.fillFacts': NoPayload;
  /** Adds up what changed in the numbers of reports of each day. */
  readonly 'catalogue.mergeListDays': NoPayload;
  /** Pages show the store's new year soon after it began. */
  readonly 'content.beginYear': NoPayload;
  /** Renders a buyer's copies and queues the email that links to them. */
  readonly 'orders.deliver': { readonly purchaseId: number };
  /** Handles a stored webhook event. */
  readonly 'orders.handleWebhook': { readonly id: string };
  /** Takes up payments, webhooks and deliveries that were interrupted. */
  readonly 'orders.reconcile': NoPayload;
  /** Compares our payments with the provider's transactions. */
  readonly 'orders.reconcileTransactions': NoPayload;
  /** Finds refunds and disputes whose webhooks were lost, in the provider's lists. */
  readonly 'orders.findMissedEvents': NoPayload;
  /** Queued by accounts: orders placed with a confirmed address belong to its account. */
  readonly 'orders.assignGuestOrders': { readonly customerId: number; readonly email: string };
  /** Queued by catalogue: buyers of a report hear of its new edition. */
  readonly 'orders.emailNewEdition': {
    readonly reportId: number;
    readonly edition: number;
    readonly reason: string;
  };
  readonly 'accounts.sendRegistrationEmail': {
    readonly email: string;
    readonly isRegistered: boolean;
  };
  readonly 'accounts.sendPasswordResetEmail': { readonly email: string };
  readonly 'accounts.startEmailChange': { readonly customerId: number; readonly email: string };
  /** Continues issues of the newsletter that are being sent. */
  readonly 'newsletter.sendDue': NoPayload;
  /** Sends an issue for some seconds; another one follows until all have it. */
  readonly 'newsletter.send': { readonly id: number };
  /** Posts the webhooks that are due. */
  readonly 'webhooks.deliverDue': NoPayload;
  /** Removes events of webhooks after thirty days. */
  readonly 'webhooks.removeOld': NoPayload;
  /** Uploads that nobody went on with for a day are gone. */
  readonly 'uploads.removeOld': NoPayload;
  /** Goes on with imports whose process is gone. */
  readonly 'imports.resume': NoPayload;
  /** Removes files that a killed process left without a row. */
  readonly 'imports.removeUnusedFiles': NoPayload;
  /** Removes sheets whose import ended some days ago, and those that no import names. */
  readonly 'imports.removeSheets': NoPayload;
  /** Removes files of pictures that nobody can bring back any more. */
  readonly 'media.removeUnused': NoPayload;
  /** Forgets what forms of staff were answered long ago. */
  readonly 'staff.forgetSentForms': NoPayload;
  /** Forgets what staff typed long ago and never saved. */
  readonly 'staff.forgetTypedText': NoPayload;
  /** Notes in the database and in the files that they belong together. */
  readonly 'system.checkFiles': NoPayload;
  /** Removes what was cleaned away thirty days ago. */
  readonly 'system.emptyTrash': NoPayload;
  /** Tells search engines that these pages changed, as paths. */
  readonly 'announcements.submitPages': { readonly pages: readonly string[] };
  /** The CDN forgets its copies of what carries these cache tags. */
  readonly 'announcements.purgeCopies': { readonly tags: readonly string[] };
  /** Of the pages that are kept beyond the processes, those that no longer count are gone. */
  readonly 'system.trimKeptPages': NoPayload;
  /** Seals secrets that an earlier version stored plainly. */
  readonly 'system.sealSecrets': NoPayload;
  /** Works on a piece of long work until it ends, or its turn is over. */
  readonly 'longWork.perform': { readonly id: number };
  /** Queues long work that waited, or whose process is gone. */
  readonly 'longWork.performDue': NoPayload;
  /** Forgets long work that ended months ago. */
  readonly 'longWork.removeOld': NoPayload;
  /** Removes files of exports after some days. */
  readonly 'longWork.removeFiles': NoPayload;
  /** Sends one queued email. */
  readonly 'emails.send': { readonly id: number };
  /** Sends every email that is due. */
  readonly 'emails.sendDue': NoPayload;
};

export type JobName = keyof JobPayloads;

/** Jobs without a payload: those that may also run by the clock. */
export type ScheduledJobName = {
  [Name in JobName]: JobPayloads[Name] extends NoPayload ? Name : never;
}[JobName];

/** The jobs' handlers; one that throws is tried again later. */
export type JobHandlers = {
  readonly [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void>;
};
