import type { WorkQueue } from '../http/work-queue.ts';
import { buildPage, type BuiltPage, type PageHeaders, type Render } from './build-page.ts';
import { createCachedPage } from './cached-page.ts';
import type { PageCache } from './page-cache.ts';
import type { PageKeeping } from './page-keeping.ts';

type PageBuildingOptions = {
  readonly cache: PageCache;
  /** undefined if pages are in this process's memory alone. */
  readonly keeping: PageKeeping | undefined;
  readonly renderings: WorkQueue;
  readonly render: Render;
  readonly headers: PageHeaders;
};

/** Pages that the cache does not have: they were kept beyond the process, or are rendered. */
export class PageBuilding {
  readonly #options: PageBuildingOptions;
  readonly #inFlight = new Map<string, Promise<BuiltPage>>();

  constructor(options: PageBuildingOptions) {
    this.#options = options;
  }

  /**
   * The page under `key`, which the cache has afterwards if it may. Requests share one building,
   * which takes its turn in the queue; one from before something was dropped is shared no more.
   */
  build(key: string, clientIp: string): Promise<BuiltPage> {
    const name = `${this.#options.cache.generation} ${key}`;
    const building =
      this.#inFlight.get(name) ??
      this.#findOrRender(key, clientIp).finally(() => this.#inFlight.delete(name));
    this.#inFlight.set(name, building);
    return building;
  }

  /**
   * A page that nobody waits for is kept beyond the process soon. False if it is no page that may be
   * kept.
   */
  async refill(key: string): Promise<boolean> {
    const { keeping, renderings, render, headers } = this.#options;
    const { page: kept, snapshot } = (await keeping?.find(key)) ?? {};
    if (kept || snapshot === undefined) return true;
    return renderings.run('kept pages', async () => {
      const { generation } = this.#options.cache;
      const page = await buildPage(createCachedPage, render, headers, key);
      if ('uncached' in page) return false;
      keeping?.keep(page.cached, { snapshot, generation, isAsked: false });
      return true;
    });
  }

  async #findOrRender(key: string, clientIp: string): Promise<BuiltPage> {
    const { cache, keeping, renderings } = this.#options;
    const { generation } = cache;
    const { page, snapshot } = (await keeping?.find(key)) ?? {};
    if (!page) return renderings.run(clientIp, () => this.#render(key, snapshot));
    cache.add(page, generation);
    return { cached: page };
  }

  async #render(key: string, snapshot: string | undefined): Promise<BuiltPage> {
    const { cache, keeping, render, headers } = this.#options;
    const { generation } = cache;
    const page = await buildPage(
      (_key, rendered) => cache.store(key, rendered, generation),
      render,
      headers,
      key,
    );
    if ('cached' in page && snapshot !== undefined)
      keeping?.keep(page.cached, { snapshot, generation, isAsked: true });
    return page;
  }
}
