import {
  buildRightsText,
  findLicenceTerms,
  type Licence,
  type LicenceTerms,
} from '#core/catalogue/reports/licence.model.ts';
import type { ReportForSale } from '#core/catalogue/index.ts';
import type { Tx } from '#core/deps.ts';
import { parseAmount } from '#core/kernel/money.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { toDay } from '#core/kernel/time-zone.model.ts';
import type { TaxSettings } from '#core/store/tax.model.ts';
import type { OrderDeps } from '../deps.ts';
import { findDeliveryDays } from '../checkout/offer.ts';
import { hashBrowserSecret } from '../order-access.ts';
import { readCustomId, readSku } from '../payment/custom-id.model.ts';
import { restoreAttempt } from '../payment/payment-attempt.store.ts';
import type { ProviderMoney, ProviderOrder } from '../payment/provider.ts';
import { insertRecreatedPurchase, recordEvent } from '../purchase.store.ts';
import { computeTax, type TaxedPrice } from '../tax.model.ts';

/** An order as the provider still knows it. */
type RecreatedDraft = {
  readonly report: ReportForSale;
  readonly licence: Licence;
  readonly licenceTerms: LicenceTerms;
  readonly price: TaxedPrice & { readonly listCents: number };
  readonly currency: string;
  readonly numberFormat: string;
  /**
   * As the report is sold, or was before it was taken off sale: the promise was lost with the
   * order.
   */
  readonly deliveryDays: number | null;
};

/** Writes orders again that a restored database lost, from what the payment provider knows of them. */
export class RecreatedOrders {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** Returns what was bought, and for how much. `conflict` where the provider was not told by us. */
  async describe(providerOrder: ProviderOrder): Promise<Outcome<RecreatedDraft>> {
    const sold = readSku(providerOrder.sku ?? '');
    const report =
      sold && (await this.#deps.catalogue.reports.getForSale({ code: sold.reportCode }));
    const { allLicences, tax, numbering, timeZone } = await this.#deps.getPublisher();
    const licenceTerms = sold && findLicenceTerms(allLicences, sold.licence);
    const licence = licenceTerms?.id;
    const { total } = providerOrder;
    if (!report || !licence || !licenceTerms || !total || !providerOrder.payer?.email)
      return fail(
        'conflict',
        'PayPal does not say which report and licence this was for. Ask the buyer, or refund it.',
      );
    const { currency } = total;
    const day = toDay(this.#deps.clock(), timeZone);
    const price = readPrice(tax, { ...providerOrder, total, day });
    const numberFormat = numbering.order;
    const deliveryDays = await findDeliveryDays(this.#deps.db, report.id, licence);
    return ok({ report, licence, licenceTerms, price, currency, numberFormat, deliveryDays });
  }

  /** In `tx`: the order waits for its payment, under its old number where nobody else has it. */
  async insert(
    tx: Tx,
    draft: RecreatedDraft,
    { providerOrder, by }: { readonly providerOrder: ProviderOrder; readonly by: string },
  ): Promise<{ number: string; attemptId: number }> {
    const { report, licence, licenceTerms, price } = draft;
    const now = this.#deps.clock();
    const { payer, customId, providerId } = providerOrder;
    const told = readCustomId(customId);
    const countryCode = payer?.countryCode ?? null;
    const order = {
      id: told.kind === 'foreign' ? undefined : told.id,
      paymentKey: told.kind === 'store' ? told.key : null,
    };
    const { id, number } = await insertRecreatedPurchase(
      tx,
      {
        ...buyerUnknownToProvider,
        name: payer?.name || (payer?.email ?? ''),
        email: payer?.email ?? '',
        country: countryCode === null ? '' : nameCountry(countryCode),
        countryCode,
        buyerSecretHash: hashBrowserSecret(this.#deps.generateSecret()),
        licence,
        listCents: price.listCents,
        priceCents: price.totalCents,
        taxKind: price.kind,
        taxName: price.name,
        taxCents: price.taxCents,
        taxBasisPoints: price.basisPoints,
        taxCountry: price.country,
        placedAt: now,
        reportId: report.id,
        reportCode: report.code,
        reportTitle: report.title,
        editionNumber: report.edition,
        licenceName: licenceTerms.name,
        rights: buildRightsText(licenceTerms),
        seatLimit: licenceTerms.seats,
        includesNewEditions: licenceTerms.includesNewEditions,
        currency: draft.currency,
        deliveryDays: draft.deliveryDays,
      },
      { ...order, numberFormat: draft.numberFormat },
    );
    const attemptId = await restoreAttempt(tx, { purchaseId: id, providerId, now });
    if (attemptId === undefined) throw new Error(`another order has the payment of ${number}`);
    await recordEvent(tx, id, now, { kind: 'recreated', detail: { by } });
    return { number, attemptId };
  }
}

/** The provider knows who paid, not what they filled in. */
const buyerUnknownToProvider = {
  buyerKind: 'person',
  companyName: '',
  mobileNo: '',
  jobTitle: '',
  address: '',
  city: '',
  region: '',
  zip: '',
  consent: 'Recreated from the payment: what the buyer filled in was lost with a database.',
} as const;

const nameCountry = (code: string): string =>
  new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code;

type PaidPrice = Pick<ProviderOrder, 'payer' | 'tax'> & {
  readonly total: ProviderMoney;
  /** ISO: the rates of this day count. */
  readonly day: string;
};

/** The price and the tax that were paid; why there was so much tax, as the store's settings say. */
function readPrice(
  settings: TaxSettings,
  { payer, tax, total, day }: PaidPrice,
): RecreatedDraft['price'] {
  const totalCents = parseAmount(total.value, total.currency);
  const taxCents = tax ? parseAmount(tax.value, tax.currency) : 0;
  const netCents = totalCents - taxCents;
  const countryCode = payer?.countryCode;
  const listCents = settings.kind === 'vat' && settings.prices === 'gross' ? totalCents : netCents;
  const asBought = [false, true]
    .map((hasVatNumber) => computeTax(settings, { listCents, countryCode, hasVatNumber, day }))
    .find((price) => price.totalCents === totalCents && price.taxCents === taxCents);
  if (asBought) return { ...asBought, listCents };
  const basisPoints = Math.round((taxCents * 10_000) / netCents);
  return {
    listCents,
    netCents,
    taxCents,
    totalCents,
    kind: taxCents > 0 ? 'domestic' : 'outside',
    name: settings.kind === 'vat' ? settings.name : 'Tax',
    basisPoints,
    country: taxCents > 0 && settings.kind === 'vat' ? settings.country : null,
  };
}
