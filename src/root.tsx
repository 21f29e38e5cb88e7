import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  useLocation,
  useRouteLoaderData,
} from 'react-router';
import type { Route } from './+types/root.ts';
import { paths } from '#src/paths.ts';
import { visitContext } from '#site/context.ts';
import { NotFound } from '#site/layout/not-found.tsx';
import { useBrand } from '#site/layout/use-site.ts';
import { ServerError } from '#site/layout/server-error.tsx';
import builtInIcon from '../public/favicon.svg?inline';
import fontsUrl from './styles/fonts.css?url';
import './styles/site.css';

/** Fonts are a sheet of their own: a file that said them once more would let the text flicker. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: fontsUrl }];

export function loader({ context }: Route.LoaderArgs) {
  const { islandsLoaderUrl, isAnswer } = context.get(visitContext);
  return { islandsLoaderUrl, isAnswer };
}

/** The HTML shell. There is no client router: one small script hydrates the islands. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root');
  const brand = useBrand();
  return (
    <html lang="en" data-answer={root?.isAnswer ? '' : undefined} style={brand.style}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        <Icons own={brand.icon} />
        <meta name="theme-color" content={brand.accent} />
        {brand.siteName !== undefined && (
          <link
            rel="search"
            type="application/opensearchdescription+xml"
            title={brand.siteName}
            href={paths.openSearch()}
          />
        )}
      </head>
      <body>
        {children}
        {root && <script type="module" src={root.islandsLoaderUrl} />}
      </body>
    </html>
  );
}

/**
 * The icons of a page. The built-in one is a part of the page: a file for it would take a connection
 * of its own in every first view. Search engines and older browsers use the .ico. The app manifest
 * is named on the home page alone, where the app begins, for the same reason.
 */
function Icons({ own }: { own: string | undefined }) {
  const isHome = useLocation().pathname === paths.home();
  return (
    <>
      <link rel="icon" sizes="32x32" href="/favicon.ico" />
      {own === undefined ? (
        <link rel="icon" type="image/svg+xml" sizes="any" href={builtInIcon} />
      ) : (
        <link rel="icon" href={own} />
      )}
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      {isHome && <link rel="manifest" href="/manifest.webmanifest" />}
    </>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isGone = isRouteErrorResponse(error) && [404, 410].includes(error.status);
  return isGone ? <NotFound /> : <ServerError />;
}
