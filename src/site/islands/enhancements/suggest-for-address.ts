import type { SearchSuggestions } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';

const maxSuggestions = 5;

/**
 * On the 404 page: the reports that the words of the address find, in the list that waits hidden.
 * The page itself is one for all addresses, so that made-up ones cost nothing.
 */
export async function suggestForAddress(place: HTMLElement): Promise<void> {
  const words = readWords(location.pathname);
  const list = place.querySelector('ul');
  if (words === '' || !list) return;
  const response = await fetch(paths.searchEndpoint(words));
  if (!response.ok) return;
  const { reports } = (await response.json()) as Pick<SearchSuggestions, 'reports'>;
  for (const { slug, title } of reports.slice(0, maxSuggestions)) {
    const link = document.createElement('a');
    link.href = paths.report(slug);
    link.className = 'link';
    link.textContent = title;
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  place.hidden = reports.length === 0;
}

/** "/report-details/lithium-market-2024.html" is about "lithium market". */
function readWords(path: string): string {
  const last = path.split('/').filter(Boolean).at(-1) ?? '';
  return last
    .replace(/\.\w{1,5}$/, '')
    .split(/[^a-z0-9]+/i)
    .filter((word) => word.length > 1 && !/^\d+$/.test(word))
    .slice(0, 6)
    .join(' ');
}
