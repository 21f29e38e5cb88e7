import type { Database, GivenDeps } from '#core/deps.ts';
import { openOfficeApp, type OfficeApp } from './office-app.ts';
import { addFailedJob, failNewestAnswer, markEmailsAsSent } from './office.store.ts';
import { planSampleCases } from './sample-cases.ts';
import { writeSampleCustomers } from './sample-customers.ts';
import type { SamplePayment } from './sample-payments.ts';
import { planSampleEnquiries } from './sample-enquiries.ts';
import { planSampleOrders } from './sample-orders.ts';
import { writeSampleNewsletter } from './sample-newsletter.ts';
import { writeSampleMedia } from './sample-media.ts';
import { writeSamplePosts } from './sample-posts.ts';
import { writeSampleRedirects, writeSampleSearches } from './sample-redirects.ts';
import { writeSampleDrafts } from './sample-reports.ts';

export { hasSamples } from './office.store.ts';

/** Pages of the newest reports that samples are about. */
const reportPages = 4;

type OfficeOptions = {
  /** Gives a payment to the demo's payment provider, if staff can refund it. */
  readonly keepPayment: (payment: SamplePayment) => void;
  /** Keeps all that is written over its database, or nothing. */
  readonly inOneTransaction: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
};

/**
 * The back office of an empty demo looks lived in afterwards: half a year of orders and enquiries,
 * drafts and a scheduled change, all marked as samples. They are made by the product's own verbs at
 * the times at which they happened, so that invoices, timelines and the audit log belong to them.
 * A program that is killed meanwhile leaves nothing but searches.
 */
export async function writeDemoOffice(deps: GivenDeps, options: OfficeOptions): Promise<void> {
  const payments = new Map<string, SamplePayment>();
  const keepPayment = (payment: SamplePayment): void => void payments.set(payment.id, payment);
  // Searches have read-only transactions of their own.
  await writeSampleSearches(await openOfficeApp(deps, keepPayment), deps.clock());
  await options.inOneTransaction(async (db) => {
    await writeSamples(await openOfficeApp({ ...deps, db }, keepPayment));
    for (const payment of payments.values()) options.keepPayment(payment);
  });
}

async function writeSamples(office: OfficeApp): Promise<void> {
  const { deps } = office;
  const now = deps.clock();
  const lists = await Promise.all(
    Array.from({ length: reportPages }, (_, page) => office.app.catalogue.reports.list(page + 1)),
  );
  const reports = lists.flatMap(({ items }) => items);
  const codes = reports.map(({ code }) => code);
  const countries = await office.app.content.listCountries();
  const countryId = (iso2: string): number =>
    countries.find((country) => country.iso2 === iso2)?.id ?? 1;
  const events = [
    ...planSampleOrders(office, codes, countryId, now),
    ...planSampleCases(office, codes, countryId, now),
    ...planSampleEnquiries(office, codes, now),
  ];
  for (const { at, happen } of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    office.setTime(at);
    await happen();
    await markEmailsAsSent(deps.db, now);
  }
  office.setTime(now);
  await writeSampleCustomers(office, now);
  await writeSampleDrafts(office, now);
  await writeSamplePosts(office, await writeSampleMedia(office, now), now);
  const slugs = reports.map(({ slug }) => slug);
  await writeSampleRedirects(office, slugs, now);
  await writeSampleNewsletter(office, codes, now);
  await failNewestAnswer(deps.db);
  await addFailedJob(deps.db);
}
