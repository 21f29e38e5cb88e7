import type { Ranking, Series } from '#core/catalogue/figures.model.ts';
import { calculateConcentration, findBiggestMovers } from '#core/catalogue/statistics.ts';
import { capitalize, chooseVariant, formatAmount, formatPercent } from '../format-numbers.ts';
import {
  describeChange,
  joinSentences,
  keepTexts,
  lowercaseLabel,
  type OptionalSection,
  type SectionContext,
} from './wording.ts';

/** Who leads, how concentrated the list is, who gained and who lost most. */
export function writeRankingSection(
  context: SectionContext,
  ranking: Ranking,
  main: Series,
): OptionalSection {
  const leaders = describeLeaders(context, ranking);
  if (leaders === undefined) return undefined;
  const isPeerGroup = ranking.id === 'peers';
  const noun = isPeerGroup ? `the group around ${context.noun}` : context.noun;
  return {
    heading: ranking.label,
    paragraphs: keepTexts([
      joinSentences(isPeerGroup && describeRank(context.noun, ranking, main), leaders),
      joinSentences(describeConcentration(context, noun, ranking), describeMovers(ranking)),
      ranking.note &&
        `${ranking.note} For ${noun}, the list of ${lowercaseLabel(ranking.label)} has ` +
          `${ranking.rows.length} entries.`,
    ]),
    charts: [ranking.id],
  };
}

/** The first two or three with their values; undefined for a list of one. */
function describeLeaders({ key }: SectionContext, ranking: Ranking): string | undefined {
  const { rows, total, unit, year } = ranking;
  const [first, second, third] = rows;
  if (!first || !second) return undefined;
  const hasShares = calculateConcentration(ranking) !== undefined;
  const describeValue = ({ value }: Ranking['rows'][number]): string =>
    formatAmount(value, unit) + (hasShares && total ? ` (${formatPercent(value / total)})` : '');
  return chooseVariant(`${key}${ranking.id}`, 'lead', [
    `${first.name} leads with ${describeValue(first)} in ${year}, before ${second.name} with ` +
      `${describeValue(second)}${third ? ` and ${third.name} with ${describeValue(third)}` : ''}.`,
    `In ${year} the first place belongs to ${first.name}, at ${describeValue(first)}; ` +
      `${second.name} follows at ` +
      `${describeValue(second)}${third ? `, then ${third.name} at ${describeValue(third)}` : ''}.`,
  ]);
}

/** Undefined for a ranking without a total, which has no shares. */
function describeConcentration(
  { key }: SectionContext,
  noun: string,
  ranking: Ranking,
): string | undefined {
  const concentration = calculateConcentration(ranking);
  if (!concentration) return undefined;
  const topThree = formatPercent(concentration.top3);
  const herfindahl = concentration.herfindahl.toFixed(2);
  const degree = nameConcentration(concentration.herfindahl);
  return chooseVariant(`${key}${ranking.id}`, 'held', [
    `The first three hold ${topThree} of the whole, and the Herfindahl index of those listed is ` +
      `${herfindahl}: for ${noun}, ${degree}.`,
    `With ${topThree} in the hands of the first three and a Herfindahl index of ${herfindahl}, ` +
      `${noun} is ${degree}.`,
  ]);
}

function nameConcentration(herfindahl: number): string {
  if (herfindahl > 0.25) return 'highly concentrated';
  return herfindahl > 0.15 ? 'moderately concentrated' : 'widely spread';
}

/** The largest gain and loss since the earlier year; undefined where the list has none. */
function describeMovers(ranking: Ranking): string | undefined {
  const { up, down } = findBiggestMovers(ranking);
  if (!ranking.spanYears || ranking.spanYears <= 0 || !up) return undefined;
  return joinSentences(
    `Since ${ranking.year - ranking.spanYears}, ${up.name} ` +
      `${up.change >= 0 ? 'gained' : 'changed'} most among those listed: it ` +
      `${describeChange(up.change)}.`,
    down &&
      down.name !== up.name &&
      `The largest loss is that of ${down.name}, which ${describeChange(down.change)}.`,
    !down && 'None of those listed lost ground.',
  );
}

/** The subject's own place among the industries of its group, found by its value. */
function describeRank(noun: string, { rows, year }: Ranking, main: Series): string {
  const value = main.points.find(([pointYear]) => pointYear === year)?.[1] ?? 0;
  const amount = formatAmount(value, main.unit);
  const index = rows.findIndex((row) => row.value === value);
  if (index === -1)
    return (
      `With ${amount} in ${year}, ${noun} stands behind the ${rows.length} largest industries ` +
      'of its group.'
    );
  return (
    `${capitalize(noun)} takes place ${index + 1} of the ${rows.length} listed for ${year}, ` +
    `with ${amount}.`
  );
}
