/** By what a list of reports can be narrowed, and how many reports each choice leaves. Pure. */

/** Prices of this range are counted together. */
export const facetPriceStepCents = 25_000;

/** Where each range of the number of pages begins; the first one is below the first number. */
export const facetPageBounds = [25, 50, 100, 200] as const;

export const facetNames = [
  'industry',
  'geography',
  'year',
  'price',
  'pages',
  'format',
  'source',
  'dataYear',
] as const;
export type FacetName = (typeof facetNames)[number];

/** The filters of a list. Filters that are undefined or empty do not apply. */
export type FacetChoice = {
  readonly industrySlug?: string | undefined;
  /** Any of these places, as publishers name them. */
  readonly geographies?: readonly string[] | undefined;
  /** Published in any of these years. */
  readonly years?: readonly number[] | undefined;
  readonly minPriceCents?: number | undefined;
  readonly maxPriceCents?: number | undefined;
  readonly minPages?: number | undefined;
  /** Any of these ranges of pages: 0 is the first of `facetPageBounds`. */
  readonly pageRanges?: readonly number[] | undefined;
  /** Any of these formats: "pdf". */
  readonly formats?: readonly string[] | undefined;
  /** Any of these sources of the main series. */
  readonly sources?: readonly string[] | undefined;
  /** Any of these newest years of the main series. */
  readonly dataYears?: readonly number[] | undefined;
};

/** The parts of a choice that make up each facet. */
const partsOfFacets = {
  industry: ['industrySlug'],
  geography: ['geographies'],
  year: ['years'],
  price: ['minPriceCents', 'maxPriceCents'],
  pages: ['minPages', 'pageRanges'],
  format: ['formats'],
  source: ['sources'],
  dataYear: ['dataYears'],
} as const satisfies Record<FacetName, readonly (keyof FacetChoice)[]>;

/** The facets of which something is chosen. */
export const listChosenFacets = (choice: FacetChoice): FacetName[] =>
  facetNames.filter((facet) =>
    partsOfFacets[facet].some((part) => {
      const chosen = choice[part];
      return Array.isArray(chosen) ? chosen.length > 0 : chosen !== undefined;
    }),
  );

/** The same if nothing of one facet is chosen. */
export function leaveOutFacet<Choice extends FacetChoice>(
  choice: Choice,
  facet: FacetName,
): Choice {
  const parts: readonly string[] = partsOfFacets[facet];
  return { ...choice, ...Object.fromEntries(parts.map((part) => [part, undefined])) };
}

/** A choice and how many reports it would leave, with the choices of all other facets. */
export type FacetCount = {
  readonly facet: FacetName;
  readonly value: string;
  readonly reports: number;
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
  /** True if there may be more than any of the numbers says. */
  readonly isAtLeast: boolean;
  readonly industries: Counts<string>;
  /** Most reports first. */
  readonly geographies: Counts<string>;
  /** Newest first. */
  readonly years: Counts<number>;
  /** Cheapest first, without gaps; prices from `fromCents` to below `toCents`. */
  readonly priceSteps: readonly PriceStep[];
  /** Fewest pages first. */
  readonly pageRanges: Counts<number>;
  readonly formats: Counts<string>;
  readonly sources: Counts<string>;
  readonly dataYears: Counts<number>;
};

const maxPlaces = 12;

export function toFacets(
  counts: readonly FacetCount[],
  { total, isAtLeast }: Pick<Facets, 'total' | 'isAtLeast'>,
): Facets {
  const list = (facet: FacetName): { value: string; reports: number }[] =>
    counts
      .filter((count) => count.facet === facet && count.reports > 0)
      .map(({ value, reports }) => ({ value, reports }))
      .toSorted((a, b) => b.reports - a.reports || a.value.localeCompare(b.value, 'en'));
  const listNumbers = (facet: FacetName): { value: number; reports: number }[] =>
    list(facet)
      .map(({ value, reports }) => ({ value: Number(value), reports }))
      .toSorted((a, b) => b.value - a.value);
  return {
    total,
    isAtLeast,
    industries: list('industry'),
    geographies: list('geography').slice(0, maxPlaces),
    years: listNumbers('year'),
    priceSteps: toPriceSteps(listNumbers('price')),
    pageRanges: listNumbers('pages').toReversed(),
    formats: list('format'),
    sources: list('source'),
    dataYears: listNumbers('dataYear'),
  };
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
