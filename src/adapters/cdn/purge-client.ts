import type { Cdn, ChangedCopies } from '#core/announcements/cdn.port.ts';

/** How the CDN knows its copies. */
export type PurgeBy = 'addresses' | 'tags';

export type CdnSettings = {
  /** Takes POST requests. */
  readonly purgeUrl: string;
  readonly token: string;
  readonly by: PurgeBy;
  /** A CDN that has not answered by then is away. */
  readonly timeoutMs?: number;
};

/** How many Cloudflare accepts in one request with every plan. */
const maxItems = 30;
const defaultTimeoutMs = 20_000;

/**
 * Purges by POST with a bearer token and JSON as Cloudflare takes it: `{"tags": […]}`,
 * `{"files": […]}` or `{"purge_everything": true}`
 * (developers.cloudflare.com/api, "Purge cached content"). Throws for everything but 2xx.
 */
export function createPurgeClient(settings: CdnSettings): Cdn {
  const { purgeUrl, token, by, timeoutMs = defaultTimeoutMs } = settings;
  const send = async (body: object): Promise<void> => {
    const response = await fetch(purgeUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The CDN answered ${response.status}`);
  };
  return {
    takesAtOnce: (changed) => listRequests(changed, by).length <= 1,
    purge: async (changed) => {
      for (const request of listRequests(changed, by)) await send(request);
    },
  };
}

function listRequests({ tags, addresses, isEverything }: ChangedCopies, by: PurgeBy): object[] {
  if (by === 'addresses' && isEverything) return [{ purge_everything: true }];
  const [name, items] = by === 'tags' ? ['tags', tags] : ['files', addresses];
  const requests: object[] = [];
  for (let start = 0; start < items.length; start += maxItems)
    requests.push({ [name]: items.slice(start, start + maxItems) });
  return requests;
}
