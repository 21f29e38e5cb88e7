import { expect, test } from 'vitest';
import { runInContext } from '#src/request-context.ts';
import { createLog } from './index.ts';
import { redact } from './redact.ts';
import { redirectConsole } from './redirect-console.ts';

function createRecordedLog(options: { isText?: boolean } = {}) {
  const written: string[] = [];
  const log = createLog({ level: 'info', write: (line) => void written.push(line), ...options });
  const readLines = () => written.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { log, written, readLines };
}

test('a line is JSON with time, level, message, fields and the request or job it belongs to', () => {
  const { log, readLines } = createRecordedLog();
  log.info({ order: 'QI-000001', tries: 2 }, 'outside');
  runInContext({ requestId: 'r1', job: 'orders.deliver', jobId: '7' }, () =>
    log.warn({}, 'within'),
  );
  const [outside, within] = readLines();
  expect(outside).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    level: 'info',
    message: 'outside',
    order: 'QI-000001',
    tries: 2,
  });
  expect(within).toMatchObject({
    level: 'warn',
    requestId: 'r1',
    job: 'orders.deliver',
    jobId: '7',
  });
});

test('the request id is found after awaiting, and two requests do not mix', async () => {
  const { log, readLines } = createRecordedLog();
  const work = async (name: string): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    log.info({ name }, 'line');
  };
  await Promise.all(
    ['a', 'b'].map((name) => runInContext({ requestId: `id-${name}` }, () => work(name))),
  );
  expect(readLines().map(({ name, requestId }) => [name, requestId])).toEqual([
    ['a', 'id-a'],
    ['b', 'id-b'],
  ]);
});

test('an error is logged with its stack, its chain of causes and the errors of an aggregate', () => {
  const { log, readLines } = createRecordedLog();
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const both = new AggregateError([refused, 'a text that was thrown'], 'both failed');
  log.error({ error: new TypeError('fetch failed', { cause: both }) }, 'a call failed');
  expect(readLines()[0]?.['error']).toMatchObject({
    name: 'TypeError',
    message: 'fetch failed',
    stack: expect.stringContaining('log.test.ts'),
    cause: {
      name: 'AggregateError',
      errors: [
        { name: 'Error', code: 'ECONNREFUSED', stack: expect.stringContaining('log.test.ts') },
        { name: 'NotAnError', message: 'a text that was thrown' },
      ],
    },
  });
});

test('a chain of causes that leads to itself ends', () => {
  const { log, readLines } = createRecordedLog();
  const error = new Error('circular');
  error.cause = error;
  log.error({ error }, 'failed');
  expect(readLines()[0]).toMatchObject({ error: { cause: { message: 'circular' } } });
});

test('what PostgreSQL quotes of a value that it refused is not logged', () => {
  const { log, written } = createRecordedLog();
  const error = Object.assign(new Error('invalid input syntax for type integer: "Canaryname"'), {
    code: '22P02',
    detail: 'Key (email)=(Canaryname) already exists.',
  });
  log.error({ error }, 'a query failed');
  expect(written.join('')).not.toContain('Canaryname');
  expect(written.join('')).toContain('invalid input syntax for type integer');
});

test.each([
  ['550 <anna.o-neil+x@mail.example.com> is unknown', '550 <[email]> is unknown'],
  ['GET /search?q=secret+words failed', 'GET /search?[query] failed'],
  ['postgres://reportstand:pa55@db.example:5432/x', 'postgres://[secret]@db.example:5432/x'],
  [`/download/${'0af1'.repeat(8)}`, '/download/[secret]'],
  [`token ${'aB3_-'.repeat(9)} is used`, 'token [secret] is used'],
  ['from 203.0.113.77 and 2001:db8:1:2:3:4:5:6', 'from 203.0.x.x and 2001:db8::x'],
  ['from 2001:db8::77, 2001:db8:9::1', 'from 2001:db8::x, 2001:db8::x'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ['order QI-000123 at 03:39:19, v4.13.19', 'order QI-000123 at 03:39:19, v4.13.19'],
  [
    'at run (file:///app/node_modules/@hono/node-server/dist/index.mjs:10:20)',
    'at run (file:///app/node_modules/@hono/node-server/dist/index.mjs:10:20)',
  ],
])('%s is logged as %s', (text, expected) => {
  expect(redact(text)).toBe(expected);
});

test('fields are redacted too, however deep', () => {
  const { log, written } = createRecordedLog();
  log.warn({ answer: { lines: ['to anna@example.com'] } }, 'refused for anna@example.com');
  expect(written.join('')).not.toContain('anna@');
});

test('at a terminal a line is text, with the error and its causes below', () => {
  const { log, written } = createRecordedLog({ isText: true });
  log.error({ order: 'QI-1', error: new Error('outer', { cause: new Error('inner') }) }, 'failed');
  expect(written.join('')).toMatch(
    /^\d\d:\d\d:\d\d ERROR failed order=QI-1\n {2}Error: outer\n[^]*caused by\n {4}Error: inner\n/,
  );
});

test('what a library prints becomes a line of the log', () => {
  const { log, readLines } = createRecordedLog();
  const restore = redirectConsole(log, true);
  console.error('broken %s', 'pipe', new Error('EPIPE'));
  console.log('a line');
  restore();
  expect(readLines()).toMatchObject([
    { level: 'error', message: 'broken pipe', error: { message: 'EPIPE' } },
    { level: 'info', message: 'a line' },
  ]);
});
