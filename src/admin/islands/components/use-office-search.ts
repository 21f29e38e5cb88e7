import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { ShownGroup } from '#admin/search/shown-groups.ts';
import { useFoundGroups } from './use-found-groups.ts';

/** A link of the list, with its place among all of them. */
export type FoundOption = ShownGroup['rows'][number] & { readonly index: number };

export type OfficeSearch = ReturnType<typeof useOfficeSearch>;

/** The text of the search over everything, what it finds, and the option that the keys are at. */
export function useOfficeSearch() {
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
