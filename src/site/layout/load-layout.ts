import type { RouterContextProvider } from 'react-router';
import { appContext, visitContext } from '#site/context.ts';
import { skipSerialization } from '#site/skip-serialization.ts';

/** Loads what header, footer and forms of every page need. */
export async function loadLayout(context: Readonly<RouterContextProvider>) {
  const app = context.get(appContext);
  const { cacheTags, captcha, analyticsScriptUrl, origin } = context.get(visitContext);
  cacheTags('site');
  const [site, industries, year] = await Promise.all([
    app.store.getSiteInfo(),
    app.catalogue.industries.list(),
    app.content.getCurrentYear(),
  ]);
  return skipSerialization({
    site,
    industries: industries.map(({ slug, name, reports, mainReports }) => ({
      slug,
      name,
      reports,
      mainReports,
    })),
    year,
    captcha,
    origin,
    analyticsScriptUrl,
  });
}
