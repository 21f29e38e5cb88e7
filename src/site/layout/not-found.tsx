import { data } from 'react-router';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { PageOpening } from './page-opening.tsx';
import { useSiteName } from './use-site.ts';

export function loader() {
  throw data(null, { status: 404 });
}

/** The 404 page. */
export function NotFound() {
  const siteName = useSiteName();
  return (
    <div className="wrap text-page state-page">
      <title>
        {siteName === undefined ? texts.notFoundTitle : `${texts.notFoundTitle} | ${siteName}`}
      </title>
      <meta name="description" content="There is no page at this address." />
      <meta name="robots" content="noindex" />
      <PageOpening title={texts.notFoundTitle}>
        There is no page at this address. The report may have been renamed: try the search or the
        report store.
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
            placeholder="A product, an industry, a country"
            required
          />
        </div>
        <button className="button">Search</button>
      </form>
      <div data-suggest hidden>
        <h2 className="text-[20px]">Were you looking for one of these?</h2>
        <ul className="mt-2 grid gap-2" />
      </div>
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

export default NotFound;
