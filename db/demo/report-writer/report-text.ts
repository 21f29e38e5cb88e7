import {
  findExtremes,
  forecastSeries,
  calculateGrowth,
  calculateVolatility,
} from '#core/catalogue/statistics.ts';
import type { Figures, Source } from '#core/catalogue/figures.model.ts';
import type {
  ContentsEntry,
  KeyFigure,
  ReportText,
  AnalysisSection,
} from '#core/catalogue/report-text.model.ts';
import type { DemoIndustry } from './industries.ts';
import { formatAmount, formatYearlyRate, formatPercent } from './format-numbers.ts';
import {
  writeComparisonSections,
  writeLongRunSection,
  writeOutlookSection,
  writeRankingSection,
  writeVolatilitySection,
  type SectionContext,
} from './analysis-sections.ts';
import type { SubjectText } from './subject-text.ts';

const methodText = [
  'Every figure is taken from the public source named beside it, in the unit given there; ' +
    'we round for reading and print the full values in the data tables. A missing value ' +
    'stays missing: nothing is filled in or smoothed.',
  'Growth rates are compound annual rates. Volatility is the standard deviation of yearly ' +
    'changes. A turning point is a peak or trough from which the series moved by more than ' +
    'that. The Herfindahl index is the sum of squared shares of the entries listed.',
  "A forecast, where one is given, is our own calculation and not the source's: the trend " +
    'of the logarithms over the last ten to fifteen years, started at the last value, damped ' +
    'by 15 % each year, with a band of 1.28 standard deviations of past yearly changes, ' +
    'widened by the root of the years ahead. Series with fewer than twelve values, or with ' +
    'changes that scatter by more than 25 %, get none.',
];

/** A report in words, from its figures and from what was written for its subject. */
export function writeReportText(
  figures: Figures,
  subject: SubjectText,
  industry: DemoIndustry,
  sources: readonly Source[],
): ReportText {
  const main = figures.series[0];
  if (!main) throw new Error(`${figures.key} has no series`);
  const context: SectionContext = {
    key: figures.key + industry.slug,
    noun: subject.noun,
    mainSeriesName: describeMainSeries(figures, subject),
  };
  const analysis = [
    writeLongRunSection(context, main),
    writeVolatilitySection(context, main),
    ...figures.rankings.map((ranking) => writeRankingSection(context, ranking, main)),
    ...writeComparisonSections(context, figures),
    writeOutlookSection(context, main),
  ].filter((one): one is AnalysisSection => one !== undefined);
  const keyFigures = pickKeyFigures(figures);
  const [from, to] = [main.points[0]?.[0], main.points.at(-1)?.[0]];
  const title = writeTitle(subject, figures, from, to);
  const head = keyFigures[0];
  const rate = calculateGrowth(main.points, 10) ?? calculateGrowth(main.points);
  const shortDescription =
    `${head ? `${head.label} of ${head.value} in ${head.years}` : subject.subject}${rate ? `, ${rate.annualRate < 0 ? 'down' : 'up'} ${formatPercent(rate.annualRate)} a year since ${rate.fromYear}` : ''}. ` +
    `${figures.series.length + figures.rankings.length} data tables on ${subject.noun}, with ` +
    'charts, analysis and sources.';
  return {
    title,
    shortDescription,
    keyFigures,
    analysis,
    method: methodText,
    intro: subject.intro,
    drivers: subject.drivers,
    restraints: subject.restraints,
    segments: subject.segments,
    contents: listContents(subject, figures, analysis),
    faqs: writeFaqs(subject, figures, sources),
    desk: industry.desk,
    metaTitle: title,
    metaDescription: shortDescription.slice(0, 158),
    keywords: [subject.noun, industry.name, ...subject.also],
  };
}

/**
 * What the main series of a mineral counts: the survey's head with its qualifier, of the subject.
 * Undefined for other sources, whose head stands for the subject.
 */
function describeMainSeries(figures: Figures, { noun }: SubjectText): string | undefined {
  if (sourceIdOf(figures) !== 'usgs') return undefined;
  const [head = '', ...rest] = (figures.series[0]?.label ?? '').split(', ');
  const qualifier = rest.join(', ');
  if (qualifier.toLowerCase().includes(noun.toLowerCase())) return `${head} of ${qualifier}`;
  return `${head}${rest.length > 0 ? ` (${qualifier})` : ''} of ${noun}`;
}

const sourceIdOf = (figures: Figures): string => figures.key.split(':')[0] ?? '';

function writeTitle(
  { subject }: SubjectText,
  figures: Figures,
  from?: number,
  to?: number,
): string {
  const span = `${from}–${to}`;
  const tail: Readonly<Record<string, string>> = {
    bea: `Market: Output, Prices and Real Growth, ${span}`,
    psd: `Market: World Production and Leading Countries, ${span}`,
    usgs:
      figures.rankings.length > 0
        ? `Market: Supply, Trade and Leading Producers, ${span}`
        : `Market: Supply, Trade and Prices, ${span}`,
    pink: `Prices: Annual Averages, Turning Points and Neighbours, ${span}`,
    wdi: `Worldwide: Development and Country Ranking, ${span}`,
    iea: `Worldwide: Growth and Leading Countries, ${span}`,
    cms: `: Spending, Claims and Cost per Claim, ${span}`,
  };
  return `${subject} ${tail[sourceIdOf(figures)] ?? span}`.replace(' : ', ': ');
}

function pickKeyFigures({ series, rankings }: Figures): KeyFigure[] {
  const found: KeyFigure[] = [];
  for (const [i, one] of series.slice(0, 3).entries()) {
    const last = one.points.at(-1);
    if (!last) continue;
    found.push({
      label: `${one.label.replace(' (computed)', '')}${one.place === 'World' && !one.label.includes('World') ? ', world' : ''}`,
      value: formatAmount(last[1], one.unit),
      years: `${last[0]}${one.estimatedFrom !== undefined && last[0] >= one.estimatedFrom ? " (source's estimate)" : ''}`,
      source: one.source,
      computed: one.label.includes('computed'),
    });
    if (i > 0) continue;
    const rate = calculateGrowth(one.points, 10) ?? calculateGrowth(one.points);
    if (rate)
      found.push({
        label: 'Growth',
        value: formatYearlyRate(rate.annualRate),
        years: `${rate.fromYear}–${rate.toYear}`,
        source: one.source,
        computed: true,
      });
    const spread = calculateVolatility(one.points);
    if (spread !== undefined)
      found.push({
        label: 'Volatility',
        value: `±${formatPercent(spread)}`,
        years: `${one.points[0]?.[0]}–${last[0]}`,
        source: one.source,
        computed: true,
      });
  }
  const [ranking] = rankings;
  const first = ranking?.rows[0];
  if (ranking && first)
    found.push({
      label: ranking.id === 'peers' ? 'Largest of its group' : 'First in the ranking',
      value: first.name,
      years: String(ranking.year),
      source: ranking.source,
      computed: false,
    });
  return found.slice(0, 6);
}

function listContents(
  subject: SubjectText,
  { series, rankings }: Figures,
  analysis: readonly AnalysisSection[],
): ContentsEntry[] {
  return [
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
    {
      title: 'Data tables',
      children: [
        {
          title: 'Annual series',
          children: series.map(({ label, unit }) => ({ title: `${label} (${unit})` })),
        },
        ...(rankings.length > 0
          ? [
              {
                title: 'Rankings',
                children: rankings.map(({ label, year }) => ({ title: `${label}, ${year}` })),
              },
            ]
          : []),
      ],
    },
    { title: 'Method' },
    { title: 'Sources' },
  ];
}

function writeFaqs(
  subject: SubjectText,
  { key, series, rankings }: Figures,
  sources: readonly Source[],
): ReportText['faqs'] {
  const [main] = series;
  if (!main) return [];
  const { noun } = subject;
  const counted = describeMainSeries({ key, series, rankings }, subject) ?? noun;
  const rate = calculateGrowth(main.points);
  const { high } = findExtremes(main.points);
  const next = forecastSeries(main.points);
  const [ranking] = rankings;
  const names = [...new Set([...series, ...rankings].map(({ source }) => source))].flatMap((id) =>
    sources
      .filter((source) => source.id === id)
      .map(({ publisher, vintage }) => `${publisher} (${vintage})`),
  );
  return [
    subject.faq,
    ...(rate
      ? [
          {
            question: `By how much did ${counted} change?`,
            answer:
              `${main.label} changed by ` +
              `${rate.annualRate < 0 ? 'minus ' : ''}${formatPercent(rate.annualRate)} a ` +
              `year between ${rate.fromYear} and ${rate.toYear}, from ` +
              `${formatAmount(rate.firstValue, main.unit)} to ` +
              `${formatAmount(rate.lastValue, main.unit)}.`,
          },
        ]
      : []),
    ...(high
      ? [
          {
            question: `What was the record year of ${counted}?`,
            answer: `${high[0]}, with ${formatAmount(high[1], main.unit)}.`,
          },
        ]
      : []),
    ...(ranking?.rows[0] && ranking.rows[1]
      ? [
          {
            question:
              ranking.id === 'peers'
                ? `How large is ${noun} beside its neighbours?`
                : `Who leads in ${noun}?`,
            answer:
              `${ranking.rows[0].name} comes first with ` +
              `${formatAmount(ranking.rows[0].value, ranking.unit)} in ${ranking.year}, ` +
              `${ranking.rows[1].name} second with ` +
              `${formatAmount(ranking.rows[1].value, ranking.unit)}.`,
          },
        ]
      : []),
    {
      question: `Does the report on ${noun} hold a forecast?`,
      answer: next
        ? `Yes, to ${next.year}. It is our own calculation from the years ` +
          `${next.fittedYears[0]} to ${next.fittedYears[1]}, and it comes to ` +
          `${formatAmount(next.value, main.unit)}, with a band from ` +
          `${formatAmount(next.low, main.unit)} to ${formatAmount(next.high, main.unit)}.`
        : `No. The record of ${noun} (${main.points.length} yearly values) does not carry ` +
          'one by our method, and we print the data instead of a guess.',
    },
    {
      question: `Where do the figures on ${noun} come from?`,
      answer:
        `From ${names.join('; ')}. The report on ${noun} prints ${series.length} annual ` +
        `series${rankings.length > 0 ? ` and ${rankings.length} ${rankings.length === 1 ? 'ranking' : 'rankings'}` : ''}, ` +
        'and the workbook holds the same values.',
    },
  ];
}
