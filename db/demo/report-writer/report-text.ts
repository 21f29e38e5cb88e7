import type { Figures, Source, Series } from '#core/catalogue/figures/figures.model.ts';
import type { KeyFigure, ReportText, AnalysisSection } from './demo-text.ts';
import { writeAnalysis } from './analysis/index.ts';
import { lowercaseLabel } from './analysis/wording.ts';
import { writeFaqs } from './faqs.ts';
import type { DemoIndustry } from './industries.ts';
import { pickKeyFigures } from './key-figures.ts';
import {
  nameMainSeries,
  pickTrendFigures,
  calculateImportShare,
  findMarket,
  findWorldSeries,
  minImportShare,
  sourceIdOf,
} from './main-series.ts';
import { placeWorldFirst, writeOpeningSections } from './opening-section.ts';
import type { SubjectText } from './subject-text.ts';
import { joinWithAnd } from './format-numbers.ts';
import type { ContentsEntry } from '#core/catalogue/reports/report-input.model.ts';

const methodText = [
  'Every figure is taken from the public source named beside it, in the unit given there; ' +
    'we round for reading and print the full values in the data tables. A missing value ' +
    'stays missing: nothing is filled in or smoothed.',
  'Growth rates are compound annual rates. Volatility is the standard deviation of yearly ' +
    'changes. A turning point is a peak or trough from which the series moved by more than ' +
    'that. The Herfindahl index is the sum of squared shares of the producing countries listed; ' +
    'above 0.10 we call production moderately and above 0.18 highly concentrated, the bounds of ' +
    'the U.S. Merger Guidelines of 2023. Rankings per head or as a share leave out places of ' +
    "fewer than a million people; values beyond Tukey's outer fence are listed but not compared.",
  "A forecast, where one is given, is our own calculation and not the source's: the trend " +
    'of the logarithms over the last twelve to fifteen years, started at the last actual value ' +
    'and damped by 15 % each year. It is made anew in each past year that has twelve years before ' +
    'and five after it. The band is the error that eight in ten of these tests stayed below, ' +
    'widened by the root of the years ahead. A forecast that was further off than the assumption ' +
    'of no change is not printed, nor one whose band reaches beyond twice the value.',
];

/** A report's whole text, from its figures and its subject's own text. Throws without a series. */
export function writeReportText(
  figures: Figures,
  subject: SubjectText,
  industry: DemoIndustry,
  sources: readonly Source[],
): ReportText {
  const trendFigures = pickTrendFigures(figures);
  const main = trendFigures.series[0];
  if (!main) throw new Error(`${figures.key} has no series`);
  const context = {
    key: figures.key + industry.slug,
    noun: subject.noun,
    mainSeriesName: nameMainSeries(trendFigures, subject),
  };
  const analysis = [
    ...writeOpeningSections(subject.noun, figures),
    ...placeWorldFirst(figures, writeAnalysis(context, trendFigures, main)),
  ];
  const keyFigures = pickKeyFigures(figures);
  const title = writeTitle(subject, figures, main);
  const tables = figures.series.length + figures.rankings.length;
  return {
    title,
    // Rows of lists show the figures beside it.
    shortDescription: joinSentences(subject.intro, maxShortLength),
    keyFigures,
    analysis,
    method: methodText,
    intro: subject.intro,
    drivers: subject.drivers,
    restraints: subject.restraints,
    segments: subject.segments,
    contents: listContents(subject, figures, analysis),
    faqs: writeFaqs(subject, figures, main, sources),
    desk: industry.desk,
    metaTitle: title,
    metaDescription: writeMetaDescription(keyFigures, tables, subject.noun),
    keywords: [subject.noun, industry.name, ...subject.also],
  };
}

/** The longest description that search engines show. */
const maxMetaLength = 158;
/** The opening figure with its growth, and the report's subject: as much as there is room for. */
function writeMetaDescription(
  [first, ...others]: readonly KeyFigure[],
  tables: number,
  noun: string,
) {
  const [whole, short] = [summarizeOpening([first, ...others]), summarizeOpening([first])];
  const about = `${tables} data tables on ${noun}`;
  const fitting = [
    `${whole}. ${about}, with charts and sources.`,
    `${whole}. ${about}.`,
    `${short}. ${about}, with charts and sources.`,
    `${short}. ${about}.`,
  ].find((text) => text.length <= maxMetaLength);
  return fitting ?? `${about}, with charts, analysis and sources.`;
}

/** Two or three lines of a list. */
const maxShortLength = 300;
/** The first two sentences, or the first alone if both are longer. */
const joinSentences = ([first = '', second = '']: readonly string[], maxLength: number): string =>
  `${first} ${second}`.length <= maxLength ? `${first} ${second}` : first;

/** "World production of 843 million tonnes in 2025, +1.3 % a year since 2015". */
function summarizeOpening([first, ...others]: readonly (KeyFigure | undefined)[]): string {
  const growth = others.find((other) => other?.label.startsWith('Growth of'));
  if (!first) return '';
  const opening = `${first.label.replace(/, ([^,]*)$/, ' ($1)')} of ${first.value} in ${first.years}`;
  if (!growth) return opening;
  const subject = growth.label.replace('Growth of ', '');
  return subject === lowercaseLabel(first.label)
    ? `${opening}, ${describeGrowth(growth)}`
    : `${opening}; ${subject} ${growth.value}, ${growth.years}`;
}

/** "+1.3 % a year since 2015", "+23 % on 2022" for a single year, "hardly any change on 2022". */
function describeGrowth({ value, years }: KeyFigure): string {
  const since = `${value.endsWith('a year') ? 'since' : 'on'} ${years.split('–')[0] ?? ''}`;
  return value.startsWith('0\u00a0') ? `hardly any change ${since}` : `${value} ${since}`;
}

/** Data that end before this year say so in the title. */
const firstRecentYear = 2020;

/** A title that is longer names less of what is in the report. */
const maxTitleLength = 60;

/**
 * "Lithium Market: World Supply, Reserves and Prices". A title names only what the report has;
 * "Size" stands only over a market size, and years if the data are old.
 */
function writeTitle({ subject }: SubjectText, figures: Figures, main: Series): string {
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

/** The table of contents that the report's page shows before it is bought. */
const listContents = (
  subject: SubjectText,
  figures: Figures,
  analysis: readonly AnalysisSection[],
): ContentsEntry[] => [
  { title: 'Key figures' },
  {
    title: `The subject: ${subject.subject}`,
    children: [
      { title: 'What it is, who makes it and who uses it' },
      { title: 'What pushes it up and what holds it back' },
      {
        title: 'Segmentation',
        children: subject.segments.map(({ by }) => ({ title: `By ${by.toLowerCase()}` })),
      },
    ],
  },
  { title: 'Analysis', children: analysis.map(({ heading }) => ({ title: heading })) },
  { title: 'Data tables', children: listDataTables(figures) },
  { title: 'Method' },
  { title: 'Sources' },
];

function listDataTables({ series, rankings }: Figures): ContentsEntry[] {
  const seriesTables = {
    title: 'Annual series',
    children: series.map(({ label, unit }) => ({ title: `${label} (${unit})` })),
  };
  if (rankings.length === 0) return [seriesTables];
  const rankingTables = {
    title: 'Rankings',
    children: rankings.map(({ label, year }) => ({ title: `${label}, ${year}` })),
  };
  return [seriesTables, rankingTables];
}
