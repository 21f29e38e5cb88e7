import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';

export type AdminPage = {
  /** The route's file, such as "admin/home/home". */
  readonly id: string;
  /** With 1 in place of each parameter, and a made-up rest. */
  readonly path: string;
  readonly handle: unknown;
  /** As `routes.ts` has it: "/admin/orders/:number". */
  readonly pattern: string;
  /** False for what answers data or a file. */
  readonly isScreen: boolean;
  readonly takesForms: boolean;
};

/** Every page of the back office in the build, without its layouts. */
export async function listAdminPages(): Promise<AdminPage[]> {
  const { routes } = (await import(
    pathToFileURL(path.resolve('dist/server/index.js')).href
  )) as ServerBuild;
  return Object.values(routes).flatMap((route) =>
    route?.path !== undefined && /^admin(\/|$)/.test(route.path)
      ? [
          {
            id: route.id,
            path: `/${route.path.replaceAll(/:\w+\??/g, '1').replace('*', 'no-such-page')}`,
            handle: route.module.handle,
            pattern: `/${route.path}`,
            isScreen: route.module.default !== undefined,
            takesForms: route.module.action !== undefined,
          },
        ]
      : [],
  );
}
