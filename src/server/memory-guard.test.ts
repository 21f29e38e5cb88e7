import { expect, test } from 'vitest';
import { MemoryGuard } from './memory-guard.ts';

function open() {
  const state = { usedBytes: 0, shrinkCount: 0, warnings: [] as unknown[] };
  const guard = new MemoryGuard({
    limitBytes: 1000,
    readUsedBytes: () => state.usedBytes,
    shrink: () => state.shrinkCount++,
    log: {
      info: () => {},
      warn: (details) => state.warnings.push(details),
      error: () => {},
    },
  });
  const check = (usedBytes: number) => {
    state.usedBytes = usedBytes;
    guard.check();
    return { isRefusing: guard.isRefusing, shrinkCount: state.shrinkCount };
  };
  return { check, state };
}

test('A-54 the cache shrinks near the limit, and closer to it expensive work is refused', () => {
  const { check, state } = open();
  expect(check(700)).toEqual({ isRefusing: false, shrinkCount: 0 });
  expect(check(800)).toEqual({ isRefusing: false, shrinkCount: 0 });
  expect(check(800)).toEqual({ isRefusing: false, shrinkCount: 1 });
  expect(check(950)).toEqual({ isRefusing: true, shrinkCount: 2 });
  expect(check(950)).toEqual({ isRefusing: true, shrinkCount: 3 });
  expect(check(500)).toEqual({ isRefusing: false, shrinkCount: 3 });
  expect(state.warnings).toHaveLength(2);
});

test('one high reading alone changes nothing: it may be garbage', () => {
  const { check } = open();
  expect(check(999)).toEqual({ isRefusing: false, shrinkCount: 0 });
  expect(check(100)).toEqual({ isRefusing: false, shrinkCount: 0 });
});
