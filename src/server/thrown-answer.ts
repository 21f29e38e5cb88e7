import {
  findCallShape,
  isBrowser,
  refusalPagePolicy,
  writeRefusalPage,
} from './http/refusal-page.ts';

/** What React Router says of an answer that a route without a page throws without words. */
const wordless = 'Unexpected Server Error';

/**
 * React Router answers what a route of files throws (`unwrap`, `readId`) as JSON, or with words about
 * a fault of ours: here it is a page for browsers, JSON for calls, else a sentence. Other answers stay
 * as they are.
 */
export async function wordThrownAnswer(request: Request, response: Response): Promise<Response> {
  const { status, headers } = response;
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  if (status < 400 || status >= 500 || !isJson || request.method === 'HEAD') return response;
  const text = await response.text();
  const message = readThrown(JSON.parse(text));
  if (message === undefined) return new Response(text, { status, headers });
  const accept = request.headers.get('accept') ?? undefined;
  const { pathname } = new URL(request.url);
  const call = findCallShape(pathname, accept);
  if (call) return new Response(JSON.stringify({ ...call.fields, message }), { status, headers });
  const isPage = isBrowser(accept);
  const own = new Headers(headers);
  own.set('content-type', `text/${isPage ? 'html' : 'plain'}; charset=utf-8`);
  own.set('content-security-policy', refusalPagePolicy);
  return new Response(isPage ? writeRefusalPage({ message }, pathname) : `${message}\n`, {
    status,
    headers: own,
  });
}

/** undefined for an object: a route that answers a script wrote it. */
function readThrown(thrown: unknown): string | undefined {
  const nothing = 'There is nothing at this address.';
  if (typeof thrown === 'string') return thrown || nothing;
  if (thrown === null) return nothing;
  const said = typeof thrown === 'object' && 'message' in thrown ? thrown.message : undefined;
  return said === wordless ? nothing : undefined;
}
