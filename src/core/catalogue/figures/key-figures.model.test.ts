import { expect, test } from 'vitest';
import { pickBandFigures, toBandFigure } from './key-figures.model.ts';
import type { KeyFigure } from '../reports/report-input.model.ts';

const figure = (label: string, value: string, years = '2023'): KeyFigure => ({
  label,
  value,
  years,
  source: 'usgs',
  isComputed: false,
});

const split = (value: string): [string, string] => {
  const { value: number, note } = toBandFigure(figure('World production', value));
  return [number, note];
};

test('a key figure is a short value in large type, and its unit and years below', () => {
  expect(split('843 million tonnes')).toEqual(['843 m', 'tonnes, 2023']);
  expect(split('USD 46.7 billion')).toEqual(['$46.7 bn', '2023']);
  expect(split('USD 46,000 per tonne')).toEqual(['$46,000', 'per tonne, 2023']);
  expect(split('+1.3\u00a0% a year')).toEqual(['+1.3 %', 'a year, 2023']);
  expect(split('±6.4\u00a0%')).toEqual(['±6.4 %', '2023']);
  expect(split('138 (2017 = 100)')).toEqual(['138', '2017 = 100, 2023']);
  expect(split('15.8 billion dollars of 2017')).toEqual(['15.8 bn', 'dollars of 2017, 2023']);
});

test('of a leader the share is in large type, or its value where there is no share', () => {
  expect(split('European Union and United Kingdom, 157 million tonnes, 19\u00a0%')).toEqual([
    '19 %',
    'European Union and United Kingdom, 157 million tonnes, 2023',
  ]);
  expect(split('Belarus, 9.77 per 1,000 people')).toEqual([
    '9.77',
    'Belarus, per 1,000 people, 2023',
  ]);
});

test('a value without a number stands whole', () => {
  expect(split('Not published')).toEqual(['Not published', '2023']);
});

test('the band has size, growth, price and leader before other figures, and four at most', () => {
  const [size, growth, reserves, price, leader] = [
    figure('World production', '1'),
    figure('Growth of world production', '2'),
    figure('World reserves', '3'),
    figure('Price', '4'),
    figure('First in world production', '5'),
  ] as const;
  expect(pickBandFigures([size, growth, leader, reserves, price])).toEqual([
    size,
    growth,
    price,
    leader,
  ]);
  expect(pickBandFigures([size, reserves])).toEqual([size, reserves]);
  expect(pickBandFigures([])).toEqual([]);
});
