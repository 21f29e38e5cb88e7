import { uncachedPathPrefixes } from './cache/cache-policy.ts';

/** How many words of an address are searched for. */
const maxWords = 6;
/** Pages that say themselves what is not there, and lists that have fewer pages. */
const withOwnAnswer = new Set(['blog-detail', 'press-details', 'author', 'report-store']);
/** What sites end the addresses of pages with; other endings are files. */
const pageEnding = /\.(?:html?|aspx?|php)$/;

/**
 * The words that an address without a page was made of: "lithium market" for
 * "/report-details/Lithium-Market-2024.html". '' for files, scripts' calls and personal pages.
 */
export function readAddressWords(address: string): string {
  const { pathname } = new URL(address, 'http://localhost');
  const [first = '', ...others] = pathname.split('/').filter(Boolean);
  if (withOwnAnswer.has(first) || uncachedPathPrefixes.has(first)) return '';
  const name = decode(others.at(-1) ?? first)
    .toLowerCase()
    .replace(pageEnding, '');
  if (name.includes('.')) return '';
  return name
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length > 1 && !/^\d+$/.test(word))
    .slice(0, maxWords)
    .join(' ');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

type Limits = {
  /** Searches under way. */
  readonly maxRunning: number;
  readonly maxPerSecond: number;
  readonly now: () => number;
};

/**
 * Decides which visitors of addresses without a page are shown suggestions. Who makes up many
 * addresses gets the page that all of them share, so that they cost few searches.
 */
export class SuggestionBudget {
  readonly #limits: Limits;
  #running = 0;
  #second = 0;
  #spent = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** What the work answers; undefined where there is no budget for it now. */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    const { maxRunning, maxPerSecond, now } = this.#limits;
    const second = Math.floor(now() / 1000);
    if (second !== this.#second) [this.#second, this.#spent] = [second, 0];
    if (this.#running >= maxRunning || this.#spent >= maxPerSecond) return undefined;
    this.#running++;
    this.#spent++;
    try {
      return await work();
    } finally {
      this.#running--;
    }
  }
}
