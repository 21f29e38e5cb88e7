import { data } from 'react-router';
import type { Route } from './+types/report-preview.ts';
import { listOffers } from '#core/catalogue/reports/licence.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import { formatPrice } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { skipSerialization } from '#site/skip-serialization.ts';
import { industryHueProps } from '#ui/hue.ts';
import { ReportParts } from './report-page/report-parts.tsx';

/** Names no cache tags: the page is private and never kept. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { catalogue, content } = context.get(appContext);
  const id = /^[1-9]\d{0,8}$/.test(params.id) ? Number(params.id) : 0;
  const opened = await catalogue.editing.previews.open(id, params.token);
  if (opened.ok)
    return skipSerialization({
      report: opened.value,
      // Charts name their own addresses beside it.
      url: context.get(visitContext).origin + paths.report(opened.value.slug),
      // Those who have a page: names that the draft adds get theirs when it is published.
      authors: await catalogue.authors.listOfReport(opened.value.id),
      countries: await content.listCountries(),
    });
  // oxlint-disable-next-line typescript/only-throw-error -- React Router's way to answer another page
  if (opened.code !== 'gone') throw data(null, { status: 404 });
  return data({ report: undefined, url: '', authors: [], countries: [] }, { status: 410 });
}

/** A report as its page will be, for anyone with the link. Nothing on it can be bought. */
export default function ReportPreview({ loaderData }: Route.ComponentProps) {
  const { report, url, authors, countries } = loaderData;
  if (!report) return <Ended />;
  return (
    <article {...industryHueProps(report.industrySlug)}>
      <Head title={report.metaTitle} />
      <ReportParts
        {...{ report, url, authors, countries }}
        prices={<PreviewPrices report={report} />}
      />
    </article>
  );
}

function Head({ title }: { readonly title: string }) {
  const { siteName } = useSite();
  return <PageHead title={`Preview: ${title}`} siteName={siteName} description="" noIndex />;
}

function PreviewPrices({ report }: { readonly report: Report }) {
  const { licences, currency } = useSite();
  return (
    <div className="price-box">
      <p>
        <strong>This is a preview.</strong> This version is not published yet and can’t be bought
        here.
      </p>
      <ul>
        {listOffers(report.prices, licences).map(({ terms, price }) => (
          <li key={terms.id}>
            {terms.name}: {formatPrice(price, currency)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const Ended = () => (
  <div className="wrap prose-text">
    <Head title="ended" />
    <h1>This preview has ended</h1>
    <p>Preview links work for seven days. Ask the sender for a new one.</p>
  </div>
);
