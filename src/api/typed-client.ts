/** A client of the API for other programs. Its names and types come from the table of endpoints. */
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
 * Calls the store at `baseUrl` ("https://store.example.com") with `fetchImpl`, which may keep
 * cookies. A refusal is a value. Throws if a successful response is not as the contract says.
 */
export function createApiClient(baseUrl: string, fetchImpl: typeof globalThis.fetch) {
  return async <K extends EndpointName>(name: K, args: RequestArgs<K>): Promise<ApiResult<K>> => {
    const endpoint: Endpoint = endpoints[name];
    const response = await fetchImpl(
      `${baseUrl}/admin/api${formatPath(endpoint.path, args)}`,
      buildRequest(endpoint.method, args.body),
    );
    const answer = (await response.json()) as unknown;
    if (response.ok)
      return {
        ok: true,
        status: response.status,
        answer: endpoint.response.parse(answer) as z.output<Endpoints[K]['response']>,
      };
    const retryAfter = response.headers.get('retry-after');
    return {
      ok: false,
      status: response.status,
      answer: answer as z.output<typeof refusal>,
      retryAfter: retryAfter === null ? undefined : Number(retryAfter),
    };
  };
}

type PathArgs = Pick<RequestArgs<EndpointName>, 'path' | 'query'>;

function formatPath(pattern: string, { path = {}, query = {} }: PathArgs): string {
  const filled = pattern.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(path[key] ?? '')),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)]),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

function buildRequest(method: Endpoint['method'], body: unknown): RequestInit {
  const init = { method: method.toUpperCase() };
  if (body === undefined) return init;
  if (body instanceof FormData) return { ...init, body };
  return {
    ...init,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  };
}
