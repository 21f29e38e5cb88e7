import { paths } from '#src/paths.ts';
import { Icon } from '#ui/icon.tsx';
import { SearchResultList } from './search-results.tsx';
import { useSearch } from './use-search.ts';

/** The header's search: without script a plain form, with it suggestions while typing. */
export function SearchBox({ id }: { id: string }) {
  const search = useSearch();
  const { input, isOpen, activeIndex, setQuery, open, close, onKeyDown } = search;
  return (
    <form
      action={paths.search()}
      role="search"
      className="relative"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
    >
      <label htmlFor={id} className="sr-only">
        Search industries, services and reports
      </label>
      <input
        ref={input}
        id={id}
        name="q"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        placeholder="Search reports"
        defaultValue=""
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={open}
        className={
          'h-11 w-full rounded-[3px] border border-[#8b877a] bg-sheet pl-3 pr-10 ' +
          'text-[16px] sm:w-56'
        }
      />
      <button
        type="submit"
        aria-label="Search"
        className="absolute right-0 top-0 grid size-11 place-items-center text-muted"
      >
        <Icon name="search" />
      </button>
      <SearchResultList id={id} search={search} />
    </form>
  );
}

export default SearchBox;
