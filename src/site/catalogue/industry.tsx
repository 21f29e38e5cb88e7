import { data } from 'react-router';
import type { Route } from './+types/industry.ts';
import { paths } from '#src/paths.ts';
import { shopContext, visitContext } from '#site/context.ts';
import { Head } from '#site/layout/head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { hued } from '#ui/hue.ts';
import { PageLinks } from '#ui/page-links.tsx';
import { Pictogram } from '#ui/pictogram.tsx';
import { counted } from '#ui/words.ts';
import { pageNumber } from './page-number.ts';
import { ReportCard } from './report-card.tsx';
import { Categories } from './categories.tsx';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { catalogue } = context.get(shopContext);
  const visit = context.get(visitContext);
  const industries = await catalogue.industries();
  const industry = industries.find(({ slug }) => slug === params.slug);
  if (!industry) throw data(null, { status: 404 });
  visit.hangsOn(`industry:${industry.slug}`, 'catalogue');
  const list = await catalogue.list(pageNumber(request), industry.slug);
  if (list.page > list.pages) throw data(null, { status: 404 });
  return { industry, industries, list, origin: visit.origin };
}

/** The reports of one industry. */
export default function IndustryPage({
  loaderData: { industry, industries, list, origin },
}: Route.ComponentProps) {
  const { className, style } = hued(industry.slug);
  return (
    <>
      <Head
        title={`${industry.name} market reports${list.page > 1 ? `, page ${list.page}` : ''}`}
        siteName={useSite().siteName}
        description={industry.description.slice(0, 160)}
        canonical={origin + paths.industry(industry.slug, list.page)}
      />
      <section className={`${className} border-b border-rule`} style={style}>
        <div className="wrap grid gap-5 py-10 sm:grid-cols-[64px_1fr]">
          <Pictogram name={industry.pictogram} size={64} />
          <div>
            <nav aria-label="Breadcrumb" className="label">
              <a className="hover:underline" href={paths.home()}>
                Home
              </a>{' '}
              /{' '}
              <a className="hover:underline" href={paths.industries()}>
                Industries
              </a>
            </nav>
            <h1 className="mt-1 text-[36px]">{industry.name}</h1>
            <p className="mt-2 max-w-[70ch] text-muted">{industry.description}</p>
          </div>
        </div>
      </section>
      <div className="wrap grid gap-10 py-10 lg:grid-cols-[1fr_260px]">
        <section aria-label="Reports">
          <p className="label mb-4">
            {counted(list.total, 'report')}
            {list.pages > 1 ? `, page ${list.page} of ${list.pages}` : ''}, newest first
          </p>
          {list.items.length === 0 ? (
            <p>
              {texts.noReportsInCategory}{' '}
              <a className="link" href={paths.reportStore()}>
                See all reports
              </a>
            </p>
          ) : (
            <ul className="grid gap-6">
              {list.items.map((report) => (
                <li key={report.id}>
                  <ReportCard report={report} />
                </li>
              ))}
            </ul>
          )}
          <PageLinks
            page={list.page}
            pages={list.pages}
            href={(page) => paths.industry(industry.slug, page)}
          />
        </section>
        <Categories industries={industries} chosen={industry.slug} />
      </div>
    </>
  );
}
