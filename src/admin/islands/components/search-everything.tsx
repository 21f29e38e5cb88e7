import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { ShownGroup } from '#admin/search/shown-groups.ts';

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

/** A link of the list, with its place among all of them. */
type FoundOption = ShownGroup['rows'][number] & { readonly index: number };

type OfficeSearch = ReturnType<typeof useOfficeSearch>;

/** The text of the search over everything, what it finds, and the option that the keys are at. */
function useOfficeSearch() {
  const [query, setQuery] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState({ query: '', index: -1 });
  const input = useRef<HTMLInputElement>(null);
  const { groups: found, isFailed, isSearching } = useFoundGroups(query);
  const groups = numberOptions(found);
  const options = groups.flatMap((group) => group.options);
  const isShown = isOpen && query.trim().length > 1;
  const activeIndex = chosen.query === query && isShown ? chosen.index : -1;
  // What was typed while this was loading.
  useEffect(() => {
    setQuery(input.current?.value ?? '');
    setIsOpen(document.activeElement === input.current);
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setIsOpen(false);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const active = options[activeIndex];
    if (step !== undefined && isShown && options.length > 0) {
      event.preventDefault();
      const from = activeIndex === -1 && step === -1 ? 0 : activeIndex;
      setChosen({ query, index: (from + step + options.length) % options.length });
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      location.href = active.href;
    }
  };
  const type = (text: string): void => {
    setQuery(text);
    setIsOpen(true);
  };
  const note = describeNothing(isFailed, isSearching);
  return { input, groups, options, isShown, activeIndex, note, setIsOpen, type, onKeyDown };
}

/** All rows of all groups, and the links to their lists, numbered from 0. */
function numberOptions(groups: readonly ShownGroup[]) {
  let index = 0;
  return groups.map(({ title, rows, viewAll }) => {
    const all = { href: viewAll ?? '', title: `View all ${title.toLowerCase()}`, note: '' };
    const links = viewAll === undefined ? rows : [...rows, all];
    return { title, options: links.map((link): FoundOption => ({ ...link, index: index++ })) };
  });
}

function describeNothing(isFailed: boolean, isSearching: boolean): string {
  if (isFailed) return 'The search is not answering. Press Enter to open the search page.';
  return isSearching ? 'Searching…' : 'Nothing found.';
}

const typingPauseMs = 80;
const minQueryLength = 2;

type Answer = { readonly query: string; readonly groups: readonly ShownGroup[] | undefined };
const none: readonly ShownGroup[] = [];

/** Finds the text once typing pauses; earlier results stay until then. */
function useFoundGroups(query: string) {
  const [answer, setAnswer] = useState<Answer>({ query: '', groups: none });
  const text = query.trim();
  useEffect(() => {
    if (text.length < minQueryLength) return setAnswer({ query: text, groups: none });
    const abort = new AbortController();
    const timer = setTimeout(() => {
      fetchGroups(text, abort.signal)
        .then((groups) => setAnswer({ query: text, groups }))
        .catch(() => {
          if (!abort.signal.aborted) setAnswer({ query: text, groups: undefined });
        });
    }, typingPauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return {
    groups: answer.groups ?? none,
    isFailed: answer.groups === undefined,
    isSearching: answer.query !== text,
  };
}

async function fetchGroups(query: string, signal: AbortSignal): Promise<readonly ShownGroup[]> {
  const response = await fetch(`/admin/search-data?${new URLSearchParams({ q: query })}`, {
    signal,
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw new Error(String(response.status));
  return ((await response.json()) as { groups: ShownGroup[] }).groups;
}
