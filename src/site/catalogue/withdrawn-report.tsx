import type { FormerReport } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { PageOpening } from '#site/layout/page-opening.tsx';

type Withdrawn = Extract<FormerReport, { kind: 'withdrawn' }>;

/** True for what the loader of a withdrawn report's page throws. */
export const isWithdrawn = (thrown: unknown): thrown is Withdrawn =>
  typeof thrown === 'object' && thrown !== null && 'kind' in thrown && thrown.kind === 'withdrawn';

/** The page of a report that is not sold any more, with a way on. Buyers keep their files. */
export function WithdrawnReport({ title, industry, industrySlug }: Withdrawn) {
  return (
    <div className="wrap text-page state-page">
      <title>{`${title.slice(0, 200)}: withdrawn`}</title>
      <meta name="description" content="This report is no longer sold." />
      <meta name="robots" content="noindex" />
      <PageOpening title={title}>
        This report was withdrawn and is no longer sold. If you have bought it, your files stay in
        your library.
      </PageOpening>
      <p className="flex flex-wrap gap-3">
        <a className="button" href={paths.industry(industrySlug)}>
          Reports on {industry}
        </a>
        <a className="button quiet" href={paths.search()}>
          Search all reports
        </a>
      </p>
    </div>
  );
}
