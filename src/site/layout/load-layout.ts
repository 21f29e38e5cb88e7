import type { RouterContextProvider } from 'react-router';
import { tagOfYear } from '#core/content/model.ts';
import { pickLargest, sumReports } from '#core/catalogue/model.ts';
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
  cacheTags(tagOfYear(year));
  return skipSerialization({
    site,
    industries: {
      shown: pickLargest(industries).map(({ slug, name, reports }) => ({ slug, name, reports })),
      count: industries.length,
      reportCount: sumReports(industries),
    },
    year,
    captcha,
    origin,
    analyticsScriptUrl,
  });
}
