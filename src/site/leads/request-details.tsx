import type { Route } from './+types/request-details.ts';
import { paths } from '#src/paths.ts';
import { Offer } from '#site/catalogue/offer.tsx';
import { Related } from '#site/catalogue/related.tsx';
import { Head } from '#site/layout/head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { hued } from '#ui/hue.ts';
import { FormBlock } from './form-block.tsx';
import { postForm } from './post.ts';
import { readReport } from './read-report.ts';
import { ReportHead } from './report-head.tsx';

export const loader = ({ context, params }: Route.LoaderArgs) => readReport(context, params.code);
export const action = ({ request, context }: Route.ActionArgs) =>
  postForm('sample', request, context);

/** The sample of a report, asked for beside its licences. */
export default function RequestDetails({
  loaderData: { report, countries, related, origin },
  actionData,
}: Route.ComponentProps) {
  return (
    <div {...hued(report.industrySlug)}>
      <div className="wrap py-8">
        <Head
          title={`${texts.requestFreeSample}: ${report.title}`}
          siteName={useSite().siteName}
          description={`Ask for a free sample of ${report.title}.`.slice(0, 160)}
          canonical={origin + paths.requestDetails(report.code)}
          hidden
        />
        <ReportHead report={report} heading={texts.requestFreeSample} />
        <div className="mt-8 grid gap-12 lg:grid-cols-[1fr_340px]">
          <div className="min-w-0">
            <h1 className="mb-2 text-[32px]">{texts.requestFreeSample}</h1>
            <p className="mb-5 text-muted">
              Cover, contents, key figures and one chart, as PDF, by mail within a minute.
            </p>
            <FormBlock kind="sample" report={report.code} countries={countries} sent={actionData} />
            <Related reports={related} />
          </div>
          <aside aria-label="Licence and price">
            <Offer report={report} />
          </aside>
        </div>
      </div>
    </div>
  );
}
