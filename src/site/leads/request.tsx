import type { Route } from './+types/request.ts';
import { requestKinds, type RequestKind } from '#core/leads/model.ts';
import { paths } from '#src/paths.ts';
import { KeyFigures } from '#site/catalogue/key-figures.tsx';
import { Offer } from '#site/catalogue/offer.tsx';
import { Head } from '#site/layout/head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { unsent } from '#site/unsent.ts';
import { texts } from '#site/texts.ts';
import { hued } from '#ui/hue.ts';
import { FormBlock } from './form-block.tsx';
import { postForm } from './post.ts';
import { readReport } from './read-report.ts';
import { ReportHead } from './report-head.tsx';

const headings: Readonly<Record<RequestKind, readonly [heading: string, sentence: string]>> = {
  sample: [
    texts.requestFreeSample,
    'Cover, contents, key figures and one chart, as PDF, by mail within a minute.',
  ],
  discount: [
    texts.askDiscountHeading,
    'Universities, small companies and buyers of several reports often get one. Tell us about yours.',
  ],
  inquiry: [
    texts.inquireHeading,
    'Ask what the report holds, how a figure was made, or which licence you need. The desk that wrote it answers.',
  ],
  customization: [
    texts.customizationHeading,
    'Other countries, more years, another split: we say what the sources hold, and what it costs.',
  ],
};

/** The kind of request that an address of ours is for. */
const kindOf = (pathname: string): RequestKind =>
  requestKinds.find((kind) => pathname.startsWith(`/${kind}/`)) ?? 'sample';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { report, countries, related, origin } = await readReport(context, params.code);
  return unsent({
    report,
    countries,
    related,
    origin,
    kind: kindOf(new URL(request.url).pathname),
  });
}
export const action = ({ request, context }: Route.ActionArgs) =>
  postForm(kindOf(new URL(request.url).pathname), request, context);

/** Sample, discount, enquiry and customization of one report: the same page, by address. */
export default function RequestPage({
  loaderData: { report, countries, origin, kind },
  actionData,
}: Route.ComponentProps) {
  const [heading, sentence] = headings[kind];
  return (
    <div {...hued(report.industrySlug)}>
      <div className="wrap py-8">
        <Head
          title={`${heading}: ${report.title}`}
          siteName={useSite().siteName}
          description={`${heading}: ${report.title}`.slice(0, 160)}
          canonical={origin + paths[kind](report.code)}
          hidden
        />
        <ReportHead report={report} heading={heading} />
        <div className="mt-8 grid gap-12 lg:grid-cols-[1fr_340px]">
          <div className="min-w-0">
            <h1 className="mb-2 text-[32px]">{heading}</h1>
            <p className="mb-5 text-muted">{sentence}</p>
            <FormBlock kind={kind} report={report.code} countries={countries} sent={actionData} />
          </div>
          <aside className="grid content-start gap-6" aria-label="Licence and price">
            <Offer report={report} />
          </aside>
        </div>
        <KeyFigures figures={report.text.keyFigures} sources={report.sources} />
      </div>
    </div>
  );
}
