import { expect, test } from 'vitest';
import { classifyFault, Faults } from './faults.ts';
import { runInContext } from '../request-context.ts';

const withCode = (code: string, message = 'failed'): Error =>
  Object.assign(new Error(message), { code });

test.each([
  withCode('08006'),
  withCode('53300', 'sorry, too many clients already'),
  withCode('57P01', 'terminating connection due to administrator command'),
  withCode('57014', 'canceling statement due to statement timeout'),
  withCode('40P01', 'deadlock detected'),
  withCode('ECONNREFUSED'),
  withCode('ENOSPC'),
  withCode('EACCES', 'EACCES: permission denied, open'),
  withCode('EIO'),
  withCode('ENOTDIR'),
  withCode('ESTALE'),
  new Error('the object could not be read', {
    cause: Object.assign(new Error('Access Denied'), { name: 'AccessDenied', $fault: 'client' }),
  }),
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated due to connection timeout'),
  new Error('timeout exceeded when trying to connect'),
  new Error('Query read timeout'),
  new Error('Cannot use a pool after calling end on the pool'),
  new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
  new TypeError('fetch failed', { cause: withCode('ECONNRESET') }),
  new AggregateError([withCode('EACCES'), withCode('ECONNREFUSED')]),
])('F-40 "%s" means that something is away', (error) => {
  expect(classifyFault(error)).toBe('unavailable');
});

test.each([
  new TypeError("Cannot read properties of undefined (reading 'slug')"),
  withCode('23505', 'duplicate key value violates unique constraint "x"'),
  withCode('42P01', 'relation "x" does not exist'),
  withCode('22P02', 'invalid input syntax for type integer: "x"'),
  withCode('P0001'),
  withCode('ENOENT'),
  new Error('the connection between two facts is missing'),
  new Error('outer', { cause: new Error('inner') }),
  'a text',
  undefined,
])('F-40 "%s" is a bug', (error) => {
  expect(classifyFault(error)).toBe('bug');
});

test('F-40 a fault is logged with its error, and only bugs are counted', () => {
  const lines: object[] = [];
  const silent = (): void => {};
  const faults = new Faults({
    info: silent,
    warn: silent,
    error: (fields) => void lines.push(fields),
  });
  const bug = new Error('broken');
  const answers = runInContext({ requestId: 'r-1' }, () => [
    faults.report(bug, { path: '/a' }, 'failed'),
    faults.report(withCode('ECONNREFUSED'), { path: '/b' }, 'failed'),
  ]);
  expect(lines[0]).toEqual({ path: '/a', fault: 'bug', error: bug });
  expect(answers).toMatchObject([
    { status: 500, headers: {}, message: expect.stringContaining('this number: r-1') },
    { status: 503, headers: { 'retry-after': '5' } },
  ]);
  expect(faults.bugCount).toBe(1);
});
