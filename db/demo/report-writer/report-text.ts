import type { Figures, Source } from '#core/catalogue/figures/figures.model.ts';
import type { KeyFigure, ReportText } from './demo-text.ts';
import { writeAnalysis } from './analysis/index.ts';
import { lowercaseLabel } from './analysis/wording.ts';
import { listContents } from './contents.ts';
import { writeFaqs } from './faqs.ts';
import type { DemoIndustry } from './industries.ts';
import { pickKeyFigures } from './key-figures.ts';
import { nameMainSeries, pickTrendFigures } from './main-series.ts';
import { placeWorldFirst, writeOpeningSections } from './opening-section.ts';
import type { SubjectText } from './subject-text.ts';
import { writeTitle } from './title.ts';

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

/** What search engines show. */
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
/** The first two sentences, or the first alone where both are longer. */
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
