/** Every address that the store answers, read from its own tables of routes. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { endpoints } from '#src/api/endpoints.ts';
import type { Api } from '#src/api/index.ts';
import { createRouter } from '#server/router.ts';
import type { ServerOptions } from '#server/options.ts';
import type { PageRenderer } from '#server/pages.ts';
import type { WorkQueues } from '#server/http/limit-work.ts';
import type { TestServer } from '../support/test-server.ts';

/** Who asks there, which decides how a refusal looks. */
export type Door = 'page' | 'office' | 'contract' | 'import-api' | 'data' | 'file';

export type StoreRoute = {
  /** With `:name` where a text may stand. */
  readonly pattern: string;
  readonly door: Door;
  /** In capitals; HEAD if GET is, since every read answers it. */
  readonly methods: readonly string[];
};

const order = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'];

/** Pages and screens from the build, all else from the router and the contract's endpoints. */
export async function listAllRoutes(server: TestServer): Promise<StoreRoute[]> {
  const found = new Map<string, Set<string>>();
  const add = (pattern: string, ...methods: readonly string[]): void => {
    const known = found.get(pattern) ?? new Set();
    for (const method of methods) known.add(method);
    if (known.has('GET')) known.add('HEAD');
    found.set(pattern, known);
  };
  for (const { path: pattern, method } of listRouterRoutes(server)) {
    if (pattern.includes('*') || pattern === '/') continue;
    if (method !== 'ALL') add(pattern, method);
    else if (pattern.includes('/uploads'))
      add(
        pattern,
        ...(pattern.endsWith(':id') ? ['HEAD', 'PATCH', 'DELETE'] : ['POST']),
        'OPTIONS',
      );
  }
  for (const { method, path: pattern } of Object.values(endpoints))
    add(`/admin/api${pattern.replaceAll(/\{(\w+)\}/g, ':$1')}`, method.toUpperCase());
  add('/admin/api/openapi.json', 'GET');
  add('/admin/api/docs', 'GET');
  for (const { pattern, takesForms } of await listPages())
    add(pattern, 'GET', ...(takesForms ? ['POST'] : []));
  return [...found].map(([pattern, methods]) => ({
    pattern,
    door: findDoor(pattern),
    methods: order.filter((method) => methods.has(method)),
  }));
}

function findDoor(pattern: string): Door {
  if (pattern.startsWith('/admin/api/')) return 'contract';
  if (pattern.startsWith('/api/v1/')) return 'import-api';
  if (pattern.startsWith('/data/')) return 'data';
  if (/^\/admin(\/|$)/.test(pattern)) return 'office';
  return /^\/(webhooks|healthz|readyz|cover|picture|share|chart|sitemap|robots|icon|favicon|apple|manifest|[:\w.-]*\.)/.test(
    pattern,
  )
    ? 'file'
    : 'page';
}

function listRouterRoutes(server: TestServer) {
  const options = {
    app: server.app,
    origin: server.url,
    api: {} as Api,
    assetsDir: undefined,
    formActionOrigins: [],
    captcha: { scriptUrl: server.captchaUrl, siteKey: '' },
    analyticsScriptUrl: undefined,
    trustedProxyCount: 0,
    trustedProxyHeader: 'x-forwarded-for',
  } as unknown as ServerOptions;
  return createRouter(options, {} as PageRenderer, {} as WorkQueues).routes;
}

/** Pages of the site and screens of the office, with the part of an address above them. */
async function listPages(): Promise<{ pattern: string; takesForms: boolean }[]> {
  const { routes } = (await import(
    pathToFileURL(path.resolve('dist/server/index.js')).href
  )) as ServerBuild;
  return Object.values(routes).flatMap((route) => {
    if (!route || (route.path === undefined && !route.index)) return [];
    const pattern = `/${route.path ?? ''}`.replace('*', ':rest');
    return [{ pattern, takesForms: route.module.action !== undefined }];
  });
}
