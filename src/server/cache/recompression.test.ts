import { expect, test } from 'vitest';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { Recompression } from './recompression.ts';

test('F-33 pages are compressed one at a time, each once', async () => {
  const running = new Set<string>();
  const done: string[] = [];
  const recompression = new Recompression({
    idleCheckMs: 1,
    isBusy: () => false,
    recompress: async (key) => {
      expect(running.size).toBe(0);
      running.add(key);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running.delete(key);
      done.push(key);
    },
  });
  for (const key of ['/a', '/b', '/c', '/a']) recompression.add(key);
  await waitUntil('three are compressed', () => done.length === 3);
  recompression.add('/d');
  await waitUntil('the fourth is compressed', () => done.length === 4);
  expect(done).toEqual(['/a', '/b', '/c', '/d']);
});

test('nothing is compressed while pages are being rendered', async () => {
  let isBusy = true;
  let checkCount = 0;
  const done: string[] = [];
  const recompression = new Recompression({
    idleCheckMs: 1,
    isBusy: () => ++checkCount > 0 && isBusy,
    recompress: async (key) => void done.push(key),
  });
  recompression.add('/a');
  await waitUntil('it has looked four times', () => checkCount >= 4);
  expect(done).toEqual([]);
  isBusy = false;
  await waitUntil('the page is compressed', () => done.length === 1);
});

test('no more than a thousand pages wait', () => {
  const recompression = new Recompression({ isBusy: () => true, recompress: async () => {} });
  const added = Array.from({ length: 2000 }, (_, i) => recompression.add(`/${i}`));
  expect(added.filter(Boolean)).toHaveLength(1000);
});
