import type { AdminClient } from './admin-test-client.ts';
import { listAdminPages, type AdminPage } from './list-admin-pages.ts';

/** A screen of the back office, at an address that a reader comes to by following links. */
export type Screen = { readonly pattern: string; readonly path: string };

/**
 * Every screen behind the login, each once. Its parameters are those of the first link that leads to
 * it, or to the screen above it; one whose parameters no link has is not there.
 */
export async function listScreens(client: AdminClient): Promise<Screen[]> {
  const pages = await listAdminPages();
  const all = pages.map(({ pattern }) => pattern);
  const linked = await followLinks(client, all);
  return pages.filter(isBehindLogin).flatMap(({ pattern }) => {
    const path = linked.get(pattern) ?? fillParameters(pattern, linked);
    return path === undefined ? [] : [{ pattern, path }];
  });
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
    for (const [, href = ''] of (await response.text()).matchAll(
      /<a[^>]*href="(\/admin[^"#?]*)/g,
    )) {
      const pattern = findPattern(patterns, href);
      if (pattern === undefined || found.has(pattern)) continue;
      found.set(pattern, href);
      waiting.push(href);
    }
  }
  return found;
}

/** The pattern of an address: the one with the fewest parameters counts. */
const findPattern = (patterns: readonly string[], path: string): string | undefined =>
  patterns
    .filter((pattern) =>
      new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+').replace('*', 'no-such-page')}$`).test(
        path,
      ),
    )
    .toSorted((a, b) => a.split(':').length - b.split(':').length)[0];

function fillParameters(pattern: string, linked: ReadonlyMap<string, string>): string | undefined {
  if (!pattern.includes(':')) return pattern.replace('*', 'no-such-page');
  const above = pattern.slice(0, pattern.lastIndexOf('/'));
  const path =
    linked.get(above) ?? (above.includes(':') ? fillParameters(above, linked) : undefined);
  const rest = pattern.slice(above.length);
  return path === undefined || rest.includes(':') ? undefined : path + rest;
}
