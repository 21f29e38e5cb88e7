import { expect, test } from 'vitest';
import type { Figures, Ranking, Series } from '../figures/figures.model.ts';
import { listDescriptionKeys } from '../drawing/charts.model.ts';
import {
  addFacts,
  countReportParts,
  describeReport,
  findOpeningSentence,
} from './describe-report.ts';
import { readAnalysis } from './report-facts.model.ts';
import type { RichText, RichTextBlock } from '../rich-text/rich-text.model.ts';

const series = (id: string, years: number, projectedFrom?: number): Series => ({
  id,
  label: id,
  measure: 'volume',
  unit: id,
  place: 'World',
  source: 'usgs',
  points: Array.from({ length: years }, (_, i) => [2000 + i, 100 + i] as const),
  ...(projectedFrom === undefined ? {} : { projectedFrom }),
});
const ranking = (id: string, rows: number): Ranking => ({
  id,
  label: id,
  measure: 'volume',
  unit: 'tonnes',
  year: 2020,
  source: 'usgs',
  rows: Array.from({ length: rows }, (_, i) => ({ name: `Place ${i}`, value: 100 - i })),
});
const paragraph = (text: string): RichTextBlock => ({ kind: 'paragraph', runs: [{ text }] });
const section = (heading: string, ...charts: string[]): RichText => [
  { kind: 'heading', level: 2, text: heading },
  paragraph(`${heading}.`),
  ...charts.map((key) => ({ kind: 'chart', key }) as const),
];
const report = (figures: Omit<Figures, 'key'>, sections: RichText[]) => ({
  figures: { key: 'usgs:one', ...figures },
  description: sections.flat(),
});

/** The analysis as the page reads it of what was made when the report was written. */
const arrange = ({ figures, description }: ReturnType<typeof report>) =>
  readAnalysis({
    description,
    figures: addFacts({ figures, description }),
    facts: describeReport({ figures, description, shortDescription: '' }),
  });

test('the parts of a report are counted, and its years without those that a source projects', () => {
  const parts = report(
    { series: [series('output', 24, 2022)], rankings: [ranking('countries', 9)] },
    [section('Output', 'output'), section('Countries', 'countries')],
  );
  expect(countReportParts(parts)).toEqual({
    tables: 2,
    tableRows: 33,
    charts: 2,
    sheets: 6,
    years: [2000, 2021],
  });
});

test('a report without figures has no years', () => {
  expect(countReportParts(report({ series: [], rankings: [] }, [])).years).toBeUndefined();
});

test('a long line leads, the longest list is a table, and the rest are small charts', () => {
  const parts = report(
    {
      series: [series('output', 20), series('price', 20)],
      rankings: [ranking('buyers', 2), ranking('countries', 9)],
    },
    [
      section('Buyers', 'buyers'),
      section('Output', 'output'),
      section('Countries', 'countries'),
      section('Price', 'price'),
    ],
  );
  const { lead, table, findings, small } = arrange(parts);
  expect(lead?.key).toBe('output');
  expect(table?.chart.key).toBe('countries');
  expect(findings.map(({ heading }) => heading)).toEqual(['Buyers', 'Output', 'Price']);
  expect(small.map(({ key }) => key)).toEqual(['buyers', 'price']);
});

test('a chart that a text shows twice stands where it was first', () => {
  const parts = report({ series: [series('output', 20)], rankings: [ranking('forms', 3)] }, [
    section('Forms in brief', 'forms'),
    section('Output', 'output'),
    section('Forms', 'forms'),
  ]);
  expect(arrange(parts).small.map(({ key }) => key)).toEqual(['forms']);
  expect(countReportParts(parts).charts).toBe(2);
  expect(listDescriptionKeys(parts)).toEqual(['forms', 'output']);
});

test('without long lines the first chart leads, and without charts there is none', () => {
  const short = report({ series: [series('world', 2)], rankings: [ranking('countries', 9)] }, [
    section('Countries', 'countries'),
  ]);
  expect(arrange(short)).toMatchObject({ lead: { key: 'countries' }, table: undefined });
  const bare = report({ series: [], rankings: [] }, [section('Text')]);
  expect(arrange(bare)).toMatchObject({ lead: undefined, table: undefined, small: [] });
});

test('the opening sentence is the first one, initials and all, or that of the description', () => {
  const opening = (text: string): string =>
    findOpeningSentence({
      description: [{ kind: 'heading', level: 2, text: 'Output' }, paragraph(text)],
      shortDescription: 'Production of 3 t. With charts.',
    });
  expect(opening('By the U.S. Geological Survey it rose by 2.5 % in 2023. More.')).toBe(
    'By the U.S. Geological Survey it rose by 2.5 % in 2023.',
  );
  expect(opening(`${'Long '.repeat(60)}. More.`)).toBe('Production of 3 t.');
  expect(findOpeningSentence({ description: [], shortDescription: '' })).toBe('');
});
