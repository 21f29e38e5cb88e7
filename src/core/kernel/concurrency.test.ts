import { expect, test } from 'vitest';
import { takeFrom, workConcurrently } from './concurrency.ts';

const numbers = Array.from({ length: 40 }, (_, i) => i);
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('each piece is worked on once, and never more than the limit at a time', async () => {
  let atOnce = 0;
  let mostAtOnce = 0;
  const performed: number[] = [];
  await workConcurrently<number>({
    maxAtOnce: 4,
    take: takeFrom(numbers),
    perform: async (piece) => {
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      await nextTurn();
      performed.push(piece);
      atOnce--;
    },
    retake: nextTurn,
  });
  expect(performed.toSorted((a, b) => a - b)).toEqual(numbers);
  expect(mostAtOnce).toBe(4);
});

test('while one piece takes its time all others are done, later ones too', async () => {
  let endSlowPiece = (): void => {};
  const slow = new Promise<void>((resolve) => (endSlowPiece = resolve));
  const waiting = [...numbers];
  const done: number[] = [];
  await workConcurrently<number>({
    maxAtOnce: 2,
    take: async (count) => waiting.splice(0, count),
    perform: async (piece) => {
      if (piece === 0) await slow;
      done.push(piece);
      if (done.length === numbers.length - 1) waiting.push(99);
      if (piece === 99) endSlowPiece();
    },
    retake: nextTurn,
  });
  expect(done.at(-1)).toBe(0);
  expect(done).toContain(99);
});
