import type { UnderstoodPart } from '#core/catalogue/search/plan.model.ts';
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
  /** Reports that are about something else mention the words. */
  readonly isMentioned: boolean;
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

function Understood(props: Props) {
  const { query, words, filters, pageCount, total } = props;
  const count = formatReportCount(props);
  if (query === '') return <strong>{count}</strong>;
  if (total === 0 && pageCount === 0) return <NoReport {...props} />;
  const pages = (
    <>
      <strong>{formatCount(pageCount, 'page')}</strong> of this site
    </>
  );
  const subject = <strong>{words}</strong>;
  return (
    <>
      {total === 0 ? (
        <>
          {pages} for {subject}
          {props.isMentioned ? '; no report is about it, but some mention it' : ', and no report'}
        </>
      ) : (
        <>
          <strong>{count}</strong> for {subject}
          {pageCount > 0 && <>, and {pages}</>}
          <Ignored parts={props.parts} />
        </>
      )}
      .
      {words !== query && (
        <>
          {' '}
          You typed “{query}”;{' '}
          <a href={paths.search(query, { ...filters, exact: '1' })}>search for exactly that</a>.
        </>
      )}
    </>
  );
}

const NoReport = ({ words, isMentioned }: Props) =>
  isMentioned ? (
    <>
      No report is about <strong>{words}</strong>, but some mention it.
    </>
  ) : (
    texts.noResults
  );

/** Words that no report has, of a search that found some by the others. */
function Ignored({ parts }: Pick<Props, 'parts'>) {
  const dropped = parts.filter(({ kind }) => kind === 'dropped');
  return (
    dropped.length > 0 && (
      <>
        , though no report has <del>{dropped.map(({ typed }) => typed).join(' ')}</del>
      </>
    )
  );
}

/** Other meanings for which the words were taken. */
const UsedWords = ({ parts }: Pick<Props, 'parts'>) =>
  parts
    .filter(
      ({ kind, typed, as }) =>
        kind === 'translated' || (kind === 'added' && isAcronym(typed, as[0])),
    )
    .map(({ typed, as }) => (
      <span key={typed}>
        {' '}
        {typed} = {as.slice(0, 2).join(', ')}.
      </span>
    ));

const maxAcronymLength = 5;

/** "EV" of "electric vehicle": other words that mean the same explain nothing. */
const isAcronym = (typed: string, meaning = ''): boolean =>
  typed.length <= maxAcronymLength && meaning.length > 2 * typed.length;
