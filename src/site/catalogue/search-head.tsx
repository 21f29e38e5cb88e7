import type { UnderstoodPart } from '#core/catalogue/search/understood.model.ts';
import type { FilterValues } from './list-filters.ts';
import { formatReportCount } from './list-paging.tsx';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { formatCount } from '#ui/format.ts';
import { BreadcrumbLinks } from '#ui/breadcrumb.tsx';

type Props = {
  /** As it was typed. */
  readonly query: string;
  /** The words that were searched for, in a corrected spelling perhaps. */
  readonly words: string;
  readonly total: number;
  readonly isAtLeast: boolean;
  /** Of the store itself, which were found. */
  readonly pageCount: number;
  readonly parts: readonly UnderstoodPart[];
  readonly filters: FilterValues;
};

/** The page's own search field, and one line that says what was understood. */
export function SearchHead(props: Props) {
  const { query, filters } = props;
  return (
    <div className="search-head">
      <div className="wrap">
        <BreadcrumbLinks steps={[['Home', paths.home()]]} />
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
            placeholder="Product, industry, country"
            defaultValue={query}
          />
          {filters.industry && <input type="hidden" name="industry" value={filters.industry} />}
          <button className="button">Search</button>
        </form>
        <p role="status">
          <Understood {...props} />
          <UsedWords parts={props.parts} />
        </p>
      </div>
    </div>
  );
}

function Understood({ query, words, filters, pageCount, ...counted }: Props) {
  const count = formatReportCount(counted);
  if (query === '') return <strong>{count}</strong>;
  if (words !== query)
    return (
      <>
        <strong>{count}</strong> for <strong>{words}</strong>. You typed “{query}”;{' '}
        <a href={paths.search(query, { ...filters, exact: '1' })}>search for exactly that</a>
      </>
    );
  if (counted.total === 0 && pageCount > 0)
    return (
      <>
        <strong>{formatCount(pageCount, 'page')}</strong> of this site for <strong>{query}</strong>,
        no report
      </>
    );
  if (counted.total === 0) return texts.noResults;
  return (
    <>
      <strong>{count}</strong> for <strong>{query}</strong>
    </>
  );
}

/** What else the words were taken for, and those that are in no report. */
function UsedWords({ parts }: Pick<Props, 'parts'>) {
  const added = parts.filter(
    ({ kind, typed, as }) => kind === 'translated' || (kind === 'added' && isAcronym(typed, as[0])),
  );
  const dropped = parts.filter(({ kind }) => kind === 'dropped');
  return (
    <>
      {added.map(({ typed, as }) => (
        <span key={typed}>
          {' '}
          {typed} = {as.slice(0, 2).join(', ')}
        </span>
      ))}
      {dropped.length > 0 && (
        <span>
          {' '}
          In no report: <del>{dropped.map(({ typed }) => typed).join(' ')}</del>
        </span>
      )}
    </>
  );
}

const maxAcronymLength = 5;

/** "EV" of "electric vehicle": other words that mean the same explain nothing. */
const isAcronym = (typed: string, meaning = ''): boolean =>
  typed.length <= maxAcronymLength && meaning.length > 2 * typed.length;
