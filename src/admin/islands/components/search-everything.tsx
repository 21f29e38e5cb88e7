import { useOfficeSearch, type OfficeSearch } from './use-office-search.ts';

/**
 * The top bar's search: without script a form that leads to its page, with it a list while typing.
 */
export default function SearchEverything({ id }: { readonly id: string }) {
  const search = useOfficeSearch();
  const { input, isShown, activeIndex, setIsOpen, type, onKeyDown } = search;
  return (
    <form
      action="/admin/search"
      role="search"
      aria-label="Search everything"
      className="admin-search"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setIsOpen(false)}
    >
      <label htmlFor={id} className="sr-only">
        Search everything
      </label>
      <input
        ref={input}
        id={id}
        name="q"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        placeholder="Search everything"
        defaultValue=""
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
        onInput={(event) => type(event.currentTarget.value)}
        onFocus={() => setIsOpen(true)}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden="true">Ctrl K</kbd>
      <FoundList id={id} search={search} />
    </form>
  );
}

function FoundList({ id, search }: { readonly id: string; readonly search: OfficeSearch }) {
  const { groups, options, isShown, activeIndex, note } = search;
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Found"
      className="admin-found-list"
      hidden={!isShown}
      // A pressed mouse would take the focus from the field, and so close the list.
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.length === 0 && <p>{note}</p>}
      {groups.map((group) => (
        <div key={group.title} role="group" aria-label={group.title}>
          <p aria-hidden="true">{group.title}</p>
          {group.options.map((option) => (
            <a
              key={option.index}
              id={`${id}-${option.index}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.index === activeIndex}
              href={option.href}
            >
              {option.title} <span>{option.note}</span>
            </a>
          ))}
        </div>
      ))}
    </div>
  );
}
