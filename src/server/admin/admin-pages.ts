import { matchRoutes, type ServerBuild } from 'react-router';
import type { AdminHandle } from '#admin/page-handle.ts';
import type { ServerOptions } from '../options.ts';

type RouteNode = {
  readonly id: string;
  readonly path?: string;
  readonly index?: false;
  readonly children: RouteNode[];
};

/** Reads what the back office's routes say of an address, before any of their code runs. */
export type AdminPages = {
  /** The `handle` of the page at the path; undefined without a page. */
  readonly findHandle: (path: string) => AdminHandle | undefined;
  /**
   * False if the path has only the page for addresses that don't exist. Each path is remembered:
   * only for those that our code names.
   */
  readonly hasPage: (path: string) => boolean;
  /** The methods of the page at a path, of the site's pages too; undefined without a page. */
  readonly findMethods: (path: string) => readonly string[] | undefined;
};

const pagesOfBuild = new WeakMap<ServerBuild, AdminPages>();

/** The pages of the build; in development of the one that is served now. */
export async function readAdminPages(build: ServerOptions['build']): Promise<AdminPages> {
  const current = typeof build === 'function' ? await build() : build;
  const pages = pagesOfBuild.get(current) ?? createAdminPages(current);
  pagesOfBuild.set(current, pages);
  return pages;
}

function createAdminPages({ routes }: ServerBuild): AdminPages {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const listChildren = (parentId: string | undefined): RouteNode[] =>
    all
      .filter((route) => route.parentId === parentId)
      .map(({ id, path }) => ({
        id,
        ...(path === undefined ? {} : { path }),
        children: listChildren(id),
      }));
  const tree = listChildren(undefined);
  const findRoute = (path: string) => {
    const id = matchRoutes(tree, path)?.at(-1)?.route.id;
    return id === undefined ? undefined : routes[id];
  };
  // Finding one takes a millisecond, and the menu asks for the same twenty on every page.
  const knownPages = new Map<string, boolean>();
  return {
    findHandle: (path) => {
      const handle: unknown = findRoute(path)?.module.handle;
      return isAdminHandle(handle) ? handle : undefined;
    },
    findMethods: (path) => {
      const route = findRoute(path);
      if (route?.path?.endsWith('*')) return undefined;
      return route && listMethods(route.module);
    },
    hasPage: (path) => {
      const hasPage = knownPages.get(path) ?? !(findRoute(path)?.path ?? '*').endsWith('*');
      knownPages.set(path, hasPage);
      return hasPage;
    },
  };
}

function listMethods({ default: page, loader, action }: ServerRouteModule): string[] {
  const reads = page || loader ? ['GET', 'HEAD'] : [];
  return [...reads, ...(action ? ['POST'] : [])];
}

type ServerRouteModule = NonNullable<ServerBuild['routes'][string]>['module'];

const isAdminHandle = (handle: unknown): handle is AdminHandle =>
  typeof handle === 'object' && handle !== null && ('verb' in handle || 'isOpen' in handle);
