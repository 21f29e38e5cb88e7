import { texts } from '#site/texts.ts';
import type { Search } from './use-search.ts';

/** The dropdown of the search box: grouped results, or why there are none. */
export function SearchResultList({ id, search }: { id: string; search: Search }) {
  const { isOpen, hasFailed, options } = search;
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Search results"
      hidden={!isOpen}
      className="search-results"
      // A pressed mouse would take the focus from the field, and so close the list.
      onMouseDown={(event) => event.preventDefault()}
    >
      {hasFailed && (
        <p className="p-3">Suggestions are not available right now. Press Enter to search.</p>
      )}
      {!hasFailed && options.length === 0 && <p className="p-3">{texts.noResults}</p>}
      {!hasFailed && <SearchGroups id={id} search={search} />}
    </div>
  );
}

function SearchGroups({
  id,
  search: { groups, options, activeIndex, clear, query },
}: {
  id: string;
  search: Search;
}) {
  return groups.map((group) => (
    <div key={group.title} role="group" aria-label={group.title}>
      <p className="label px-3 pt-2" aria-hidden="true">
        {group.title}
      </p>
      {group.options.map((option) => {
        const index = options.indexOf(option);
        const isActive = index === activeIndex;
        return (
          <a
            key={option.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={isActive}
            href={option.href}
            tabIndex={-1}
            onClick={clear}
            className={`block rounded-[3px] px-3 py-2 text-[15px] leading-snug hover:bg-wash ${
              isActive ? 'bg-wash' : ''
            }`}
          >
            <HighlightedMatch text={option.label} query={query.trim()} />
          </a>
        );
      })}
    </div>
  ));
}

/** The text with the part that matched in bold. */
function HighlightedMatch({ text, query }: { text: string; query: string }) {
  const start = text.toLowerCase().indexOf(query.toLowerCase());
  if (start === -1) return text;
  const end = start + query.length;
  return (
    <>
      {text.slice(0, start)}
      <strong>{text.slice(start, end)}</strong>
      {text.slice(end)}
    </>
  );
}
