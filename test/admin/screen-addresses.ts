import type { AdminClient } from './admin-test-client.ts';
import { listAdminPages, type AdminPage } from './list-admin-pages.ts';

/** A screen of the back office, at an address that a reader comes to by following links. */
export type Screen = { readonly pattern: string; readonly path: string };

/**
 * Every screen behind the login, each once. Its parameters are those of the first link that leads to
 * it, or to the screen above it; one whose parameters no link has is not there. What does not exist
 * yet ("new") and each part of the settings are screens of their own.
 */
export async function listScreens(client: AdminClient): Promise<Screen[]> {
  const pages = await listAdminPages();
  const linked = await followLinks(
    client,
    pages.map(({ pattern }) => pattern),
  );
  const screens = pages.filter(isBehindLogin).flatMap(({ pattern }) => {
    const path = linked.get(pattern) ?? fillParameters(pattern, linked);
    return path === undefined ? [] : [{ pattern, path }];
  });
  const known = new Set(pages.map(({ pattern }) => pattern));
  const further = [...linked].filter(([pattern]) => !known.has(pattern));
  return [...screens, ...further.map(([pattern, path]) => ({ pattern, path }))];
}

const isBehindLogin = ({ isScreen, handle }: AdminPage): boolean =>
  isScreen && (handle as { isOpen?: boolean } | undefined)?.isOpen !== true;

/** The first address of each pattern that is linked from a page that links lead to. */
async function followLinks(
  client: AdminClient,
  patterns: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = ['/admin'];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const response = await client.get(path);
    if (!response.headers.get('content-type')?.includes('text/html')) continue;
    const html = await response.text();
    for (const [, href = ''] of html.matchAll(/<a[^>]*href="(\/admin[^"#?]*)/g)) {
      const pattern = findPattern(patterns, href);
      if (pattern === undefined || found.has(pattern)) continue;
      found.set(pattern, href);
      waiting.push(href);
    }
  }
  return found;
}

/** Forms whose parts differ, and forms of what does not exist yet. */
const isOwnScreen = /^\/admin\/(?:settings|content\/site)\/[^/]+$|\/new$/;

/** The pattern of an address: the one with the fewest parameters counts. */
function findPattern(patterns: readonly string[], path: string): string | undefined {
  const [pattern] = patterns
    .filter((one) => toRegExp(one).test(path))
    .toSorted((a, b) => a.split(':').length - b.split(':').length);
  return pattern !== undefined && isOwnScreen.test(path) ? path : pattern;
}

const toRegExp = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+').replace('*', 'no-such-page')}$`);

function fillParameters(pattern: string, linked: ReadonlyMap<string, string>): string | undefined {
  if (!pattern.includes(':')) return pattern.replace('*', 'no-such-page');
  if (isOwnScreen.test(pattern)) return undefined;
  const above = pattern.slice(0, pattern.lastIndexOf('/'));
  const path =
    linked.get(above) ?? (above.includes(':') ? fillParameters(above, linked) : undefined);
  const rest = pattern.slice(above.length);
  return path === undefined || rest.includes(':') ? undefined : path + rest;
}
