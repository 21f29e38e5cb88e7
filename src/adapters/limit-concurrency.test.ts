import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

test('A-45 of 400 at once two run, twenty wait their turn, and the others are refused', async () => {
  let running = 0;
  let mostRunning = 0;
  const finished: number[] = [];
  const work = async (id: number): Promise<number> => {
    mostRunning = Math.max(mostRunning, ++running);
    await setImmediate();
    running--;
    finished.push(id);
    return id;
  };
  const limited = limitConcurrency(work, { maxRunning: 2, maxWaiting: 20 });
  const results = await Promise.all(Array.from({ length: 400 }, (_, id) => limited(id)));
  const firstOnes = Array.from({ length: 22 }, (_, id) => id);
  expect(results.filter((result) => result !== undefined)).toEqual(firstOnes);
  expect(finished).toEqual(firstOnes);
  expect(mostRunning).toBe(2);
  expect(await limited(400)).toBe(400);
});

test('A-45 work that fails makes room for the next', async () => {
  const limited = limitConcurrency((promise: Promise<string>) => promise, {
    maxRunning: 1,
    maxWaiting: 1,
  });
  const failed = limited(Promise.reject(new Error('no')));
  const next = limited(Promise.resolve('next'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
  expect(await limited(Promise.resolve('later'))).toBe('later');
});
