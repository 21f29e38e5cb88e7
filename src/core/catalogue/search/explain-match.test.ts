import { expect, test } from 'vitest';
import { explainMatch, type ExplainedReport } from './explain-match.ts';

const report: ExplainedReport = {
  code: 'Q-1',
  title: 'Beverage Packaging Market',
  shortDescription: 'Cans win. Bottled drinks lose.',
  parts: {
    title: 'Beverage Packaging Market',
    industry: 'packaging',
    slug: 'beverage-packaging',
    state: 'published',
    faqs: [{ question: 'What is scarce?', answer: 'Clean water in summer.' }],
  },
  dataNames: [],
  isInFiles: [false],
};

const ask = (alternatives: readonly (readonly string[])[]) => ({
  groups: [
    { typed: 'mineral water', alternatives, isGuess: false, reports: 1, weight: 1, isTitled: true },
  ],
  codes: [],
});

test('words of one meaning are quoted where they stand, also far from each other', () => {
  const asked = ask([
    ['miner', 'water'],
    ['bottl', 'water'],
  ]);
  expect(explainMatch(report, asked)).toEqual({
    place: 'inside',
    part: 'description',
    text: 'Bottled drinks lose.',
    without: [],
  });
});

test('a meaning of which a word is nowhere is no reason', () => {
  expect(explainMatch(report, ask([['miner', 'water']]))).toMatchObject({ place: 'elsewhere' });
});
