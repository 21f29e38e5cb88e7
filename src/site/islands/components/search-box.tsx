import { paths } from '#src/paths.ts';
import { Icon } from '#ui/icon.tsx';
import {
  useSearch,
  stillSearching,
  suggestionsFailed,
  type Search,
  type SearchOption,
} from './use-search.ts';
import type { ReactNode } from 'react';
import { MarkedText } from '#site/catalogue/marked-text.tsx';
import { ReasonWords } from '#site/catalogue/search-reason.tsx';
import { texts } from '#site/texts.ts';
import { industryHueProps } from '#ui/hue.ts';

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

/** The dropdown of the search box: grouped results, or why there are none. */
function SearchResultList({ id, search }: { id: string; search: Search }) {
  const { isOpen, isSlow, hasFailed, options } = search;
  return (
    <div
      id={`${id}-list`}
      // A list has options: if nothing was found it is a sentence.
      role={isOpen && options.length === 0 ? undefined : 'listbox'}
      aria-label={isOpen && options.length === 0 ? undefined : 'Search results'}
      hidden={!isOpen}
      className="search-results"
      // A pressed mouse would take the focus from the field, and so close the list.
      onMouseDown={(event) => event.preventDefault()}
    >
      {isSlow && <p className="p-3">{stillSearching}</p>}
      {!isSlow && hasFailed && <p className="p-3">{suggestionsFailed}</p>}
      {!isSlow && !hasFailed && options.length === 0 && <p className="p-3">{texts.noResults}</p>}
      {!hasFailed && <SearchGroups id={id} search={search} />}
    </div>
  );
}

function SearchGroups({ id, search }: { id: string; search: Search }) {
  const all = search.options.at(-1);
  return (
    <>
      {search.groups.map((group) => (
        <SearchGroup key={group.title} id={id} search={search} group={group} />
      ))}
      {all?.key === 'all' && (
        <OptionLink id={id} search={search} option={all} className="search-all">
          {all.label}
          <span aria-hidden="true">Enter</span>
        </OptionLink>
      )}
    </>
  );
}

type GroupProps = {
  readonly id: string;
  readonly search: Search;
  readonly group: Search['groups'][number];
};

function SearchGroup({ id, search, group: { title, found, options } }: GroupProps) {
  return (
    <div role="group" aria-label={`${title}, ${found} found`}>
      <p className="search-group" aria-hidden="true">
        {title} <span>{found}</span>
      </p>
      {options.map((option) => (
        <OptionLink key={option.key} id={id} search={search} option={option}>
          <OptionContent option={option} words={search.words} />
        </OptionLink>
      ))}
    </div>
  );
}

type OptionProps = {
  readonly id: string;
  readonly search: Search;
  readonly option: SearchOption;
  readonly className?: string;
  readonly children: ReactNode;
};

function OptionLink({ id, search, option, className = '', children }: OptionProps) {
  const index = search.options.indexOf(option);
  const hue = option.industrySlug ? industryHueProps(option.industrySlug) : undefined;
  return (
    <a
      id={`${id}-${index}`}
      role="option"
      aria-selected={index === search.activeIndex}
      href={option.href}
      tabIndex={-1}
      onClick={search.clear}
      className={`search-option ${hue?.className ?? ''} ${className}`}
      style={hue?.style}
    >
      {children}
    </a>
  );
}

function OptionContent({ option, words }: { option: SearchOption; words: string }) {
  const { code, label, note, reason, aside, industrySlug } = option;
  return (
    <>
      {code && <img src={paths.cover(code)} alt="" width="36" height="51" />}
      {industrySlug && <span className="search-hue" />}
      <span className="search-label">
        <span className={code ? 'font-serif' : ''}>
          <MarkedText text={label} words={words} />
        </span>
        {reason && (
          <small>
            <ReasonWords reason={reason} words={words} />
          </small>
        )}
        {note && <small>{note}</small>}
      </span>
      {aside && <span className={code ? 'search-price' : 'search-count'}>{aside}</span>}
    </>
  );
}
