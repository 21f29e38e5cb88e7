import type { Context, MiddlewareHandler } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { RouterRoute } from 'hono/types';
import { isAdminPath } from '../admin/admin-path.ts';
import { readAdminPages } from '../admin/admin-pages.ts';
import type { ServerOptions } from '../options.ts';
import { sendRefusalPage } from './refusal-page.ts';

/** Of an address that nothing is at: it is told that by a read. */
const readMethods: readonly string[] = ['GET', 'HEAD'];

/**
 * Refuses a method that the address does not have with 405 and `Allow`, before its body is read or
 * any page is rendered. `listRoutes` are the router's own; pages are known by the build.
 */
export function refuseOtherMethods(
  { build }: Pick<ServerOptions, 'build'>,
  listRoutes: () => readonly RouterRoute[],
): MiddlewareHandler {
  let findMethods: ((path: string) => readonly string[]) | undefined;
  return async (c, next) => {
    const { method, path } = c.req;
    findMethods ??= createMethodFinder(listRoutes());
    const own = findMethods(path);
    // To find a page costs a millisecond, and every page of the site answers reads.
    const isPlainRead = readMethods.includes(method) && own.length === 0 && !isAdminPath(path);
    if (isPlainRead || own.includes(method)) return next();
    const { findMethods: findPageMethods } = await readAdminPages(build);
    const all = [...new Set([...own, ...(findPageMethods(path.replace(/\.data$/, '')) ?? [])])];
    // That there is no such page is told by the office, to those who are signed in.
    if (all.length === 0 && method === 'POST' && isAdminPath(path)) return next();
    const allowed = all.length === 0 ? readMethods : all;
    return allowed.includes(method) ? next() : sendMethodRefusal(c, allowed);
  };
}

/** 405 in the shape of what was asked. */
export function sendMethodRefusal(c: Context, allowed: readonly string[]): Response {
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(allowed);
  return sendRefusalPage(c, {
    message: `This address answers ${names}.`,
    status: 405,
    headers: { allow: allowed.join(', ') },
  });
}

/** The methods of a path's routes; a route for every method, or for every path, names none. */
function createMethodFinder(routes: readonly RouterRoute[]): (path: string) => readonly string[] {
  const router = new TrieRouter<string>();
  for (const { method, path } of routes)
    if (method !== 'ALL' && path !== '/*') router.add('ALL', path, method);
  return (path) => {
    const methods = new Set(router.match('ALL', path)[0].map(([method]) => method));
    return methods.has('GET') ? [...methods].flatMap(addHead) : [...methods];
  };
}

const addHead = (method: string): readonly string[] => (method === 'GET' ? readMethods : [method]);
