import { unsent } from '#site/unsent.ts';
import { Outlet } from 'react-router';
import type { Route } from './+types/frame.ts';
import { shopContext, visitContext } from '#site/context.ts';
import { Consent } from './consent.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** Header and footer of every page. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { hangsOn, challenge, analytics } = context.get(visitContext);
  hangsOn('site');
  const [site, industries] = await Promise.all([shop.content.site(), shop.catalogue.industries()]);
  return unsent({
    site,
    industries: industries.map(({ slug, name }) => ({ slug, name })),
    year: shop.content.year(),
    challenge,
    analytics,
  });
}

export default function Frame({
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
      <Consent analytics={analytics} />
    </>
  );
}
