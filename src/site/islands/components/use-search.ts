import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { SearchSuggestions } from '#core/catalogue/model.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import type { MatchReason } from '#core/catalogue/search/match-reason.model.ts';
import { formatCount, formatNumber } from '#ui/format.ts';
import { announce } from '../enhancements/announce.ts';

type SearchResults = SearchSuggestions & {
  readonly currency: string;
  readonly totals: { readonly services: number };
  readonly services: readonly { readonly id: number; readonly name: string }[];
  /** Of the store itself: its policies, questions, posts. */
  readonly pages: readonly { readonly title: string; readonly href: string }[];
};
export type SearchOption = {
  readonly key: string;
  readonly label: string;
  readonly href: string;
  /** "15 reports", or the price. */
  readonly aside?: string;
  /** The newest figure of a report. */
  readonly note?: string;
  /** Why a report is here whose title lacks what was typed. */
  readonly reason?: MatchReason | null;
  /** An industry with its hue. */
  readonly industrySlug?: string;
  /** A report with its cover. */
  readonly code?: string;
};
export type SearchGroup = {
  readonly title: string;
  /** How many were found, of which the options are the first: "37", "1,000+". */
  readonly found: string;
  readonly options: readonly SearchOption[];
};
export type Search = ReturnType<typeof useSearch>;

const minQueryLength = 2;
export const suggestionsFailed = 'Suggestions are not available right now. Press Enter to search.';
export const stillSearching = 'Searching…';
const typingPauseMs = 120;
/** After so long without an answer the dropdown says that it is on its way. */
const slowAfterMs = 700;

/** The results as the dropdown shows them, in this order; what has none is no group. */
function groupResults(results: SearchResults): SearchGroup[] {
  const { industries, services, reports, pages, nearest, totals, currency } = results;
  const groups: SearchGroup[] = [
    {
      title: 'Industries',
      found: formatNumber(totals.industries),
      options: industries.map(toIndustryOption),
    },
    {
      title: 'Services',
      found: formatNumber(totals.services),
      options: services.map(({ id, name }) => ({
        key: `s${id}`,
        label: name,
        href: paths.services(),
      })),
    },
    {
      title: nearest ? 'Reports with a similar name' : 'Reports',
      found: `${formatNumber(totals.reports)}${totals.isAtLeast ? '+' : ''}`,
      options: reports.map((report) => toReportOption(report, currency)),
    },
    {
      title: 'On this site',
      found: formatNumber(pages.length),
      options: pages.map(({ title, href }) => ({ key: href, label: title, href })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

const toIndustryOption = ({
  slug,
  name,
  reports,
}: SearchResults['industries'][number]): SearchOption => ({
  key: `i${slug}`,
  label: name,
  href: paths.industry(slug),
  aside: formatCount(reports, 'report'),
  industrySlug: slug,
});

const toReportOption = (
  { slug, title, code, priceCents, figure, reason }: SearchResults['reports'][number],
  currency: string,
): SearchOption => ({
  key: slug,
  label: title,
  href: paths.reportDetails(slug),
  aside: priceCents === null ? '' : formatMoney(priceCents, currency),
  note: figure,
  reason,
  code,
});

/** The page of all results, as the last option. */
const toAllOption = (query: string): SearchOption => ({
  key: 'all',
  label: `All results for “${query}”`,
  href: paths.search(query),
});

async function fetchResults(query: string, signal: AbortSignal): Promise<SearchResults> {
  const response = await fetch(paths.searchEndpoint(query), { signal });
  if (!response.ok) throw new Error(String(response.status));
  return (await response.json()) as SearchResults;
}

/** The answer to a query; no results if the request failed. */
type Answer = { readonly query: string; readonly results: SearchResults | undefined };

/** Returns the answer to a query, once typing pauses; undefined until then. */
function useSearchAnswer(query: string): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    if (query.trim().length < minQueryLength) return setAnswer(undefined);
    const abort = new AbortController();
    const timer = setTimeout(() => {
      fetchResults(query.trim(), abort.signal)
        .then((results) => setAnswer({ query, results }))
        .catch(
          (error: Error) => error.name !== 'AbortError' && setAnswer({ query, results: undefined }),
        );
    }, typingPauseMs);
    return () => (clearTimeout(timer), abort.abort());
  }, [query]);
  return answer;
}

/** True once the answer to a query takes long. */
function useSlowness(query: string, answer: Answer | undefined): boolean {
  const [slowQuery, setSlowQuery] = useState<string>();
  const isWaiting = query.trim().length >= minQueryLength && answer?.query !== query;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => {
      setSlowQuery(query);
      announce(stillSearching);
    }, slowAfterMs);
    return () => clearTimeout(timer);
  }, [query, isWaiting]);
  return isWaiting && slowQuery === query;
}

/**
 * Returns an answer as the dropdown shows it: its groups, and all its options for the arrow keys.
 */
function toDropdown(query: string, answer: Answer | undefined) {
  const groups = answer?.results ? groupResults(answer.results) : [];
  const all = groups.length > 0 ? toAllOption(query.trim()) : undefined;
  const options = [...groups.flatMap((group) => group.options), ...(all ? [all] : [])];
  const hasFailed = answer !== undefined && !answer.results;
  return { groups, options, hasFailed, words: answer?.results?.words ?? '' };
}

/**
 * The option that arrow keys chose, by its index; -1 for none. A press before the options of a query
 * are there counts once they are.
 */
function useActiveOption(answer: Answer | undefined, count: number) {
  const [activeIndex, setActiveIndex] = useState(-1);
  const earlySteps = useRef(0);
  const forget = (): void => {
    earlySteps.current = 0;
    setActiveIndex(-1);
  };
  useEffect(() => {
    const steps = answer ? earlySteps.current : 0;
    const start = steps > 0 ? -1 : 0;
    setActiveIndex(steps === 0 || count === 0 ? -1 : (start + steps + count) % count);
    if (answer) earlySteps.current = 0;
  }, [answer, count]);
  const move = (step: number): void => {
    const start = activeIndex < 0 && step < 0 ? 0 : activeIndex;
    setActiveIndex((start + step + count) % count);
  };
  const moveLater = (step: number): void => void (earlySteps.current += step);
  return { activeIndex, forget, move, moveLater };
}

/**
 * State of the search box: its query, the results as options, and the one that arrow keys chose.
 */
export function useSearch() {
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [isOpened, setIsOpened] = useState(false);
  const answer = useSearchAnswer(query);
  const isSlow = useSlowness(query, answer);
  const dropdown = toDropdown(query, answer);
  const { options } = dropdown;
  const { activeIndex, forget, move, moveLater } = useActiveOption(answer, options.length);
  // What was typed while React was still loading counts.
  useEffect(() => setQuery(input.current?.value ?? ''), []);
  useEffect(() => {
    if (answer || isSlow) setIsOpened(true);
  }, [answer, isSlow]);
  useAnnouncement(answer, options.length);

  const open = (): void => setIsOpened(true);
  const close = (): void => (setIsOpened(false), forget());
  const type = (words: string): void => (forget(), setQuery(words));
  const clear = (): void => {
    close();
    setQuery('');
    if (input.current) input.current.value = '';
  };
  const chosen = isOpened ? options[activeIndex] : undefined;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const typed = input.current?.value ?? '';
    if (step !== undefined && typed.trim().length >= minQueryLength) {
      event.preventDefault();
      open();
      if (answer?.query !== typed) moveLater(step);
      else if (options.length > 0) move(step);
    } else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      location.assign(chosen.href);
      clear();
    }
  };
  const isOpen =
    isOpened && query.trim().length >= minQueryLength && (answer !== undefined || isSlow);
  const actions = { type, open, close, clear, onKeyDown };
  return { ...dropdown, ...actions, input, query, isOpen, isSlow, activeIndex };
}

/** Says that nothing was found, or why: the focus stays in the field. */
function useAnnouncement(answer: Answer | undefined, count: number): void {
  useEffect(() => {
    if (answer && count === 0) announce(answer.results ? texts.noResults : suggestionsFailed);
  }, [answer, count]);
}
