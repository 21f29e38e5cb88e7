import { paths } from '#src/paths.ts';
import { Icon } from '#ui/icon.tsx';
import { SearchResultList } from './search-results.tsx';
import { useSearch } from './use-search.ts';

/** The header's search: without script a plain form, with it suggestions while typing. */
export function SearchBox({ id }: { id: string }) {
  const search = useSearch();
  const { input, isOpen, activeIndex, type, open, close, clear, onKeyDown } = search;
  return (
    <form
      action={paths.search()}
      role="search"
      className="search-form"
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
        aria-expanded={isOpen && search.options.length > 0}
        aria-controls={`${id}-list`}
        // The Nu HTML checker looks for the active option there.
        aria-owns={isOpen && activeIndex >= 0 ? `${id}-list` : undefined}
        aria-activedescendant={isOpen && activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={open}
      />
      <button type="submit" aria-label="Search" className="search-submit">
        <Icon name="search" size={18} />
      </button>
      <kbd aria-hidden="true">/</kbd>
      <button type="reset" aria-label="Close the search" className="search-close" onClick={clear}>
        <Icon name="close" size={18} />
      </button>
      <SearchResultList id={id} search={search} />
    </form>
  );
}

export default SearchBox;
