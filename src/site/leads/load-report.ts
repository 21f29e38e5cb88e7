import { data, type RouterContextProvider } from 'react-router';
import { skipSerialization } from '#site/skip-serialization.ts';
import { appContext, visitContext } from '#site/context.ts';

/**
 * Loads what a page about one report shows, by its code or slug; 404 if there is no such report.
 */
export async function loadReport(context: Readonly<RouterContextProvider>, code: string) {
  const { catalogue, content } = context.get(appContext);
  const visit = context.get(visitContext);
  const report = (await catalogue.reports.getByCode(code)) ?? (await catalogue.reports.get(code));
  if (!report) throw data(null, { status: 404 });
  visit.cacheTags(`report:${report.slug}`, `industry:${report.industrySlug}`, 'site');
  const [countries, related] = await Promise.all([
    content.listCountries(),
    catalogue.reports.listRelated(report),
  ]);
  visit.cacheTags(...related.map(({ slug }) => `report:${slug}`));
  return skipSerialization({ report, countries, related, origin: visit.origin });
}
