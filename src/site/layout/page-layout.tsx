import { skipSerialization } from '#site/skip-serialization.ts';
import { Outlet } from 'react-router';
import type { Route } from './+types/page-layout.ts';
import { appContext, visitContext } from '#site/context.ts';
import { CookieBanner } from './cookie-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** Header and footer of every page. */
export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const { cacheTags, captcha, analyticsScriptUrl } = context.get(visitContext);
  cacheTags('site');
  const [site, industries] = await Promise.all([
    app.content.getSiteInfo(),
    app.catalogue.listIndustries(),
  ]);
  return skipSerialization({
    site,
    industries: industries.map(({ slug, name }) => ({ slug, name })),
    year: app.content.getCurrentYear(),
    captcha,
    analytics: analyticsScriptUrl,
  });
}

export default function PageLayout({
  loaderData: { site, industries, year, analytics },
}: Route.ComponentProps) {
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:left-4 focus:top-4 focus:z-50 focus:bg-paper focus:p-3"
      >
        Skip to content
      </a>
      <Header site={site} industries={industries} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer site={site} year={year} />
      <CookieBanner analytics={analytics} />
    </>
  );
}
