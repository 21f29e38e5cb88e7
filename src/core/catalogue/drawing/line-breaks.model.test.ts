import { expect, test } from 'vitest';
import { isRightToLeft, splitForLines } from './line-breaks.model.ts';
import { measureText, wrapText } from './text-width.model.ts';

test.each([
  ['Tin and zinc', ['Tin ', 'and ', 'zinc']],
  ['two  spaces', ['two  ', 'spaces']],
  ['锂电池', ['锂', '电', '池']],
  ['锂电池，2030年', ['锂', '电', '池，', '2030', '年']],
  ['「リチウム」市場', ['「リ', 'チ', 'ウ', 'ム」', '市', '場']],
  ['セメント', ['セ', 'メ', 'ン', 'ト']],
  ['ตลาดแบตเตอรี่', ['ตลาด', 'แบตเตอรี่']],
  ['리튬 배터리', ['리튬 ', '배터리']],
  ['', ['']],
])('lines of "%s" may end after each of %j', (text, parts) => {
  expect(splitForLines(text)).toEqual(parts);
});

test.each([
  '全球铝罐市场规模、份额与增长趋势分析报告',
  'アルミニウム缶の世界市場',
  'ตลาดกระป๋องอะลูมิเนียมทั่วโลก',
])('a title without spaces has lines that fit: %s', (title) => {
  const lines = wrapText(title, 36, 256);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join('')).toBe(title);
  for (const line of lines) expect(measureText(line, 36)).toBeLessThanOrEqual(256);
});

test.each([
  ['سوق الألمنيوم', true],
  ['«2030» שוק', true],
  ['2030 Market سوق', false],
  ['市场', false],
  ['2030', false],
])('"%s" is read from the right: %s', (text, expected) => {
  expect(isRightToLeft(text)).toBe(expected);
});
