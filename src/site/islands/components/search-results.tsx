import type { ReactNode } from 'react';
import { paths } from '#src/paths.ts';
import { MarkedText } from '#site/catalogue/marked-text.tsx';
import { ReasonWords } from '#site/catalogue/search-reason.tsx';
import { texts } from '#site/texts.ts';
import { industryHueProps } from '#ui/hue.ts';
import { stillSearching, suggestionsFailed, type Search, type SearchOption } from './use-search.ts';

/** The dropdown of the search box: grouped results, or why there are none. */
export function SearchResultList({ id, search }: { id: string; search: Search }) {
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
