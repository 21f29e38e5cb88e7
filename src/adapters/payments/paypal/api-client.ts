import { z } from 'zod';
import { readErrorName, readIssues } from './response-schemas.ts';

export type PaypalOptions = {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly secret: string;
  /** The id that PayPal gave our webhook: its signatures cover it. */
  readonly webhookId: string;
  /** 20 s by default. */
  readonly timeoutMs?: number;
};

export const defaultTimeoutMs = 20_000;

export type ApiResponse =
  | { readonly status: number; readonly body: unknown }
  | { readonly networkError: string };

export type ApiRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** PayPal answers a repeated call with the same id as it answered the first. */
  readonly requestId?: string;
  readonly body?: object;
};

export type CallApi = (request: ApiRequest) => Promise<ApiResponse>;

type AccessToken = { readonly value: string; readonly expiresAt: number };

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });

/**
 * Authenticated calls of the REST API. They end within the timeout and never throw: a lost answer
 * is a `networkError`. One access token is used until a minute before its end.
 */
export function createApiClient(options: PaypalOptions): CallApi {
  let token: AccessToken | undefined;

  async function getAccessToken(): Promise<AccessToken | { readonly networkError: string }> {
    if (token && token.expiresAt > performance.now()) return token;
    const fetched = await fetchAccessToken(options);
    token = 'value' in fetched ? fetched : undefined;
    return fetched;
  }

  async function callOnce(request: ApiRequest): Promise<ApiResponse> {
    const accessToken = await getAccessToken();
    if ('networkError' in accessToken) return accessToken;
    const { method, path, requestId, body } = request;
    return sendRequest(options, path, {
      method,
      headers: {
        authorization: `Bearer ${accessToken.value}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
        ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
      },
      body: body ? JSON.stringify(body) : null,
    });
  }

  return async (request) => {
    const response = await callOnce(request);
    if (!('status' in response) || response.status !== 401) return response;
    // A token can end early; PayPal did nothing under it, so the same call may be sent once more.
    token = undefined;
    return callOnce(request);
  };
}

/** A `networkError` if PayPal does not answer, or refuses our credentials. */
async function fetchAccessToken(
  options: PaypalOptions,
): Promise<AccessToken | { readonly networkError: string }> {
  const credentials = Buffer.from(`${options.clientId}:${options.secret}`).toString('base64');
  const response = await sendRequest(options, '/v1/oauth2/token', {
    method: 'POST',
    headers: {
      authorization: `Basic ${credentials}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  if ('networkError' in response)
    return { networkError: `no access token: ${response.networkError}` };
  const { success, data } = tokenSchema.safeParse(response.body);
  if (!success) return { networkError: `no access token: HTTP ${response.status}` };
  const lifetimeMs = (data.expires_in - 60) * 1000;
  return { value: data.access_token, expiresAt: performance.now() + lifetimeMs };
}

async function sendRequest(
  { baseUrl, timeoutMs = defaultTimeoutMs }: PaypalOptions,
  path: string,
  init: RequestInit,
): Promise<ApiResponse> {
  try {
    const response = await fetch(baseUrl + path, {
      ...init,
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, body };
  } catch (error) {
    return { networkError: describeCauses(error) };
  }
}

/** "fetch failed: connect ECONNREFUSED …": fetch names what happened in its cause alone. */
function describeCauses(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause === undefined ? message : `${message}: ${describeCauses(cause)}`;
}

/** The content of a 200, or else why there is none; `isAway` if asking for more is of no use. */
export type Read<T> = {
  readonly data: T | undefined;
  readonly reason: string;
  readonly isAway: boolean;
};

/** Reads an answer by its schema. */
export async function readBody<T>(
  callApi: CallApi,
  path: string,
  schema: z.ZodType<T>,
): Promise<Read<T>> {
  const response = await callApi({ method: 'GET', path });
  if ('networkError' in response)
    return { data: undefined, reason: response.networkError, isAway: true };
  const { status, body } = response;
  const reason = describeFailure(status, body);
  if (status !== 200) return { data: undefined, reason, isAway: status === 429 || status >= 500 };
  const { data } = schema.safeParse(body);
  return { data, reason: `${reason} that can't be read`, isAway: false };
}

/** "HTTP 422 UNPROCESSABLE_ENTITY ORDER_NOT_APPROVED". */
export const describeFailure = (status: number, body: unknown): string =>
  [`HTTP ${status}`, readErrorName(body) ?? [], readIssues(body)].flat(2).join(' ');
