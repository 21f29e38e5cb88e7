import { z } from 'zod';

export type PaypalOptions = {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly secret: string;
  /** The id that PayPal gave our webhook; part of what its signatures sign. */
  readonly webhookId: string;
  /** Milliseconds; 20 s by default. */
  readonly timeoutMs?: number;
};

export type ApiResponse =
  | { readonly status: number; readonly body: unknown }
  | { readonly lost: string };

/** Authenticated calls of the REST API. They end within the timeout and never throw: a lost answer is a value. One token serves until a minute before its end. */
export function createApiClient(options: PaypalOptions) {
  const timeoutMs = options.timeoutMs ?? 20_000;
  let token: { readonly value: string; readonly expiresAt: number } | undefined;

  async function sendRequest(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<ApiResponse> {
    try {
      const response = await fetch(options.baseUrl + path, {
        method,
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      };
    } catch (error) {
      return { lost: error instanceof Error ? error.message : String(error) };
    }
  }

  async function getAccessToken(): Promise<string | undefined> {
    if (token && token.expiresAt > performance.now()) return token.value;
    const basic = Buffer.from(`${options.clientId}:${options.secret}`).toString('base64');
    const answer = await sendRequest(
      'POST',
      '/v1/oauth2/token',
      { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      'grant_type=client_credentials',
    );
    const read =
      'body' in answer
        ? z.object({ access_token: z.string(), expires_in: z.number() }).safeParse(answer.body)
        : undefined;
    if (!read?.success) return undefined;
    token = {
      value: read.data.access_token,
      expiresAt: performance.now() + (read.data.expires_in - 60) * 1000,
    };
    return token.value;
  }

  return async function call(
    method: string,
    path: string,
    requestId?: string,
    body?: object,
    mayRetry = true,
  ): Promise<ApiResponse> {
    const text = await getAccessToken();
    if (text === undefined) return { lost: 'no access token' };
    const headers: Record<string, string> = {
      authorization: `Bearer ${text}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    };
    if (requestId !== undefined) headers['paypal-request-id'] = requestId;
    const answer = await sendRequest(method, path, headers, body && JSON.stringify(body));
    if (!('status' in answer) || answer.status !== 401) return answer;
    // A token can end early; nothing was done under it, so that the same call may go once more.
    token = undefined;
    return mayRetry ? call(method, path, requestId, body, false) : answer;
  };
}
