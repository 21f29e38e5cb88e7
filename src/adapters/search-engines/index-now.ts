import type { SearchEngines } from '#core/announcements/search-engines.port.ts';
import type { Log } from '#core/deps.ts';

/** Shares each change with all engines that take part: Bing, Yandex, Seznam, Naver and others. */
export const indexNowUrl = 'https://api.indexnow.org/indexnow';

/** The most addresses in one request, by indexnow.org/documentation. */
const maxAddresses = 10_000;
const defaultTimeoutMs = 20_000;

type IndexNowOptions = {
  readonly url: string;
  /** Its file at `/<key>.txt` proves that the site is ours. */
  readonly key: string;
  /** The site, without a trailing slash. */
  readonly origin: string;
  readonly log: Log;
  /** An engine that has not answered by then is away. */
  readonly timeoutMs?: number;
};

/**
 * Tells search engines by IndexNow which pages changed. 400 and 422 say that the request is wrong:
 * they are logged and not tried again. Throws for everything else but 200 and 202: also for 403, by
 * which engines say that they have not found the key yet.
 */
export function createIndexNow(options: IndexNowOptions): SearchEngines {
  const { url, key, origin, log, timeoutMs = defaultTimeoutMs } = options;
  const send = async (urlList: readonly string[]): Promise<void> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({
        host: new URL(origin).host,
        key,
        keyLocation: `${origin}/${key}.txt`,
        urlList,
      }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    await response.body?.cancel();
    const { status } = response;
    if (status === 200 || status === 202) return;
    if (status !== 400 && status !== 422) throw new Error(`IndexNow answered ${status}`);
    log.error({ status, addresses: urlList.length }, 'IndexNow refuses what changed');
  };
  return {
    maxAddresses,
    submit: async (addresses) => {
      for (let start = 0; start < addresses.length; start += maxAddresses)
        await send(addresses.slice(start, start + maxAddresses));
    },
  };
}
