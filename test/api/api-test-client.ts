/** The contract as an outside program meets it: every answer is held against the store's own description. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { startTestServer, type TestServer } from '../support/test-server.ts';

export type ApiResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
};
export type ApiRequest = {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly raw?: BodyInit;
};

export type ApiTestClient = {
  readonly server: TestServer;
  /** The newest report of the demo, the same on every run. */
  readonly report: {
    readonly id: number;
    readonly slug: string;
    readonly code: string;
    readonly title: string;
    readonly industrySlug: string;
  };
  request(method: string, path: string, sent?: ApiRequest): Promise<ApiResponse>;
  get(path: string, headers?: Record<string, string>): Promise<ApiResponse>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
  /** A token of a challenge that a person solved. */
  createCaptchaToken(): Promise<string>;
  close(): Promise<void>;
};

type OpenApiDocument = {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>
  >;
  components: object;
};

/** A store of its own, and a way to call it. */
export async function openApiTestClient(): Promise<ApiTestClient> {
  const server = await startTestServer();
  const base = `${server.url}/admin/api`;
  const description = (await (await fetch(`${base}/openapi.json`)).json()) as OpenApiDocument;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  const validators = new Map<string, ValidateFunction>();
  const patterns = Object.keys(description.paths).map(
    (path) => [path, new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`)] as const,
  );

  /** The answer has a shape that the description has for this call and status. */
  function expectDescribed(method: string, path: string, { status, body }: ApiResponse): void {
    const found = patterns.find(([, pattern]) => pattern.test(path.split('?')[0] ?? ''))?.[0];
    const operation =
      found &&
      (description.paths[found]?.[method.toLowerCase()] ??
        Object.values(description.paths[found] ?? {})[0]);
    if (!found || !operation) return expect(status, path).toBe(404);
    const content = operation.responses[String(status)]?.content?.['application/json'];
    expect(
      content,
      `${method} ${path} answers ${status}, which its description does not know`,
    ).toBeDefined();
    const key = `${found} ${method} ${status}`;
    let validate = validators.get(key);
    if (!validate)
      validators.set(
        key,
        (validate = ajv.compile({ ...content?.schema, components: description.components })),
      );
    expect(
      validate(body),
      `${method} ${path} ${status}: ${JSON.stringify(validate.errors?.[0])}`,
    ).toBe(true);
  }

  const request: ApiTestClient['request'] = async (
    method,
    path,
    { body, headers = {}, raw } = {},
  ) => {
    const init: RequestInit = {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      redirect: 'manual',
    };
    if (raw !== undefined) init.body = raw;
    else if (body !== undefined) init.body = JSON.stringify(body);
    const response = await fetch(base + path, init);
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
    if (response.status !== 304 && method !== 'HEAD') {
      expect(response.headers.get('content-type')).toContain('application/json');
      expectDescribed(method, path, answer);
    }
    return answer;
  };
  const [report] = (await server.app.catalogue.listReports(1)).items;
  if (!report) throw new Error('the demo has no report');
  return {
    server,
    report,
    request,
    get: (path, headers = {}) => request('GET', path, { headers }),
    post: (path, body, headers = {}) => request('POST', path, { body, headers }),
    createCaptchaToken: async () =>
      (
        (await (await fetch(`${server.captchaUrl}/challenge`, { method: 'POST' })).json()) as {
          token: string;
        }
      ).token,
    close: server.close,
  };
}

/** The answer as it was agreed: test/wire/golden/<name>.json. */
export const expectGolden = (answer: ApiResponse, name: string): Promise<void> =>
  expect(
    `${JSON.stringify({ status: answer.status, body: answer.body }, null, 2).replaceAll(/http:\/\/localhost:\d+/g, 'http://store')}\n`,
  ).toMatchFileSnapshot(`golden/${name}.json`);

/** Every read is the same bytes with its ETag, answers 304, HEAD and gzip, and refuses other methods with Allow. */
export async function expectCacheableRead(
  { request, get, server }: ApiTestClient,
  path: string,
): Promise<void> {
  const first = await get(path);
  const etag = String(first.headers.get('etag'));
  expect(etag).toMatch(/^"[^"]+"$/);
  expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
  expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  expect((await request('HEAD', path)).status).toBe(200);
  const zipped = await fetch(`${server.url}/admin/api${path}`, {
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  expect(await zipped.json()).toEqual(first.body);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const refused = await request(method, path, { body: {} });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
}

/** What every call that takes JSON refuses, whatever it is about. */
export async function expectJsonOnly(
  { request, post }: ApiTestClient,
  path: string,
): Promise<void> {
  const json = { 'content-type': 'application/json' };
  const statuses = async (all: readonly ApiRequest[]) =>
    (await Promise.all(all.map((sent) => request('POST', path, sent)))).map(({ status }) => status);
  expect(
    await statuses([
      { raw: '{', headers: json },
      { raw: '[]', headers: json },
      { raw: '"text"', headers: json },
      { raw: 'null', headers: json },
      { raw: '', headers: json },
      { raw: new Uint8Array([0xff, 0xfe, 0x7b, 0]), headers: json },
      { raw: '['.repeat(30_000), headers: json },
    ]),
  ).toEqual([400, 400, 400, 400, 400, 400, 400]);
  expect(
    await statuses([
      { raw: 'email=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      { raw: '{}', headers: { 'content-type': 'text/plain' } },
      { raw: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } },
      { raw: '{}', headers: { ...json, 'content-encoding': 'gzip' } },
    ]),
  ).toEqual([415, 415, 415, 415]);
  expect((await post(path, { name: 'x'.repeat(70_000) })).status).toBe(413);
  const refused = await request('GET', path);
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
  const other = await request('POST', path, {
    raw: '{}',
    headers: { ...json, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  });
  expect(other.status).toBe(403);
}
