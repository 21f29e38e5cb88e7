import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fullReport } from '../../../../test/support/report-samples.ts';
import type { Figures, Source } from '#core/catalogue/figures/figures.model.ts';
import { countDataRows, readData, toDataTexts } from './data-texts.ts';

const readDemo = (name: string): unknown =>
  JSON.parse(readFileSync(`db/demo/${name}.json`, 'utf8'));

test('series, rankings and sources are the same after the form', () => {
  expect(readData(toDataTexts(fullReport.data))).toEqual(fullReport.data);
  const given = readDemo('sources') as (Source & { availableOn?: string })[];
  const sources = given.map((source) => ({ ...source, availableOn: undefined }));
  const all = Object.values(readDemo('figures/crops-and-grains') as Record<string, Figures>);
  expect(all.length).toBeGreaterThan(5);
  for (const figures of all) {
    const data = { figures, sources };
    expect(readData(toDataTexts(data))).toEqual(data);
  }
});

test('an empty form is nothing, with a blank block of each kind', () => {
  expect(readData(toDataTexts(null))).toBeNull();
  expect(countDataRows(null)).toEqual({ series: 1, rankings: 1, sources: 1 });
});

const series = { 'data.series.0.label': 'World production', 'data.series.0.measure': 'volume' };
type Read = { figures: { series: object[]; rankings: object[] }; sources: object[] };
const read = (texts: Record<string, string>) => readData({ ...series, ...texts }) as Read;

test('values are pasted from a sheet, in any order and with thousands', () => {
  const points = '2021\t1,204.5\r\n2020 ; 1 100\n2019: -3';
  expect(read({ 'data.series.0.points': points }).figures.series[0]).toMatchObject({
    id: 'world-production',
    points: [
      [2019, -3],
      [2020, 1100],
      [2021, 1204.5],
    ],
  });
  const rows = 'China\t134\t130\nRussian Federation  91,500\nIndia; 110';
  const ranking = { 'data.rankings.0.label': 'World production', 'data.rankings.0.rows': rows };
  expect(read(ranking).figures.rankings[0]).toMatchObject({
    id: 'world-production-2',
    rows: [
      { name: 'China', value: 134, before: 130 },
      { name: 'Russian Federation', value: 91_500 },
      { name: 'India', value: 110 },
    ],
  });
});

test('a source is named by its name, and what can’t be read stays as it was typed', () => {
  const data = read({
    'data.series.0.points': '2021\tmany',
    'data.series.0.estimatedFrom': 'soon',
    'data.series.0.source': ' usda psd ',
    'data.sources.0.name': 'USDA PSD',
    'data.sources.0.id': 'psd',
  });
  expect(data.figures.series[0]).toMatchObject({
    points: '2021\tmany',
    estimatedFrom: 'soon',
    source: 'psd',
  });
  const texts = toDataTexts(data);
  expect(texts['data.series.0.points']).toBe('2021\tmany');
  expect(texts['data.series.0.estimatedFrom']).toBe('soon');
  expect(texts['data.series.0.source']).toBe('USDA PSD');
});
