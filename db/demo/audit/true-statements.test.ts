import { expect, test } from 'vitest';
import { tryForecast } from '#core/catalogue/figures/forecast.ts';
import { removeProjections } from '#core/catalogue/figures/projections.model.ts';
import { isProducerRanking } from '../report-writer/analysis/ranking.ts';
import { formatYear } from '../report-writer/analysis/wording.ts';
import { writeDemoReports } from '../report-writer/demo-reports.ts';
import { createDemoFileReader } from '../report-writer/read-demo-file.ts';

/** Sentences that no report may have, whatever its figures are: over all 384. */
const reports = writeDemoReports(createDemoFileReader('db/demo'));
type Report = (typeof reports)[number];

const listParagraphs = ({ text }: Report): string[] => [
  ...text.analysis.flatMap(({ paragraphs }) => paragraphs),
  ...text.faqs.map(({ answer }) => answer),
  text.shortDescription,
  text.metaDescription,
];
/** "usgs:lithi: what is wrong", for the reports if something is. */
const findFaults = (find: (report: Report) => readonly string[]): string[] =>
  reports.flatMap((report) => find(report).map((fault) => `${report.figures.key}: ${fault}`));

test('the total of a medicine is the sum of its forms', () => {
  const medicines = reports.filter(({ figures }) => figures.key.startsWith('cms:'));
  const forms = medicines.flatMap(({ figures }) =>
    figures.rankings.filter(({ id }) => /^(forms|claims-by-form)$/.test(id)),
  );
  expect(forms.length).toBeGreaterThan(1);
  for (const { rows, total = 0 } of forms)
    expect(rows.reduce((sum, { value }) => sum + value, 0) / total).toBeCloseTo(1, 4);
});

test('no ranking lists Britain beside the union that counts it', () => {
  expect(
    findFaults(({ figures }) =>
      figures.rankings.flatMap(({ label, rows }) => {
        const names = new Set(rows.map(({ name }) => name));
        const isTwice =
          names.has('European Union and United Kingdom') &&
          (names.has('European Union') || names.has('United Kingdom'));
        return isTwice ? [label] : [];
      }),
    ),
  ).toEqual([]);
});

test('a projected year stands only where it is called a projection or is our own forecast', () => {
  const isCalledSo = /the source projects|^Our own calculation|^Yes, to /;
  expect(
    findFaults((report) => {
      const [main] = report.figures.series;
      if (main?.projectedFrom === undefined) return [];
      const year = formatYear(report.figures.key, main.projectedFrom);
      const pattern = new RegExp(String.raw`(?<![A-Z][a-z]+ )\b${year}\b(?!–)`);
      return [
        ...listParagraphs(report).filter((text) => pattern.test(text) && !isCalledSo.test(text)),
        ...report.text.keyFigures
          .filter(({ years }) => years.includes(String(main.projectedFrom)))
          .map(({ label }) => label),
      ];
    }),
  ).toEqual([]);
});

test('a ranking per head or as a share says that it is of places above a million people', () => {
  const relative = reports.flatMap(({ figures }) =>
    figures.rankings.filter(({ measure }) => /^(rate|share)$/.test(measure)),
  );
  expect(relative).toHaveLength(6);
  for (const { label, rows } of relative) {
    expect(label).toMatch(/, above a million people$/);
    const names = rows.map(({ name }) => name).join(', ');
    expect(names).not.toMatch(/British Virgin|Monaco|Fiji|Maldives|Belize|Macao|Aruba|Luxembourg/);
  }
});

test('a first place has its value, and a growth says of what and over which years', () => {
  expect(
    findFaults(({ text }) =>
      text.keyFigures
        .filter(({ label, value, years }) => {
          if (label.startsWith('First in '))
            return !/, .*\d/.test(value) || !/^\d{4}(\/\d\d)?$/.test(years);
          if (/^(Growth|Volatility)/.test(label))
            return (
              !/^(Growth|Volatility) of \S/.test(label) ||
              !/^\d{4}(\/\d\d)?–\d{4}(\/\d\d)?$/.test(years)
            );
          return !/\d/.test(value);
        })
        .map(({ label, value, years }) => `${label}: ${value}, ${years}`),
    ),
  ).toEqual([]);
});

test('a rate a year is one of at least two years', () => {
  expect(
    findFaults((report) => [
      ...report.text.keyFigures
        .filter(({ value, years }) => {
          const [from = 0, to = 0] = years.split('–').map((year) => parseInt(year, 10));
          return value.endsWith('a year') && to - from < 2;
        })
        .map(({ label, value, years }) => `${label}: ${value}, ${years}`),
      ...listParagraphs(report).filter((words) => /\b(over|after) 1 year\b/i.test(words)),
    ]),
  ).toEqual([]);
});

test('an index of concentration stands only under the producers of one good', () => {
  expect(
    findFaults(({ figures, text }) =>
      text.analysis
        .filter(({ paragraphs }) => paragraphs.some((words) => words.includes('Herfindahl')))
        .filter(
          ({ charts }) =>
            !figures.rankings.some((one) => charts.includes(one.id) && isProducerRanking(one)),
        )
        .map(({ heading }) => heading),
    ),
  ).toEqual([]);
});

const contradictions = [
  /best year was [^,;]+, when values fell/,
  /the worst was [^,;]+, when they (?:rose|grew)/,
  /strongest year was [^,;]+, when values fell/,
  /Values (?:rose|grew)[^,;]* in [^,]+, the hardest year/,
  /and fell[^.]* in [^.]+, the strongest/,
  /hardly changed[^.]*so the pace/,
  /rose by [^.;]*, so that [^.;]*did not grow at all/,
];

test('no sentence contradicts itself', () => {
  expect(
    findFaults((report) =>
      listParagraphs(report).filter((text) => contradictions.some((one) => one.test(text))),
    ),
  ).toEqual([]);
});

type Direction = 'up' | 'down' | 'level';
function readDirection(words: string): Direction {
  if (words.startsWith('hardly')) return 'level';
  return words.startsWith('fell') ? 'down' : 'up';
}
/** "rose by 2 %", "grew 3.7-fold", "fell by 9 %" or "hardly changed". */
const change = String.raw`(rose by [\d.,]+.%|grew [\d.,]+-fold|fell by [\d.,]+.%|hardly changed)`;
const causePattern = new RegExp(
  `${change}[^.]*?price index ${change}\\. .*?real output,? ${change} \\([^)]*\\): ([^.]+)\\.`,
  'u',
);
/** Which causes agree with the directions of value, prices and volume. */
const causes: readonly (readonly [
  cause: RegExp,
  value: Direction[],
  price: Direction[],
  volume: Direction[],
])[] = [
  [/explains? more of the rise/, ['up'], ['up'], ['up']],
  [/explains? more of the fall/, ['down'], ['down'], ['down']],
  [/higher prices more than made up/, ['up'], ['up'], ['down']],
  [/higher prices did not make up/, ['down'], ['up'], ['down']],
  [/higher volume more than made up/, ['up'], ['down'], ['up']],
  [/higher volume did not make up/, ['down'], ['down'], ['up']],
  [/offset each other/, ['level', 'up', 'down'], ['up', 'down'], ['up', 'down']],
  [
    /was flat|were flat|neither/,
    ['up', 'down', 'level'],
    ['up', 'down', 'level'],
    ['up', 'down', 'level'],
  ],
];

test('the cause of a change agrees with what value, prices and volume did in the same paragraph', () => {
  let read = 0;
  const faults = findFaults(({ text }) =>
    text.analysis
      .filter(({ heading }) => heading === 'Prices against volumes')
      .flatMap(({ paragraphs: [paragraph = ''] }) => {
        const [, value = '', price = '', volume = '', cause = ''] =
          causePattern.exec(paragraph) ?? [];
        if (cause === '') return [`not understood: ${paragraph}`];
        read += 1;
        const moves = [value, price, volume].map(readDirection);
        const allowed = causes.find(([words]) => words.test(cause));
        const agrees = allowed
          ?.slice(1)
          .every((one, i) => (one as Direction[]).includes(moves[i] ?? 'level'));
        return agrees ? [] : [paragraph];
      }),
  );
  expect(faults).toEqual([]);
  expect(read).toBeGreaterThan(200);
});

test('a forecast begins after the last actual year, names each year, and beats no change', () => {
  let printed = 0;
  const faults = findFaults(({ figures, text }) => {
    const outlook = text.analysis.at(-1)?.paragraphs ?? [];
    const forecast = outlook.find((words) => words.startsWith('Our own calculation'));
    const refusal = outlook.find((words) => words.startsWith('We give no forecast'));
    if ((forecast === undefined) === (refusal === undefined)) return ['says both or nothing'];
    const main = figures.series.find(({ points }) => points.length > 2);
    const points = main ? removeProjections(main).points : [];
    const result = tryForecast(points);
    if ('reason' in result) return forecast ? ['prints what its test refused'] : [];
    if (!forecast) return ['has a forecast and does not print it'];
    printed += 1;
    const lastYear = points.at(-1)?.[0] ?? 0;
    const missing = result.yearly.filter(
      ({ year }, i) =>
        year !== lastYear + i + 1 || !forecast.includes(`in ${formatYear(figures.key, year)}`),
    );
    const isWorse = result.backtest.meanError >= result.backtest.noChangeError;
    return missing.length > 0 || isWorse ? [forecast] : [];
  });
  expect(faults).toEqual([]);
  expect(printed).toBeGreaterThan(100);
});
