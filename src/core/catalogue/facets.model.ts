/** By what a list of reports can be narrowed, and how many reports each choice leaves. Pure. */

/** Prices of this range are counted together. */
export const facetPriceStepCents = 25_000;

/** Reports that are alike in all that a list can be narrowed by. */
export type FacetRow = {
  readonly industrySlug: string;
  /** Null where a report has no series. */
  readonly source: string | null;
  readonly year: number | null;
  /** The lowest price in whole steps of `facetPriceStepCents`; null where none is named. */
  readonly priceStep: number | null;
  /** Is the price between the two that were asked for? */
  readonly isInPrice: boolean;
  readonly reports: number;
};

export type FacetChoice = {
  readonly industrySlug?: string | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly dataYears?: readonly number[] | undefined;
};

type Counts<Value> = readonly { readonly value: Value; readonly reports: number }[];

export type PriceStep = {
  readonly fromCents: number;
  readonly toCents: number;
  readonly reports: number;
};

export type Facets = {
  /** Reports that match all choices. */
  readonly total: number;
  readonly industries: Counts<string>;
  /** Most reports first. */
  readonly sources: Counts<string>;
  /** Newest first. */
  readonly dataYears: Counts<number>;
  /** Cheapest first, without gaps; prices from `fromCents` to below `toCents`. */
  readonly priceSteps: readonly PriceStep[];
};

/** Each facet's counts hold with the choices of all others, so that they add up to what is shown. */
export function countFacets(rows: readonly FacetRow[], choice: FacetChoice): Facets {
  const { industrySlug, sources = [], dataYears = [] } = choice;
  const passes = {
    industry: (row: FacetRow) => industrySlug === undefined || row.industrySlug === industrySlug,
    source: ({ source }: FacetRow) =>
      sources.length === 0 || (source !== null && sources.includes(source)),
    year: ({ year }: FacetRow) =>
      dataYears.length === 0 || (year !== null && dataYears.includes(year)),
    price: ({ isInPrice }: FacetRow) => isInPrice,
  };
  const passAllBut = (own?: keyof typeof passes): FacetRow[] =>
    rows.filter((row) =>
      Object.entries(passes).every(([name, isPassed]) => name === own || isPassed(row)),
    );
  return {
    total: passAllBut().reduce((sum, { reports }) => sum + reports, 0),
    industries: sumBy(passAllBut('industry'), (row) => row.industrySlug),
    sources: sumBy(passAllBut('source'), ({ source }) => source).toSorted(
      (a, b) => b.reports - a.reports || a.value.localeCompare(b.value),
    ),
    dataYears: sumBy(passAllBut('year'), ({ year }) => year).toSorted((a, b) => b.value - a.value),
    priceSteps: toPriceSteps(sumBy(passAllBut('price'), ({ priceStep }) => priceStep)),
  };
}

function sumBy<Value extends string | number>(
  rows: readonly FacetRow[],
  read: (row: FacetRow) => Value | null,
): { value: Value; reports: number }[] {
  const sums = new Map<Value, number>();
  for (const row of rows) {
    const value = read(row);
    if (value !== null) sums.set(value, (sums.get(value) ?? 0) + row.reports);
  }
  return [...sums].map(([value, reports]) => ({ value, reports }));
}

const maxSteps = 40;

/** Bars of one width: as wide as it takes for all prices to be in `maxSteps` of them. */
function toPriceSteps(counts: Counts<number>): PriceStep[] {
  const values = counts.map(({ value }) => value);
  if (values.length === 0) return [];
  const first = Math.min(...values);
  const length = Math.max(...values) - first + 1;
  const width = Math.ceil(length / maxSteps);
  const steps = Array.from({ length: Math.ceil(length / width) }, (_, index) => ({
    fromCents: (first + index * width) * facetPriceStepCents,
    toCents: (first + (index + 1) * width) * facetPriceStepCents,
    reports: 0,
  }));
  for (const { value, reports } of counts) {
    const step = steps[Math.floor((value - first) / width)];
    if (step) step.reports += reports;
  }
  return steps;
}
