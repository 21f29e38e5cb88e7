import type { Actor } from '#core/kernel/audit.ts';
import { ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { DaySpan } from '#core/kernel/time-zone.model.ts';
import { toDecimalString } from '#core/kernel/money.model.ts';
import type { OrderDeps } from '../deps.ts';
import { listIssuedDocuments, sumIssuedDocuments } from './ledger.store.ts';

/** The columns of the books, in their order. */
const ledgerColumns = [
  'date',
  'number',
  'kind',
  'order',
  'buyer',
  'buyer_type',
  'country',
  'tax_id',
  'tax_id_check',
  'tax_kind',
  'tax_country',
  'tax_percent',
  'net',
  'tax',
  'total',
  'currency',
] as const;

/** One invoice or credit note, by column; amounts of credit notes are negative. */
export type LedgerRow = Readonly<Record<(typeof ledgerColumns)[number], string>>;

/**
 * The sums of the invoices or credit notes of one currency, in cents; credit notes are negative.
 */
export type LedgerSum = {
  readonly kind: string;
  readonly currency: string;
  readonly count: number;
  readonly net: number;
  readonly tax: number;
  readonly total: number;
};

/** The invoiced and refunded sums, for the people who keep the books. */
export class Ledger {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * The invoices and credit notes of a span of days, as the bytes of a CSV.
   * `forbidden`. Written into the audit log.
   */
  async exportRows(actor: Actor, span: DaySpan): Promise<Outcome<AsyncGenerator<Uint8Array>>> {
    const attempt = { verb: 'order.export', thing: { kind: 'orders', id: 'ledger' } } as const;
    const refused = await this.#deps.staffActs.refuse(actor, attempt);
    if (refused) return refused;
    const change = { after: { ...span } };
    await this.#deps.audit.record(this.#deps.db, { ...attempt, actor, change });
    const rows = await this.listRows(span);
    return ok(this.#deps.sheets.writeRows('csv', ledgerColumns, toCells(rows)));
  }

  /** Sums the invoices and credit notes of a span of days; invoices first. `forbidden`. */
  async sum(actor: Actor, span: DaySpan): Promise<Outcome<LedgerSum[]>> {
    const attempt = { verb: 'order.export', thing: { kind: 'orders', id: 'ledger' } } as const;
    const refused = await this.#deps.staffActs.refuse(actor, attempt);
    if (refused) return refused;
    const sums = await sumIssuedDocuments(this.#deps.db, span);
    return ok(
      sums.map(({ net, tax, total, ...sum }) => {
        const sign = sum.kind === 'credit-note' ? -1 : 1;
        return { ...sum, net: sign * net, tax: sign * tax, total: sign * total };
      }),
    );
  }

  /** The invoices and credit notes of a span of days, as they were issued. */
  async listRows(span: DaySpan): Promise<LedgerRow[]> {
    const documents = await listIssuedDocuments(this.#deps.db, span);
    return documents.map(({ body, kind, ...document }) => {
      const sign = kind === 'credit-note' ? '-' : '';
      const amount = (cents: number): string =>
        // A correction books nothing: its amounts are those of the invoice that it replaces.
        cents === 0 || kind === 'corrected-invoice'
          ? '0'
          : sign + toDecimalString(cents, body.currency);
      const { vatNumberStatus, vatConsultation } = document;
      return {
        date: document.issuedOn,
        number: document.number,
        kind,
        order: document.order,
        buyer: body.buyer.company || body.buyer.name,
        buyer_type: body.buyer.kind ?? 'company',
        country: document.countryCode ?? '',
        tax_id: body.buyer.taxId ?? '',
        tax_id_check: [vatNumberStatus, vatConsultation].filter(Boolean).join(' '),
        tax_kind: document.taxKind,
        tax_country: document.taxCountry ?? '',
        tax_percent: String(document.taxBasisPoints / 100),
        net: amount(body.tax?.net ?? body.total),
        tax: amount(body.tax?.amount ?? 0),
        total: amount(body.total),
        currency: body.currency,
      };
    });
  }
}

async function* toCells(rows: readonly LedgerRow[]): AsyncGenerator<string[]> {
  for (const row of rows) yield ledgerColumns.map((name) => row[name]);
}
