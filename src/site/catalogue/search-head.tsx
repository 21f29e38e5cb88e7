import type { FilterValues } from './list-filters.ts';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { formatCount } from '#ui/format.ts';

type Props = {
  /** As it was typed. */
  readonly query: string;
  /** The words that were searched for, in a corrected spelling perhaps. */
  readonly words: string;
  readonly total: number;
  readonly filters: FilterValues;
};

/** The page's own search field, and one line that says what was understood. */
export function SearchHead({ query, words, total, filters }: Props) {
  return (
    <div className="search-head">
      <div className="wrap">
        <h1>{texts.customSearch}</h1>
        <form action={paths.search()} role="search" aria-label="The whole catalogue">
          <label htmlFor="search-words" className="sr-only">
            Keywords
          </label>
          <input
            id="search-words"
            name="q"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={200}
            placeholder="A product, an industry, a country"
            defaultValue={query}
          />
          {filters.industry && <input type="hidden" name="industry" value={filters.industry} />}
          <button className="button">Search</button>
        </form>
        <p role="status">
          <Understood query={query} words={words} total={total} filters={filters} />
        </p>
      </div>
    </div>
  );
}

function Understood({ query, words, total, filters }: Props) {
  const count = formatCount(total, 'report');
  if (query === '') return <strong>{count}</strong>;
  if (words !== query)
    return (
      <>
        <strong>{count}</strong> for <strong>{words}</strong>. You typed “{query}”;{' '}
        <a href={paths.search(query, { ...filters, exact: '1' })}>search for exactly that</a>
      </>
    );
  if (total === 0) return texts.noResults;
  return (
    <>
      <strong>{count}</strong> for <strong>{query}</strong>
    </>
  );
}
