/** Changes that many reports get at once. Pure. */
import type { PriceName, ReportInput } from '../reports/report-input.model.ts';
import type { VersionParts } from '../reports/report-version.model.ts';
import type { Cents } from '../../kernel/money.model.ts';

/** `percent` and `add` may be negative; a price that is on request or missing stays so. */
export type PriceChange = {
  readonly kind: 'prices';
  readonly licences: readonly PriceName[];
  readonly by: { readonly percent: number } | { readonly add: Cents } | { readonly set: Cents };
  /** New prices are rounded to a multiple of this. */
  readonly roundTo: Cents;
};

export type BulkChange =
  | PriceChange
  | { readonly kind: 'industry'; readonly industry: string }
  /** Each draft is what its page says. */
  | { readonly kind: 'publish' }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'bin' };

type Report = { readonly code: string; readonly state: string; readonly parts: VersionParts };

/** A report as its writer is given it. */
export function toInput({ code, state, parts }: Report, change: BulkChange): ReportInput {
  switch (change.kind) {
    case 'prices':
      return { code, prices: changePrices(parts.prices, change) };
    case 'industry':
      return { code, industry: change.industry };
    case 'withdraw':
      return { code, ...(state === 'published' ? { state: 'withdrawn' } : {}) };
    default:
      return { code };
  }
}

function changePrices(
  prices: VersionParts['prices'] = {},
  { licences, by, roundTo }: PriceChange,
): NonNullable<ReportInput['prices']> {
  const round = (cents: number): Cents => Math.round(cents / roundTo) * roundTo;
  const change = (cents: Cents): Cents => {
    if ('set' in by) return by.set;
    return round('add' in by ? cents + by.add : (cents * (100 + by.percent)) / 100);
  };
  return Object.fromEntries(
    licences.flatMap((name) => {
      const price = prices[name];
      return typeof price === 'number' ? [[name, change(price)]] : [];
    }),
  );
}

/** As the audit log says it. */
export const describeChange = (change: BulkChange): object =>
  change.kind === 'prices'
    ? { change: 'prices', licences: change.licences, ...change.by, roundTo: change.roundTo }
    : { change: change.kind, ...(change.kind === 'industry' ? { industry: change.industry } : {}) };
