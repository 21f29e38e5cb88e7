import type { Figures, Series } from '#core/catalogue/figures/figures.model.ts';
import { joinWithAnd } from './format-numbers.ts';
import {
  calculateImportShare,
  findMarket,
  findWorldSeries,
  minImportShare,
  sourceIdOf,
} from './main-series.ts';
import type { SubjectText } from './subject-text.ts';

/** Data that end before this year say so in the title. */
const firstRecentYear = 2020;

/** A title that is longer names less of what is in the report. */
const maxTitleLength = 60;

/**
 * "Lithium Market: World Supply, Reserves and Prices". A title names only what the report has;
 * "Size" stands only over a market size, and years where the data are old.
 */
export function writeTitle({ subject }: SubjectText, figures: Figures, main: Series): string {
  const [firstYear, lastYear] = [main.points[0]?.[0] ?? 0, main.points.at(-1)?.[0] ?? 0];
  const years = lastYear < firstRecentYear ? `, ${firstYear}–${lastYear}` : '';
  const title = `${nameContents(subject, figures)}${years}`;
  return title.length > maxTitleLength ? shortenTitle(title) : title;
}

/** "Size and Imports" for "Size, Imports and Output". */
const shortenTitle = (title: string): string =>
  title.replace(/: ([^,]+), ([^,]+?) and .*?(, \d{4}–\d{4})?$/, ': $1 and $2$3');

function nameContents(subject: string, figures: Figures): string {
  switch (sourceIdOf(figures)) {
    case 'bea':
      return nameIndustry(subject, figures);
    case 'psd':
      return `${subject} Market: World Production and Leading Countries`;
    case 'usgs':
      return nameMineral(subject, figures);
    case 'pink':
      return `${subject.replace(/ Price$/, '')} Prices: Annual Averages and Turning Points`;
    case 'wdi':
      return `${subject} Worldwide: Development and Country Ranking`;
    case 'iea':
      return `${subject} Worldwide: Growth and Leading Countries`;
    case 'cms':
      return `${subject}: Spending, Claims and Cost per Claim`;
    default:
      return subject;
  }
}

/** Output is no market: without a market size the word is not in the title. */
function nameIndustry(subject: string, figures: Figures): string {
  const market = findMarket(figures);
  if (!market) return `${subject}: Output, Prices and Real Growth`;
  const second =
    calculateImportShare(market) < minImportShare ? 'Output and Prices' : 'Imports and Output';
  return `${subject} Market: Size, ${second}`;
}

function nameMineral(subject: string, figures: Figures): string {
  const world = findWorldSeries(figures);
  const hasPrices = figures.series.some(({ measure }) => measure === 'price');
  const hasReserves = figures.rankings.some(({ id }) => id.startsWith('reserves-'));
  const contents = world
    ? ['World Supply', hasReserves ? 'Reserves' : 'Producers', hasPrices ? 'Prices' : 'U.S. Trade']
    : ['Supply', 'Trade', ...(hasPrices ? ['Prices'] : [])];
  const place = world || subject.startsWith('U.S.') ? '' : 'U.S. ';
  return `${place}${subject} Market: ${joinWithAnd(contents)}`;
}
