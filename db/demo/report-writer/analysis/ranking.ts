import type { Ranking, Series } from '#core/catalogue/figures/figures.model.ts';
import {
  calculateConcentration,
  findBiggestMovers,
  findOutliers,
  type Mover,
} from '#core/catalogue/figures/statistics.ts';
import {
  capitalize,
  chooseVariant,
  formatAmount,
  formatPercent,
  formatShareOf,
  joinWithAnd,
} from '../format-numbers.ts';
import { namePlace } from './place-names.ts';
import {
  formatYear,
  joinSentences,
  keepTexts,
  lowercaseLabel,
  type OptionalSection,
  type SectionContext,
} from './wording.ts';

type Row = Ranking['rows'][number];

/** Who leads, what the first three hold, and who gained and lost most. */
export function writeRankingSection(
  context: SectionContext,
  ranking: Ranking,
  main: Series,
): OptionalSection {
  const { compared, outliers } = selectComparable(ranking);
  const leaders = describeLeaders(context, compared, nameScope(ranking));
  if (leaders === undefined) return undefined;
  const count = ranking.rows.length;
  return {
    heading: ranking.label,
    paragraphs: keepTexts([
      joinSentences(ranking.id === 'peers' && describeRank(context.noun, ranking, main), leaders),
      joinSentences(
        describeConcentration(context, compared),
        describeMovers(context, compared),
        describeOutliers(outliers, ranking),
      ),
      ranking.note &&
        `${ranking.note} For ${context.noun} the table of ${lowercaseLabel(ranking.label)} has ` +
          `${count} ${count === 1 ? 'entry' : 'entries'}.`,
    ]),
    charts: [ranking.id],
  };
}

/**
 * The rows that a sentence may compare. In a ranking per head or as a share, values far beyond the
 * rest of the list stay in the table and out of the sentence.
 */
export function selectComparable(ranking: Ranking): {
  readonly compared: Ranking;
  readonly outliers: readonly Row[];
} {
  const { measure, rows } = ranking;
  const outliers = measure === 'rate' || measure === 'share' ? findOutliers(rows) : [];
  return {
    compared: { ...ranking, rows: rows.filter((row) => !outliers.includes(row)) },
    outliers,
  };
}

/** "Without Uruguay, "; '' if all are compared. */
export function nameScope(ranking: Ranking): string {
  const names = selectComparable(ranking).outliers.map(({ name }) => namePlace(name));
  return names.length > 0 ? `Without ${joinWithAnd(names)}, ` : '';
}

const nameRow = ({ id }: Ranking, { name }: { readonly name: string }): string =>
  id === 'peers' ? lowercaseLabel(name) : namePlace(name);

/** The first two or three with their values; undefined for a list of one. */
function describeLeaders(
  { key }: SectionContext,
  ranking: Ranking,
  scope: string,
): string | undefined {
  const { rows, total, unit } = ranking;
  const [first, second, third] = rows;
  if (!first || !second) return undefined;
  const year = formatYear(key, ranking.year);
  const hasShares = calculateConcentration(ranking) !== undefined;
  const describeRow = (row: Row): string =>
    `${nameRow(ranking, row)} with ${formatAmount(row.value, unit)}` +
    (hasShares && total ? ` (${formatPercent(row.value / total)})` : '');
  const others = joinWithAnd([second, third].filter((row) => row !== undefined).map(describeRow));
  const lead = describeRow(first);
  return capitalize(
    chooseVariant(`${key}${ranking.id}`, 'lead', [
      `${scope}${lead} led in ${year}, ahead of ${others}.`,
      `${scope}${lead} came first in ${year}, followed by ${others}.`,
      `${scope}the largest figure for ${year} was that of ${lead}; next came ${others}.`,
    ]),
  );
}

/**
 * Describes the share of the first three; for the producers of one good the Herfindahl index as
 * well, by the bounds of the U.S. Merger Guidelines of 2023 (0.10 and 0.18). Undefined without a
 * total.
 */
function describeConcentration(
  { key, noun }: SectionContext,
  ranking: Ranking,
): string | undefined {
  const concentration = calculateConcentration(ranking);
  if (!concentration || ranking.rows.length < 4) return undefined;
  const topThree = formatShareOf(concentration.top3, 1);
  if (!isProducerRanking(ranking))
    return (
      `In the list for ${noun}, the first three accounted for ${topThree} of the total ` +
      `(${lowercaseLabel(ranking.label)}).`
    );
  const herfindahl = formatHerfindahl(concentration.herfindahl);
  const degree = nameConcentration(concentration.herfindahl);
  return chooseVariant(`${key}${ranking.id}`, 'held', [
    `The first three accounted for ${topThree} of the total, and the Herfindahl index of the ` +
      `producing countries is ${herfindahl}: production is ${degree}.`,
    `With ${topThree} from the first three countries and a Herfindahl index of ${herfindahl}, ` +
      `production is ${degree}.`,
  ]);
}

/** True for a list of those who make one and the same good, not for neighbours or holders. */
export const isProducerRanking = ({ id, label }: Pick<Ranking, 'id' | 'label'>): boolean =>
  id !== 'peers' && /production by country/i.test(label);

/** With two digits, or as many as it takes for the printed value to be in the index's own class. */
export const formatHerfindahl = (herfindahl: number): string =>
  [2, 3]
    .map((digits) => herfindahl.toFixed(digits))
    .find((text) => nameConcentration(Number(text)) === nameConcentration(herfindahl)) ??
  herfindahl.toFixed(4);

function nameConcentration(herfindahl: number): string {
  if (herfindahl > 0.18) return 'highly concentrated';
  return herfindahl > 0.1 ? 'moderately concentrated' : 'widely spread';
}

/** The largest gain and loss in the unit of the list; undefined if the list has none. */
export function describeMovers(
  { key, noun }: SectionContext,
  ranking: Ranking,
): string | undefined {
  const { up, down } = findBiggestMovers(ranking);
  if (!ranking.spanYears || ranking.spanYears <= 0 || (!up && !down)) return undefined;
  const since = formatYear(key, ranking.year - ranking.spanYears);
  const describeMove = ({ before, value, change }: Mover): string => {
    const isSmall = before < (ranking.total ?? ranking.rows[0]?.value ?? 0) / 100;
    const percent =
      isSmall || change >= 2 ? '' : ` (${change < 0 ? '−' : '+'}${formatPercent(change)})`;
    return `from ${formatAmount(before, ranking.unit)} to ${formatAmount(value, ranking.unit)}${percent}`;
  };
  const listed = ranking.id === 'peers' ? `in the list for ${noun}` : 'among those listed';
  const gain = up && `${nameRow(ranking, up)} gained most ${listed}, ${describeMove(up)}`;
  const loss = down && `${nameRow(ranking, down)} lost most, ${describeMove(down)}`;
  if (!gain) return `Since ${since}, ${loss}; none of those listed gained.`;
  return `Since ${since}, ${gain}; ${loss ?? 'none of those listed lost ground'}.`;
}

function describeOutliers(outliers: readonly Row[], { unit }: Ranking): string | undefined {
  if (outliers.length === 0) return undefined;
  const names = outliers.map((row) => `${namePlace(row.name)} (${formatAmount(row.value, unit)})`);
  const lies = outliers.length === 1 ? 'lies' : 'lie';
  return (
    `${capitalize(joinWithAnd(names))} ${lies} so far above the rest of the list that the comparison ` +
    `leaves ${outliers.length === 1 ? 'it' : 'them'} out; the table prints what the source gives.`
  );
}

/** The subject's own place among the industries of its group, found by its value. */
export function describeRank(
  noun: string,
  { rows, year }: Ranking,
  main: Series,
): string | undefined {
  const value = main.points.find(([pointYear]) => pointYear === year)?.[1];
  if (value === undefined) return undefined;
  const amount = formatAmount(value, main.unit);
  const index = rows.findIndex((row) => row.value === value);
  if (index === -1)
    return (
      `With ${amount} in ${year}, ${noun} came after the ${rows.length} industries of its group ` +
      'that are listed.'
    );
  const place = index === 0 ? 'first' : `number ${index + 1}`;
  return (
    `With ${amount}, ${noun} ranked ${place} by size among the ${rows.length} industries listed ` +
    `for ${year}.`
  );
}
