import { expect } from 'vitest';
import type { Database } from '#core/deps.ts';
import { readPurchaseId } from '../support/paypal.ts';

/** The two sides that are compared: our database, and the charges as the provider keeps them. */
export type CountSources = {
  readonly deps: { readonly db: Database };
  readonly getPaypalCharges: () => Promise<readonly { readonly custom_id: string }[]>;
};

export type Inconsistencies = {
  readonly paidNotDelivered: number;
  readonly deliveredNotPaid: number;
  readonly chargedTwice: number;
  readonly emailsLost: number;
  /** Receipts whose end was unclear twice: they stand in System, where a person decides. */
  readonly emailsLeftToStaff: number;
  readonly emailsDuplicated: number;
  readonly wrongInvoiceNumbers: number;
};

/** Nothing was lost, and nothing happened twice. */
export const noInconsistencies: Inconsistencies = {
  paidNotDelivered: 0,
  deliveredNotPaid: 0,
  chargedTwice: 0,
  emailsLost: 0,
  emailsLeftToStaff: 0,
  emailsDuplicated: 0,
  wrongInvoiceNumbers: 0,
};

/**
 * Compares the provider's ledger with our orders, and the Message-IDs that the mail server accepted
 * with both. `charges` is the number of orders that were charged.
 */
export async function countInconsistencies(
  { deps, getPaypalCharges }: CountSources,
  messageIds: readonly string[],
): Promise<Inconsistencies & { readonly charges: number }> {
  const orders = await deps.db
    .selectFrom('purchase')
    .select(['id', 'state', 'number', 'reportId'])
    .execute();
  const countFiles = await readFileCounts(deps.db);
  const chargeCounts = countBy(
    (await getPaypalCharges()).map((charge) => String(readPurchaseId(charge))),
  );
  const grants = await deps.db.selectFrom('downloadGrant').select('purchaseId').execute();
  const grantCounts = countBy(grants.map(({ purchaseId }) => String(purchaseId)));
  const invoiceNumbers = await listInvoiceNumbers(deps.db);
  const receipts = listReceipts(messageIds);
  const paidOrders = orders.filter(({ id }) => chargeCounts.has(String(id)));
  const unsent = paidOrders.filter(({ number }) => !receipts.includes(`receipt-${number}`));
  const left = new Set(listReceipts(await listMessagesLeftToStaff(deps.db)));
  const unpaidOrders = orders.filter(({ id }) => !chargeCounts.has(String(id)));
  return {
    charges: chargeCounts.size,
    paidNotDelivered: paidOrders.filter(
      ({ id, state, reportId }) =>
        state !== 'fulfilled' || grantCounts.get(String(id)) !== countFiles(reportId),
    ).length,
    deliveredNotPaid: unpaidOrders.filter(({ id }) => grantCounts.has(String(id))).length,
    chargedTwice: [...chargeCounts.values()].filter((times) => times > 1).length,
    emailsLost: unsent.filter(({ number }) => !left.has(`receipt-${number}`)).length,
    emailsLeftToStaff: unsent.filter(({ number }) => left.has(`receipt-${number}`)).length,
    emailsDuplicated: receipts.length - new Set(receipts).size,
    wrongInvoiceNumbers:
      invoiceNumbers.filter((number, i) => number !== i + 1).length +
      Math.abs(invoiceNumbers.length - chargeCounts.size),
  };
}

/** Expects no inconsistency and answers the number of charges. */
export async function expectConsistent(
  sources: CountSources,
  messageIds: readonly string[],
): Promise<number> {
  const { charges, ...counts } = await countInconsistencies(sources, messageIds);
  expect(counts).toEqual(noInconsistencies);
  return charges;
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/**
 * How many files a report is sold with: those of its publisher, else the report and its workbook.
 */
async function readFileCounts(db: Database): Promise<(reportId: number) => number> {
  const goods = await db
    .selectFrom('editionFile')
    .innerJoin('edition', 'edition.id', 'editionId')
    .select('reportId')
    .where('purpose', '=', 'goods')
    .execute();
  const counts = countBy(goods.map(({ reportId }) => String(reportId)));
  return (reportId) => counts.get(String(reportId)) ?? 2;
}

const listReceipts = (messageIds: readonly string[]): string[] =>
  messageIds.flatMap((id) => /<?(receipt-[^@>]+)/.exec(id)?.[1] ?? []);

/** The Message-IDs of emails whose end was unclear twice: by rule G1 the program tries no more. */
async function listMessagesLeftToStaff(db: Database): Promise<string[]> {
  const emails = await db
    .selectFrom('outboxEmail')
    .select('messageId')
    .where('state', '=', 'failed')
    .where('trouble', '=', 'unclear')
    .where('unclearCount', '>=', 2)
    .execute();
  return emails.map(({ messageId }) => messageId);
}

async function listInvoiceNumbers(db: Database): Promise<number[]> {
  const invoices = await db
    .selectFrom('orderDocument')
    .select('sequence')
    .where('kind', '=', 'invoice')
    .orderBy('sequence')
    .execute();
  return invoices.map(({ sequence }) => sequence);
}
