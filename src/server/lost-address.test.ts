import { expect, test } from 'vitest';
import { readAddressWords, SuggestionBudget } from './address-suggestions.ts';

test.each([
  ['/lithium-market', 'lithium market'],
  ['/report-details/Lithium-Market-2024.html', 'lithium market'],
  ['/reports/energy/solar_panels.aspx?id=4', 'solar panels'],
  ['/l%C3%ADtio%20mercado', 'lítio mercado'],
  ['/a-b-c-2024', ''],
  ['/aa-bb-cc-dd-ee-ff-gg', 'aa bb cc dd ee ff'],
  ['/.git/config.json', ''],
  ['/.env', ''],
  ['/picture/lost.png', ''],
  ['/tin.png', ''],
  ['/verify/some-token', ''],
  ['/blog-detail/some-post', ''],
  ['/%E0%A4%A', ''],
  ['/', ''],
])('the words of %s are "%s"', (address, words) => {
  expect(readAddressWords(address)).toBe(words);
});

test('who asks for many addresses without a page gets few searches, a second later again', async () => {
  let nowMs = 0;
  const budget = new SuggestionBudget({ maxRunning: 2, maxPerSecond: 3, now: () => nowMs });
  const ends: (() => void)[] = [];
  const ask = () => budget.run(() => new Promise<string>((end) => ends.push(() => end('found'))));
  const asked = [ask(), ask(), ask()];
  expect(await asked[2]).toBeUndefined();
  ends.forEach((end) => end());
  expect(await Promise.all(asked.slice(0, 2))).toEqual(['found', 'found']);
  const find = () => budget.run(async () => 'found');
  expect([await find(), await find()]).toEqual(['found', undefined]);
  nowMs = 1000;
  expect(await find()).toBe('found');
});

test('a search that fails leaves its place to others', async () => {
  const budget = new SuggestionBudget({ maxRunning: 1, maxPerSecond: 9, now: () => 0 });
  await expect(budget.run(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await budget.run(async () => 'found')).toBe('found');
});
