import type { FormerReport } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';

type Withdrawn = Extract<FormerReport, { kind: 'withdrawn' }>;

/** True for what the loader of a withdrawn report's page throws. */
export const isWithdrawn = (thrown: unknown): thrown is Withdrawn =>
  typeof thrown === 'object' && thrown !== null && 'kind' in thrown && thrown.kind === 'withdrawn';

/** The page of a report that is not sold any more, with a way on. Buyers keep their files. */
export function WithdrawnReport({ title, industry, industrySlug }: Withdrawn) {
  return (
    <div className="wrap grid min-h-[60vh] content-center justify-items-start gap-5 py-20">
      <title>{`${title.slice(0, 200)}: withdrawn`}</title>
      <meta name="description" content="This report is not sold any more." />
      <meta name="robots" content="noindex" />
      <h1 className="text-[36px] wrap-anywhere">{title}</h1>
      <p className="prose-text">
        This report was withdrawn and is not sold any more. If you have bought it, your files stay
        in your library.
      </p>
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
