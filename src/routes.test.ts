import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import routes from './routes.ts';
import { reservedSlugs } from '#core/catalogue/writing/reserved-slugs.ts';

type Route = { readonly path?: string | undefined; readonly children?: Route[] | undefined };

const listPaths = ({ path: own, children = [] }: Route): string[] => [
  ...(own === undefined ? [] : [own]),
  ...children.flatMap(listPaths),
];

/** Addresses that the server answers itself: `.get('/healthz', …)`, `.route('/data/forms', …)`. */
const listServerPaths = (): string[] =>
  readdirSync('src/server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    // Mounted below /admin and /webhooks, which are reserved.
    .filter((file) => !file.startsWith('admin/') && file !== path.join('routes', 'webhooks.ts'))
    .map((file) => readFileSync(path.join('src/server', file), 'utf8'))
    .flatMap((source) => [...source.matchAll(/\.(?:get|post|all|use|route)\('\/([^']+)'/g)])
    .map(([, address = '']) => address);

test('no report can have the address of a page, a file or a call of the program', () => {
  const addresses = [...routes.flatMap(listPaths), ...listServerPaths(), ...readdirSync('public')];
  // Others, with a dot or a parameter, can't be a slug.
  const firstParts = addresses
    .map((address) => address.split('/')[0] ?? '')
    .filter((part) => /^[a-z0-9-]+$/.test(part));
  expect(firstParts.length).toBeGreaterThan(60);
  expect(firstParts.filter((part) => !reservedSlugs.has(part))).toEqual([]);
});
