import { expect, test } from 'vitest';
import {
  firstPollMs,
  paidPauseMs,
  paidPollPeriodMs,
  reconcilePauseMs,
  unpaidPauseMs,
} from './timing.model.ts';

const minuteMs = 60_000;

/** Ages, in ms, at which something is polled that is first polled at `firstMs`. */
function listPolls(firstMs: number, untilMs: number, getPauseMs: (ageMs: number) => number) {
  const polls = [0, firstMs];
  for (let age = firstMs; age < untilMs; polls.push(age)) age += getPauseMs(age);
  return polls;
}

/** The longest time from an event until the poll that finds it, if polls are taken up late. */
const longestWaitMs = (polls: readonly number[]): number =>
  Math.max(...polls.slice(1).map((age, i) => age - (polls[i] ?? 0))) + reconcilePauseMs;

test('an approval within half an hour is found within a minute', () => {
  const polls = listPolls(firstPollMs, 30 * minuteMs, unpaidPauseMs);
  expect(longestWaitMs(polls)).toBeLessThanOrEqual(minuteMs);
});

test('a refund in the first hour is found within five minutes, with few calls', () => {
  const polls = listPolls(minuteMs, 60 * minuteMs, paidPauseMs);
  expect(longestWaitMs(polls)).toBeLessThanOrEqual(5 * minuteMs);
  expect(listPolls(minuteMs, paidPollPeriodMs, paidPauseMs).length).toBeLessThan(50);
});
