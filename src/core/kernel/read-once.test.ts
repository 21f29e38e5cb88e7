import { expect, test } from 'vitest';
import { readEachOnce, readOnce } from './read-once.ts';

function createCounter() {
  let reads = 0;
  return () => readOnce('thing', async () => ++reads);
}

test('a page reads a thing once, whichever parts of it ask, and the next page reads it anew', async () => {
  const read = createCounter();
  const makePage = () =>
    readEachOnce(async () => [await read(), ...(await Promise.all([read(), read()]))]);
  expect(await makePage()).toEqual([1, 1, 1]);
  expect(await makePage()).toEqual([2, 2, 2]);
});

test('pages that are made at the same time share nothing', async () => {
  const read = createCounter();
  const pages = [readEachOnce(read), readEachOnce(read)];
  expect(await Promise.all(pages)).toEqual([1, 2]);
});

test('outside of a page everybody reads', async () => {
  const read = createCounter();
  expect([await read(), await read()]).toEqual([1, 2]);
});
