/** The API as other programs call it. Responses are checked against the store's openapi.json. */
import { expect } from 'vitest';
import { createCaptchaToken } from '../support/captcha.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { DescribedResponses } from './described-responses.ts';

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
  readonly request: (method: string, path: string, sent?: ApiRequest) => Promise<ApiResponse>;
  readonly get: (path: string, headers?: Record<string, string>) => Promise<ApiResponse>;
  readonly post: (
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ) => Promise<ApiResponse>;
  /** The token of a captcha that a person solved; it is valid once. */
  readonly createCaptchaToken: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** A running store with a database of its own, and a client of its API. */
export async function openApiTestClient(): Promise<ApiTestClient> {
  const server = await startTestServer();
  const apiUrl = `${server.url}/admin/api`;
  const described = await DescribedResponses.fetch(apiUrl);
  const [report] = (await server.app.catalogue.reports.list(1)).items;
  if (!report) throw new Error('the demo has no report');
  const request: ApiTestClient['request'] = async (method, path, sent = {}) => {
    const response = await fetch(apiUrl + path, buildRequest(method, sent));
    const text = await response.text();
    const { status, headers } = response;
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    if (status !== 304 && method !== 'HEAD') {
      expect(headers.get('content-type')).toContain('application/json');
      described.expect(method, path, { status, body });
    }
    return { status, headers, body };
  };
  return {
    server,
    report,
    request,
    get: (path, headers = {}) => request('GET', path, { headers }),
    post: (path, body, headers = {}) => request('POST', path, { body, headers }),
    createCaptchaToken: () => createCaptchaToken(server.captchaUrl),
    close: server.close,
  };
}

/**
 * `raw` is sent as it is, `body` as JSON. Each request has a connection of its own: on a machine
 * that hangs for seconds the server closes a kept one just as the next request is sent.
 */
function buildRequest(method: string, { body, headers = {}, raw }: ApiRequest): RequestInit {
  const init: RequestInit = {
    method,
    headers: {
      connection: 'close',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    redirect: 'manual',
  };
  if (raw !== undefined) init.body = raw;
  else if (body !== undefined) init.body = JSON.stringify(body);
  return init;
}
