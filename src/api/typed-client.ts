/** A client of the contract for other programs: names and types are the table's, so that neither can drift. */
import type { z } from 'zod';
import { endpoints, type Endpoint, type EndpointName } from './endpoints.ts';
import type { refusal } from './response-schemas.ts';

type Endpoints = typeof endpoints;
type RequestBody<K extends EndpointName> = Endpoints[K] extends {
  readonly body: infer B extends z.ZodType;
}
  ? z.input<B>
  : undefined;

export type RequestArgs<K extends EndpointName> = {
  /** The `{name}`s of the path. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
} & (RequestBody<K> extends undefined
  ? { readonly body?: undefined }
  : { readonly body: RequestBody<K> | FormData });

export type ApiResult<K extends EndpointName> =
  | {
      readonly ok: true;
      readonly status: number;
      readonly answer: z.output<Endpoints[K]['response']>;
    }
  | {
      readonly ok: false;
      readonly status: number;
      readonly answer: z.output<typeof refusal>;
      readonly retryAfter: number | undefined;
    };

/**
 * Calls a store at `base` ("https://store.example.com") through `send` (fetch, or one that keeps cookies). An answer that is not the
 * contract's throws; a refusal is a value.
 */
export function createApiClient(baseUrl: string, fetchImpl: typeof globalThis.fetch) {
  return async <K extends EndpointName>(name: K, given: RequestArgs<K>): Promise<ApiResult<K>> => {
    const call: Endpoint = endpoints[name];
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(String(given.path?.[key] ?? '')),
    );
    const query = new URLSearchParams(
      Object.entries(given.query ?? {}).map(([key, value]) => [key, String(value)]),
    ).toString();
    const { body } = given as { body?: unknown };
    const init: RequestInit = { method: call.method.toUpperCase() };
    if (body instanceof FormData) init.body = body;
    else if (body !== undefined)
      Object.assign(init, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    const response = await fetchImpl(
      `${baseUrl}/admin/api${path}${query === '' ? '' : `?${query}`}`,
      init,
    );
    const answer = (await response.json()) as unknown;
    if (response.ok)
      return {
        ok: true,
        status: response.status,
        answer: call.response.parse(answer) as z.output<Endpoints[K]['response']>,
      };
    const wait = response.headers.get('retry-after');
    return {
      ok: false,
      status: response.status,
      answer: answer as z.output<typeof refusal>,
      retryAfter: wait === null ? undefined : Number(wait),
    };
  };
}
