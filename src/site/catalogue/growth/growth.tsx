import { data } from 'react-router';
import type { Route } from './+types/growth.ts';
import type { GrowthDot } from '#core/catalogue/drawing/growth-dots.model.ts';
import { splitTitle } from '#core/catalogue/model.ts';
import { formatChange } from '#core/catalogue/reports/report-row.model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { skipSerialization } from '#site/skip-serialization.ts';
import { BreadcrumbLinks } from '#ui/breadcrumb.tsx';
import { readGrowth } from './read-growth.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { catalogue } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('catalogue');
  const growth = await readGrowth(catalogue, await catalogue.reports.listSources());
  if (!growth) throw data(null, { status: 404 });
  return skipSerialization({ ...growth, origin: visit.origin });
}

/** The numbers of the store's picture of growth, each with the place of its dot in the wide one. */
export default function GrowthNumbers({ loaderData }: Route.ComponentProps) {
  const { wide, source, origin } = loaderData;
  const { dots, median, fromYear, toYear } = wide;
  const way = [['Report Store', paths.reportStore()]] as const;
  return (
    <div className="wrap py-12">
      <PageHead
        title={`Growth of ${dots.length} American industries`}
        siteName={useSite().siteName}
        canonical={origin + paths.growth()}
        way={[...way, ['Growth', paths.growth()]]}
        description={
          `Growth of gross output a year, ${fromYear}–${toYear}, of ${dots.length} American ` +
          `industries, fastest first. Half of them grew by ${formatChange(median)} or more.`
        }
      />
      <BreadcrumbLinks steps={[['Home', paths.home()], ...way]} />
      <h1 className="text-[40px]">Growth of {dots.length} American industries</h1>
      <p className="mt-2 mb-8 text-muted">
        Growth of gross output a year, {fromYear}–{toYear}, in current dollars. Half of these
        industries grew by {formatChange(median)} or more.
      </p>
      <table className="growth-numbers">
        <thead>
          <tr>
            <th scope="col">Report</th>
            <th scope="col">
              Growth a year, {fromYear}–{toYear}
            </th>
          </tr>
        </thead>
        <tbody>
          {dots.toReversed().map((dot) => (
            <Row key={dot.slug} {...dot} />
          ))}
        </tbody>
      </table>
      <p className="mt-6 text-[14px] text-muted">{source}</p>
    </div>
  );
}

const Row = ({ slug, title, growth, x, y }: GrowthDot) => (
  <tr data-dot={`${x} ${y}`}>
    <th scope="row">
      <a href={paths.report(slug)}>{splitTitle(title)[0]}</a>
    </th>
    <td>{formatChange(growth)}</td>
  </tr>
);
