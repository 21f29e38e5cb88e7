import { renderToString } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

/**
 * Renders a page whole. No hydration data goes with it: public pages come alive as islands, and a page
 * made at once costs a third less than a streamed one (docs/decisions/0001-public-pages-are-not-hydrated.md).
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Response {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // The framework drops what loaders and actions say (Retry-After, Referrer-Policy) unless each route repeats it.
  const { loaderHeaders, actionHeaders } = context.staticHandlerContext;
  for (const said of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)])
    for (const [name, value] of said) if (name !== 'set-cookie') headers.set(name, value);
  const html = renderToString(<ServerRouter context={context} url={request.url} />);
  // As bytes: a text body is checked letter by letter once more.
  return new Response(Buffer.from(`<!DOCTYPE html>${html}`), { status, headers });
}

/** A fault in a page: told to the server's log by the one who called, never shown to the visitor. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(error instanceof Error ? error.stack : String(error));
}
