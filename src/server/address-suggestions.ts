import type { IncomingMessage } from 'node:http';
import { describePath } from '#src/describe-path.ts';
import { notFoundAddress, readStatus, toUncachedPage, type BuiltPage } from './cache/build-page.ts';
import { readAddressWords, SuggestionBudget } from './lost-address.ts';
import type { ServerOptions } from './options.ts';
import type { Visitor } from './page-visit.ts';

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

  /** A page of its own for a 404; undefined where the one that all addresses share is as good. */
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

  /** undefined where there are no words, no reports and no budget, and where the search fails. */
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
    const { reports } = await app.catalogue.suggest(words);
    if (reports.length === 0) return undefined;
    const suggestedReports = reports.slice(0, maxSuggestions);
    const visitor = { clientIp: '', form: undefined, suggestedReports };
    return (await this.#render(new Request(origin + notFoundAddress), visitor)).response;
  }
}
