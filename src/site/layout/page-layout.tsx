import { Outlet, useMatches } from 'react-router';
import type { Route } from './+types/page-layout.ts';
import { CookieBanner } from './cookie-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { loadLayout } from './load-layout.ts';
import { StoreZone } from '#ui/store-zone.tsx';
import { SlimFooter, SlimHeader } from './slim-layout.tsx';

/** True for a page whose `handle` asks for the slim header and footer. */
const useIsSlim = (): boolean =>
  useMatches().some(
    ({ handle }) => typeof handle === 'object' && handle !== null && 'isSlim' in handle,
  );

export const loader = ({ context }: Route.LoaderArgs) => loadLayout(context);

/** Header, footer and cookie banner around every page. */
export default function PageLayout({
  loaderData: { site, industries, year, analyticsScriptUrl },
}: Route.ComponentProps) {
  const isSlim = useIsSlim();
  return (
    <>
      <a
        href="#main"
        className={
          'sr-only focus:not-sr-only focus:absolute focus:left-4 focus:top-4 ' +
          'focus:z-50 focus:bg-paper focus:p-3'
        }
      >
        Skip to content
      </a>
      {isSlim ? (
        <SlimHeader site={site} industries={industries} />
      ) : (
        <Header site={site} industries={industries} />
      )}
      <main id="main" tabIndex={-1}>
        <StoreZone value={site.timeZone}>
          <Outlet />
        </StoreZone>
      </main>
      {isSlim ? <SlimFooter site={site} year={year} /> : <Footer site={site} year={year} />}
      <CookieBanner analyticsScriptUrl={analyticsScriptUrl} />
    </>
  );
}
