import { useEffect, useState } from 'react';
import type { ShownGroup } from '#admin/search/shown-groups.ts';

const typingPauseMs = 80;
const minQueryLength = 2;

type Answer = { readonly query: string; readonly groups: readonly ShownGroup[] | undefined };
const none: readonly ShownGroup[] = [];

/** What the text finds, once typing pauses; earlier results stay until then. */
export function useFoundGroups(query: string) {
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
