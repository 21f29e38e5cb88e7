import type { IncomingMessage } from 'node:http';
import { describePath } from '#src/describe-path.ts';
import { notFoundAddress, readStatus, toUncachedPage, type BuiltPage } from './cache/build-page.ts';
import type { ServerOptions } from './options.ts';
import type { Visitor } from './page-visit.ts';
import { uncachedPathPrefixes } from './cache/cache-policy.ts';

const maxSuggestions = 5;

type Options = Pick<ServerOptions, 'app' | 'faults' | 'origin'> & {
  readonly headers: Record<string, string>;
};
type RenderFor = (request: Request, visitor: Visitor) => Promise<{ readonly response: Response }>;

/** Offers reports that the words of an address find, on the 404 page of that address. */
export class AddressSuggestions {
  readonly #options: Options;
  readonly #render: RenderFor;
  readonly #budget = new SuggestionBudget({ maxRunning: 2, maxPerSecond: 10, now: Date.now });

  constructor(options: Options, render: RenderFor) {
    this.#options = options;
    this.#render = render;
  }

  /** A page of its own for a 404; undefined if the one that all addresses share is as good. */
  async findPage(
    address: string,
    { method = 'GET' }: Pick<IncomingMessage, 'method'>,
    page: BuiltPage,
  ): Promise<BuiltPage | undefined> {
    if (readStatus(page) !== 404) return undefined;
    const response = await this.#find(address, method);
    return response && { uncached: await toUncachedPage(response, this.#options.headers) };
  }

  /** The same for an answer that is never cached. */
  async addTo({ url, method }: Request, answer: Response): Promise<Response> {
    if (answer.status !== 404) return answer;
    const found = await this.#find(new URL(url).pathname, method);
    if (found) await answer.body?.cancel();
    return found ?? answer;
  }

  /** undefined if there are no words, no reports and no budget, and if the search fails. */
  async #find(address: string, method: string): Promise<Response | undefined> {
    const isRead = method === 'GET' || method === 'HEAD';
    const words = isRead ? readAddressWords(address) : '';
    if (words === '') return undefined;
    try {
      return await this.#budget.run(() => this.#build(words));
    } catch (error) {
      const path = describePath(address);
      this.#options.faults.report(error, { path }, 'no reports could be suggested for an address');
      return undefined;
    }
  }

  async #build(words: string): Promise<Response | undefined> {
    const { app, origin } = this.#options;
    const { reports } = await app.catalogue.search.suggest(words);
    if (reports.length === 0) return undefined;
    const suggestedReports = reports.slice(0, maxSuggestions);
    const visitor = { clientIp: '', form: undefined, suggestedReports };
    return (await this.#render(new Request(origin + notFoundAddress), visitor)).response;
  }
}

/** How many words of an address are searched for. */
const maxWords = 6;
/** Pages that say themselves what is not there, and lists that have fewer pages. */
const withOwnAnswer = new Set(['blog-detail', 'press-details', 'author', 'report-store']);
/** Endings of pages' addresses on other sites; other endings are files. */
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

  /** Returns the work's result; undefined if there is no budget for it now. */
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
