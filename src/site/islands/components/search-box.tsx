import { useEffect, useRef, useState } from 'react';
import type { SearchSuggestions } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { Icon } from '#ui/icon.tsx';

export type SearchResults = SearchSuggestions & {
  readonly services: readonly { readonly id: number; readonly name: string }[];
};

type SearchOption = { readonly key: string; readonly label: string; readonly href: string };

/** The answer as the dropdown shows it: three named groups, empty ones left out. */
function groupResults(answer: SearchResults): { title: string; options: SearchOption[] }[] {
  return [
    {
      title: 'Industries',
      options: answer.industries.map(({ slug, name }) => ({
        key: `i${slug}`,
        label: name,
        href: paths.industry(slug),
      })),
    },
    {
      title: 'Services',
      options: answer.services.map(({ id, name }) => ({
        key: `s${id}`,
        label: name,
        href: paths.services(),
      })),
    },
    {
      title: answer.nearest ? 'Reports with a similar name' : 'Reports',
      options: answer.reports.map(({ slug, title }) => ({
        key: slug,
        label: title,
        href: paths.reportDetails(slug),
      })),
    },
  ].filter((group) => group.options.length > 0);
}

/** The header's search box: a plain form without script, answers while typing with it, walked by arrow keys. */
export function SearchBox({ id }: { id: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [answer, setAnswer] = useState<SearchResults>();
  const [failed, setFailed] = useState(false);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);

  // What was typed while React was on its way counts.
  useEffect(() => setWords(input.current?.value ?? ''), []);

  useEffect(() => {
    if (words.trim().length < 2) return setAnswer(undefined);
    const abort = new AbortController();
    const timer = setTimeout(() => {
      fetch(paths.searchEndpoint(words.trim()), { signal: abort.signal })
        .then((response) =>
          response.ok
            ? (response.json() as Promise<SearchResults>)
            : Promise.reject(new Error(String(response.status))),
        )
        .then((found) => (setAnswer(found), setFailed(false), setOpen(true), setAt(-1)))
        .catch((error: Error) => error.name !== 'AbortError' && (setFailed(true), setOpen(true)));
    }, 120);
    return () => (clearTimeout(timer), abort.abort());
  }, [words]);

  const groups = answer ? groupResults(answer) : [];
  const options = groups.flatMap((group) => group.options);
  const close = (): void => (setOpen(false), setAt(-1));

  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setOpen(true);
      setAt(
        (old) => (old + step + options.length + (old < 0 && step < 0 ? 1 : 0)) % options.length,
      );
    } else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && open && options[at]) {
      event.preventDefault();
      location.assign(options[at].href);
      clear();
    }
  };
  const clear = (): void => {
    close();
    setWords('');
    if (input.current) input.current.value = '';
  };
  const shown = open && words.trim().length >= 2 && (answer !== undefined || failed);

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
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder="Search reports"
        defaultValue=""
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown && at >= 0 ? `${id}-${at}` : undefined}
        onInput={(event) => setWords(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={() => setOpen(true)}
        className="h-11 w-full rounded-[3px] border border-[#8b877a] bg-sheet pl-3 pr-10 text-[16px] sm:w-56"
      />
      <button
        type="submit"
        aria-label="Search"
        className="absolute right-0 top-0 grid size-11 place-items-center text-muted"
      >
        <Icon name="search" />
      </button>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Search results"
        hidden={!shown}
        className="sheet absolute right-0 top-12 z-40 max-h-[70vh] w-[min(520px,calc(100vw-40px))] overflow-y-auto p-2 shadow-lg"
      >
        {failed && (
          <p className="p-3">
            Search can't answer at the moment. Press Enter to try the search page.
          </p>
        )}
        {!failed && options.length === 0 && <p className="p-3">{texts.noResults}</p>}
        {!failed &&
          groups.map((group) => (
            <div key={group.title} role="group" aria-label={group.title}>
              <p className="label px-3 pt-2" aria-hidden="true">
                {group.title}
              </p>
              {group.options.map((option) => {
                const index = options.indexOf(option);
                return (
                  <a
                    key={option.key}
                    id={`${id}-${index}`}
                    role="option"
                    aria-selected={index === at}
                    href={option.href}
                    tabIndex={-1}
                    onClick={clear}
                    className={`block rounded-[3px] px-3 py-2 text-[15px] leading-snug hover:bg-wash ${index === at ? 'bg-wash' : ''}`}
                  >
                    <HighlightedMatch text={option.label} words={words} />
                  </a>
                );
              })}
            </div>
          ))}
      </div>
    </form>
  );
}

/** The part that matched is bold. */
function HighlightedMatch({ text, words }: { text: string; words: string }) {
  const at = text.toLowerCase().indexOf(words.trim().toLowerCase());
  if (at === -1) return text;
  const end = at + words.trim().length;
  return (
    <>
      {text.slice(0, at)}
      <strong>{text.slice(at, end)}</strong>
      {text.slice(end)}
    </>
  );
}

export default SearchBox;
