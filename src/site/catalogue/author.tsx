import { data } from 'react-router';
import type { Route } from './+types/author.ts';
import { reportsPerPage } from '#core/catalogue/model.ts';
import type { Author } from '#core/catalogue/authors/author.model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { buildAuthorData, describeItemList, toListItems } from '#site/structured-data/site.ts';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { formatCount } from '#ui/format.ts';
import { readPageNumber, titlePage } from '#site/page-number.ts';
import { describePage, ListCount, ListPaging } from './list-paging.tsx';
import { ReportColumns, ReportRows } from './report-list.tsx';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { catalogue } = context.get(appContext);
  const visit = context.get(visitContext);
  const found = await catalogue.authors.get(params.slug, readPageNumber(request));
  if (!found || found.list.pageNumber > found.list.pageCount) throw data(null, { status: 404 });
  visit.cacheTags(`author:${found.author.slug}`, 'catalogue', 'report-texts');
  return { ...found, origin: visit.origin };
}

/** A person or a desk of the publisher, and the reports that name them. */
export default function AuthorPage({ loaderData }: Route.ComponentProps) {
  const { author, list, origin } = loaderData;
  const { siteName } = useSite();
  const items = toListItems(list.items);
  return (
    <div className="wrap">
      <PageHead
        title={author.name + titlePage(list.pageNumber)}
        siteName={siteName}
        description={
          (author.about.slice(0, 160) || `${author.name}: ${describeAuthor(author, siteName)}`) +
          describePage(list)
        }
        canonical={origin + paths.author(author.slug, list.pageNumber)}
        way={[[author.name, paths.author(author.slug)]]}
        structuredData={[
          ...buildAuthorData(author, { origin, publisher: siteName }),
          ...describeItemList(items, {
            origin,
            start: (list.pageNumber - 1) * reportsPerPage + 1,
          }),
        ]}
      />
      <header className="list-head">
        <div>
          <Breadcrumb steps={[['Home', paths.home()]]} current={author.name} />
          <h1>{author.name}</h1>
        </div>
        <p>{describeAuthor(author, siteName)}</p>
      </header>
      {author.about.split(/\n+/).map((paragraph) => (
        <p key={paragraph} className="max-w-[65ch]">
          {paragraph}
        </p>
      ))}
      <section aria-labelledby="reports" className="min-w-0 pt-6">
        <h2 id="reports">Reports</h2>
        <ListCount list={list} />
        <ReportColumns />
        <ReportRows reports={list.items} />
        <ListPaging list={list} href={(page) => paths.author(author.slug, page)} />
      </section>
    </div>
  );
}

/** "A desk of Example Research, 12 reports": only what the publisher has said. */
function describeAuthor({ kind, reports }: Author, siteName: string): string {
  const count = formatCount(reports, 'report');
  if (kind === 'desk') return `A desk of ${siteName}, ${count}`;
  return kind === 'person' ? `An author of ${siteName}, ${count}` : `${siteName}, ${count}`;
}
