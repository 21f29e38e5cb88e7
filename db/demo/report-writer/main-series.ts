import type { Figures, Ranking, Series } from '#core/catalogue/figures/figures.model.ts';
import { isGoodOfItsOwn } from './analysis/series-names.ts';
import type { SubjectText } from './subject-text.ts';

/** "usgs" for figures with the key "usgs:coppe". */
export const sourceIdOf = (figures: Figures): string => figures.key.split(':')[0] ?? '';

/** World production of a mineral: two years, with which its report opens. */
export const findWorldSeries = (figures: Figures): Series | undefined =>
  figures.series.find(({ id }) => id === 'world' && sourceIdOf(figures) === 'usgs');

export type Market = {
  /** Who bought it in the United States; the total is the market. */
  readonly market: Ranking;
  /** Where it came from, exports included. */
  readonly supply: Ranking;
};

/** The market of an American product in 2017; undefined if the tables do not have it. */
export function findMarket({ rankings }: Figures): Market | undefined {
  const market = rankings.find(({ id }) => id === 'market');
  const supply = rankings.find(({ id }) => id === 'supply');
  return market && supply && { market, supply };
}

/** 0 if the ranking has no such row. */
export const findRowValue = ({ rows }: Ranking, name: string): number =>
  rows.find((row) => row.name === name)?.value ?? 0;

/** A smaller share of imports is not worth a headline. */
export const minImportShare = 0.005;

/** Imports as a share of output and imports, before margins, transport and taxes; 0 to 1. */
export function calculateImportShare({ supply }: Market): number {
  const imports = findRowValue(supply, 'Imports');
  return imports / (imports + findRowValue(supply, 'Domestic output'));
}

/** The figures whose first series has enough years for a trend: without what opens the report. */
export function pickTrendFigures(figures: Figures): Figures {
  const world = findWorldSeries(figures);
  const market = findMarket(figures);
  return {
    ...figures,
    series: figures.series.filter((series) => series !== world),
    rankings: figures.rankings.filter(
      (ranking) => ranking !== market?.market && ranking !== market?.supply,
    ),
  };
}

/** The points that the source does not project. */
export const listActualPoints = ({ points, projectedFrom = Infinity }: Series): Series['points'] =>
  points.filter(([year]) => year < projectedFrom);

/** "without Enbrel Sureclick", if a yearly series of a medicine is not the whole. */
const findOmission = (label = ''): string | undefined => /without [^(]*[^ (]/.exec(label)?.[0];

/**
 * Names the first series in full if the subject doesn't say it already: "U.S. production (mines) of
 * copper", and a medicine's spending without a form that is left out.
 */
export function nameMainSeries(figures: Figures, { noun }: SubjectText): string | undefined {
  const label = figures.series[0]?.label;
  const omission = findOmission(label);
  if (sourceIdOf(figures) === 'cms' && omission) return `gross spending on ${noun} (${omission})`;
  if (sourceIdOf(figures) !== 'usgs') return undefined;
  const [head = '', ...rest] = (label ?? '').split(', ');
  const qualifier = rest.join(', ');
  if (isGoodOfItsOwn(qualifier, noun)) return `${head} of ${qualifier}`;
  return `${head}${rest.length > 0 ? ` (${qualifier})` : ''} of ${noun}`;
}
