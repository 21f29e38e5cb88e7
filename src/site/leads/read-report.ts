import { data, type RouterContextProvider } from 'react-router';
import { unsent } from '#site/unsent.ts';
import { shopContext, visitContext } from '#site/context.ts';

/** The report of a page's code (or slug), what stands beside it, and the tags that the page hangs on; 404 where there is none. */
export async function readReport(context: Readonly<RouterContextProvider>, code: string) {
  const { catalogue, content } = context.get(shopContext);
  const visit = context.get(visitContext);
  const report = (await catalogue.reportByCode(code)) ?? (await catalogue.report(code));
  if (!report) throw data(null, { status: 404 });
  visit.hangsOn(`report:${report.slug}`, `industry:${report.industrySlug}`, 'site');
  const [countries, related] = await Promise.all([content.countries(), catalogue.related(report)]);
  return unsent({ report, countries, related, origin: visit.origin });
}
