import { expect, test } from 'vitest';
import { forecastSeries } from '#core/catalogue/figures/forecast.ts';
import { removeProjections } from '#core/catalogue/figures/projections.model.ts';
import { writeDemoReports } from './demo-reports.ts';
import { createDemoFileReader } from './read-demo-file.ts';

const reports = writeDemoReports(createDemoFileReader('db/demo'));

/** The values that occur more than once, without their first occurrence. */
function findDuplicates(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.has(value) || (seen.add(value), false));
}

test('all 384 subjects in 30 industries have a report', () => {
  expect(reports).toHaveLength(384);
  expect(new Set(reports.map(({ industrySlug }) => industrySlug)).size).toBe(30);
});

test('no two reports share a title, an address or a code', () => {
  expect(findDuplicates(reports.map(({ text }) => text.title))).toEqual([]);
  expect(findDuplicates(reports.map(({ slug }) => slug))).toEqual([]);
  expect(findDuplicates(reports.map(({ code }) => code))).toEqual([]);
});

test('no two reports share a paragraph, an answer, a driver, a restraint or a description', () => {
  expect(
    findDuplicates(
      reports.flatMap(({ text }) => text.analysis.flatMap(({ paragraphs }) => paragraphs)),
    ),
  ).toEqual([]);
  expect(
    findDuplicates(
      reports.flatMap(({ text }) =>
        text.faqs.map(({ question, answer }) => `${question} ${answer}`),
      ),
    ),
  ).toEqual([]);
  expect(
    findDuplicates(
      reports.flatMap(({ text }) => [
        text.intro.join(' '),
        ...text.drivers,
        ...text.restraints,
        text.shortDescription,
        text.metaDescription,
      ]),
    ),
  ).toEqual([]);
});

test('each subject opens with three or four sentences of its own', () => {
  expect(
    reports
      .filter(({ text }) => text.intro.length < 3 || text.intro.length > 4)
      .map(({ code }) => code),
  ).toEqual([]);
  expect(findDuplicates(reports.flatMap(({ text }) => text.intro))).toEqual([]);
});

test('prices grow with the licence, and no text contains a missing value', () => {
  for (const { code, prices, text } of reports) {
    expect(
      prices.single < prices.multiple &&
        prices.multiple < prices.corporate &&
        prices.dataSheet < prices.single,
      code,
    ).toBe(true);
    expect(JSON.stringify(text), code).not.toMatch(/undefined|NaN|Infinity|null/);
  }
});

test('the bands of all printed forecasts covered four in five actual values in their tests', () => {
  const backtests = reports.flatMap(({ figures }) => {
    const [main] = figures.series;
    const forecast = main && forecastSeries(removeProjections(main).points);
    return forecast ? [forecast.backtest] : [];
  });
  const origins = backtests.reduce((sum, backtest) => sum + backtest.origins, 0);
  const covered = backtests.reduce((sum, one) => sum + one.covered * one.origins, 0) / origins;
  expect(backtests.length).toBeGreaterThan(100);
  expect(covered).toBeGreaterThan(0.77);
  expect(covered).toBeLessThan(0.83);
  expect(backtests.filter((one) => one.meanError >= one.noChangeError)).toEqual([]);
});

test('every report names five others of its chain, inputs and buyers among them', () => {
  const codes = new Set(reports.map(({ code }) => code));
  for (const { code, text } of reports) {
    const related = text.related ?? [];
    expect(new Set(related).size, code).toBe(5);
    expect(
      related.every((other) => other !== code && codes.has(other)),
      code,
    ).toBe(true);
  }
  const titlesNear = (title: string): string[] =>
    (reports.find(({ text }) => text.title.startsWith(title))?.text.related ?? []).map(
      (near) => reports.find(({ code }) => code === near)?.text.title.split(':')[0] ?? '',
    );
  expect(titlesNear('Electric Vehicle Fleet').slice(0, 2)).toEqual([
    'Electric Vehicle Sales Worldwide',
    'Public EV Charging Points Worldwide',
  ]);
  expect(titlesNear('Lithium Market')).toContain('U.S. Storage Batteries Market');
  expect(titlesNear('Wheat Market')).toContain('U.S. Flour Milling and Malt Market');
});

test('what lists say of a report is its subject, as the figures stand beside it', () => {
  const repeating = reports.filter(({ text: { shortDescription, keyFigures } }) =>
    keyFigures.some(({ label, value }) =>
      [label, value].some((words) => shortDescription.includes(words)),
    ),
  );
  expect(repeating.map(({ code }) => code)).toEqual([]);
  const findLong = (field: 'shortDescription' | 'metaDescription', max: number): string[] =>
    reports.map(({ text }) => text[field]).filter((text) => text.length > max);
  expect(findLong('shortDescription', 300)).toEqual([]);
  expect(findLong('metaDescription', 158)).toEqual([]);
});
