import { data } from 'react-router';
import type { Route } from './+types/not-found.ts';
import { paths } from '#src/paths.ts';
import { visitContext, type ReportLink } from '#site/context.ts';
import { texts } from '#site/texts.ts';
import { PageOpening } from './page-opening.tsx';
import { useSiteName } from './use-site.ts';

type Suggestions = { readonly suggestedReports: readonly ReportLink[] };

export function loader({ context }: Route.LoaderArgs) {
  const { suggestedReports } = context.get(visitContext);
  // oxlint-disable-next-line typescript/only-throw-error -- React Router's way to answer 404
  throw data({ suggestedReports } satisfies Suggestions, { status: 404 });
}

/** True for what the loader throws; other loaders throw no suggestions. */
const hasSuggestions = (thrown: unknown): thrown is Suggestions =>
  typeof thrown === 'object' && thrown !== null && 'suggestedReports' in thrown;

/** The 404 page; `thrown` is what the loader of the page threw. */
export function NotFound({ thrown }: { readonly thrown?: unknown }) {
  const siteName = useSiteName();
  return (
    <div className="wrap text-page state-page">
      <title>
        {siteName === undefined ? texts.notFoundTitle : `${texts.notFoundTitle} | ${siteName}`}
      </title>
      <meta name="description" content="There is no page at this address." />
      <meta name="robots" content="noindex" />
      <PageOpening title={texts.notFoundTitle}>
        There is no page at this address. If it came in an email, please check that all of it was
        copied. A report may have been renamed: try the search or the report store.
      </PageOpening>
      <form
        action={paths.search()}
        role="search"
        aria-label="All reports"
        className="flex w-full max-w-[520px] gap-2"
      >
        <div className="field grow">
          <input
            type="search"
            name="q"
            aria-label="Search reports"
            placeholder="Product, industry, country"
            required
          />
        </div>
        <button className="button">Search</button>
      </form>
      {hasSuggestions(thrown) && <SuggestedReports reports={thrown.suggestedReports} />}
      <p className="flex flex-wrap gap-3">
        <a className="button" href={paths.home()}>
          {texts.goHome}
        </a>
        <a className="button quiet" href={paths.reportStore()}>
          Report Store
        </a>
      </p>
    </div>
  );
}

function SuggestedReports({ reports }: { readonly reports: readonly ReportLink[] }) {
  if (reports.length === 0) return null;
  return (
    <div>
      <h2 className="text-[20px]">Were you looking for one of these?</h2>
      <ul className="mt-2 grid gap-2">
        {reports.map(({ slug, title }) => (
          <li key={slug}>
            <a className="link wrap-anywhere" href={paths.report(slug)}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export default NotFound;
