import { expect, test } from 'vitest';
import { writeDemoReports } from '../report-writer/demo-reports.ts';
import { createDemoFileReader } from '../report-writer/read-demo-file.ts';

/** Sentences whose numbers were calculated apart, from the raw files by another program. */
const reports = writeDemoReports(createDemoFileReader('db/demo'));
const sentences = (key: string): string =>
  reports
    .filter(({ figures }) => figures.key === key)
    .flatMap(({ text }) => text.analysis.flatMap(({ paragraphs }) => paragraphs))
    .join(' ');

test('cement: 10,494 / 6,429 million dollars are prices of 135.5 / 57.5 and a volume of 0.69', () => {
  expect(sentences('bea:327310')).toMatch(
    /rose by 63.% .* rose by 136.%\. .*fell by 31.% .*: higher prices more than made up for a lower volume\./,
  );
});

test('trucks: 530 billion dollars, continued by a slope of 0.058 times 3.15, are 636 in 2028', () => {
  // 0.85 + 0.85² + … + 0.85⁵ = 3.152; the errors are those of 11 origins, five years each.
  const text = sentences('bea:484000');
  expect(text).toContain('would reach USD 636 billion in 2028');
  expect(text).toMatch(/it was off by 11\.0.% on average, against 17\.5.% for the assumption/);
});

test('books: the trend was off by 5.5 % where no change was off by 4.5 %, and is not printed', () => {
  expect(sentences('bea:511130')).toMatch(
    /We give no forecast .* off by 5\.5.% on average and the assumption of no change by 4\.5.%/,
  );
});
