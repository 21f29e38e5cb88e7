import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Faults } from '#src/faults/faults.ts';
import { isRepeatableField, PageFault } from './page-visit.ts';

test('no password that a page asks for is put into the error page', () => {
  const names = globSync('src/site/**/*.{ts,tsx}').flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [...source.matchAll(/type(?:=|: )["']password["']/g)].map(({ index }) =>
      [...source.slice(0, index).matchAll(/\bname(?:=|: )["'](\w+)["']/g)].at(-1)?.at(1),
    );
  });
  expect(new Set(names)).toEqual(new Set(['password', 'present', 'owner_password']));
  expect(names.filter((name) => isRepeatableField(String(name)))).toEqual([]);
  expect(isRepeatableField('email')).toBe(true);
});

test('F-41 a page that could not even be given its layout is one with a way on', async () => {
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const faults = new Faults(silent);
  const fault = new PageFault(faults, new Request('http://store.example/about'), undefined);
  fault.report(new Error('Connection terminated unexpectedly'));
  const answer = fault.applyTo(new Response('', { status: 500 }));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    503,
    'text/html; charset=utf-8',
  ]);
  const html = await answer.text();
  expect(html).toContain('Please try again in a few seconds.');
  expect(html).toContain('>Try again</a>');
});
