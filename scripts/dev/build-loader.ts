import { isRouteErrorResponse, type EntryContext, type ServerBuild } from 'react-router';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { ViteDevServer } from 'vite';
import { describeError, renderErrorPage } from './errors.ts';

type HandleRequest = ServerBuild['entry']['module']['default'];

/**
 * Answers the pages' build for each request. A page that can't be loaded shows its error, and the
 * others continue; so does a page whose loader, action or component throws.
 */
export function createBuildLoader(vite: ViteDevServer): () => Promise<ServerBuild> {
  let lastGood: ServerBuild | undefined;
  return async () => {
    try {
      lastGood = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
      return showErrors(vite, lastGood);
    } catch (error) {
      if (!lastGood) throw error;
      return showErrors(vite, await replaceBrokenPages(vite, lastGood));
    }
  };
}

/** If a page failed its error is the answer, instead of what visitors would see. */
function showErrors(vite: ViteDevServer, build: ServerBuild): ServerBuild {
  const handleRequest: HandleRequest = (...args) => {
    const [, , , context] = args;
    const error = findServerError(context);
    if (error === undefined) return build.entry.module.default(...args);
    return new Response(renderErrorPage(describeError(vite, error)), {
      status: 500,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  };
  return {
    ...build,
    entry: { ...build.entry, module: { ...build.entry.module, default: handleRequest } },
  };
}

const findServerError = ({ staticHandlerContext: { errors } }: EntryContext): unknown =>
  Object.values(errors ?? {}).find((error) => !isRouteErrorResponse(error));

/** The last good build with the present pages; one that can't be loaded answers with its error. */
async function replaceBrokenPages(vite: ViteDevServer, build: ServerBuild): Promise<ServerBuild> {
  const files = await findRouteFiles(vite);
  const routes = Object.entries(build.routes).map(async ([id, route]) => {
    const file = files.get(id);
    if (!route || !file) return [id, route] as const;
    return [id, { ...route, module: await loadPage(vite, file) }] as const;
  });
  return { ...build, routes: Object.fromEntries(await Promise.all(routes)) };
}

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module'];

async function loadPage(vite: ViteDevServer, file: string): Promise<RouteModule> {
  try {
    return (await vite.ssrLoadModule(file)) as RouteModule;
  } catch (error) {
    const fail = (): never => {
      throw error;
    };
    return { loader: fail, action: fail, default: () => null };
  }
}

/** Ids of the routes and their files, as src/routes.ts names them. */
async function findRouteFiles(vite: ViteDevServer): Promise<Map<string, string>> {
  const { default: routes } = (await vite.ssrLoadModule('/src/routes.ts')) as {
    default: RouteConfigEntry[];
  };
  const files = new Map([['root', '/src/root.tsx']]);
  const add = (entries: readonly RouteConfigEntry[]): void => {
    for (const { id, file, children } of entries) {
      files.set(id ?? file.replace(/\.\w+$/, ''), `/src/${file}`);
      add(children ?? []);
    }
  };
  add(routes);
  return files;
}
