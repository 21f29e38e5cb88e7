import type { Cents } from '#core/kernel/money.model.ts';
import { fail, ok, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';
import type { TaxSettings } from '#core/store/tax.model.ts';
import type { OrderDeps } from '../deps.ts';
import type { Purchase } from '../purchase.store.ts';
import { asksForVatNumber, computeTax, quoteSale, type TaxedPrice } from '../tax.model.ts';
import { parseVatNumber } from '../vat-number.model.ts';

/** What decides on the tax of a sale, beside the store's settings. */
export type TaxableSale = {
  readonly listCents: Cents;
  /** By ISO 3166; undefined where it is unknown. */
  readonly countryCode: string | undefined;
  /** As the buyer typed it. */
  readonly taxId: string | undefined;
};

/** A price with its tax, and what VIES said of the buyer's number. */
export type TaxedSale = TaxedPrice & {
  /** `unchecked` where VIES gave no answer; null where the number did not matter. */
  readonly vatNumberStatus: 'valid' | 'unchecked' | null;
  /** What VIES calls the check. */
  readonly vatConsultation: string | null;
};

/** The columns of an order that hold its price and its tax. */
export const toTaxColumns = (sale: TaxedSale) => ({
  priceCents: sale.totalCents,
  taxKind: sale.kind,
  taxName: sale.name,
  taxCents: sale.taxCents,
  taxBasisPoints: sale.basisPoints,
  taxCountry: sale.country,
  vatNumberStatus: sale.vatNumberStatus,
  vatConsultation: sale.vatConsultation,
});

type UpgradedOrder = Pick<Purchase, 'countryCode' | 'vatNumberStatus' | 'vatConsultation'>;

/** Finds the tax of sales. */
export class SalesTax {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** The price as the checkout shows it: a VAT number counts where it has the form of one. */
  quote(settings: TaxSettings, { listCents, countryCode, taxId }: TaxableSale): TaxedPrice {
    return quoteSale(settings, { listCents, countryCode, taxId, day: this.#getDay() });
  }

  /**
   * The price of an order, for which a VAT number is checked where it changes the tax. `invalid`
   * with `tax_id` for one that has not the form of one of the buyer's country, or that VIES does not
   * know. Where VIES gives no answer the form decides, and the order says so.
   */
  async taxSale(settings: TaxSettings, sale: TaxableSale): Promise<Outcome<TaxedSale>> {
    const { countryCode, taxId } = sale;
    const price = this.quote(settings, sale);
    const unchecked = { ...price, vatNumberStatus: null, vatConsultation: null };
    if (taxId === undefined || !asksForVatNumber(settings, countryCode)) return ok(unchecked);
    const number = countryCode && parseVatNumber(taxId, countryCode);
    if (!number || settings.kind === 'none') return failVatNumber('This is not a VAT number of');
    const requester = parseVatNumber(settings.number, settings.country);
    const checked = await this.#deps.vatNumbers.check(number, requester);
    if (checked.kind === 'invalid') return failVatNumber('VIES knows no such VAT number of');
    if (checked.kind === 'unavailable') return ok({ ...unchecked, vatNumberStatus: 'unchecked' });
    const { consultation = null } = checked;
    return ok({ ...price, vatNumberStatus: 'valid', vatConsultation: consultation });
  }

  /** The price of an upgrade: the buyer's number counts where it did for the order before it. */
  taxUpgrade(settings: TaxSettings, order: UpgradedOrder, listCents: Cents): TaxedSale {
    const { vatNumberStatus, vatConsultation } = order;
    const hasVatNumber = vatNumberStatus !== null;
    const countryCode = order.countryCode ?? undefined;
    const sale = { listCents, countryCode, hasVatNumber, day: this.#getDay() };
    return { ...computeTax(settings, sale), vatNumberStatus, vatConsultation };
  }

  #getDay(): string {
    return this.#deps.clock().toISOString().slice(0, 10);
  }
}

function failVatNumber(problem: string): Refusal {
  const message = `${problem} your country. Please correct it, or leave it empty: the tax is added then.`;
  return fail('invalid', message, { tax_id: [message] });
}
