import { renderToString } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

/**
 * Renders a page as a whole, without hydration data, since only its islands are hydrated
 * (docs/decisions/0001-public-pages-are-not-hydrated.md). A third cheaper than streaming it.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Response {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // The framework drops headers of loaders and actions (Retry-After) unless each route repeats
  // them.
  const { loaderHeaders, actionHeaders } = context.staticHandlerContext;
  for (const routeHeaders of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)])
    for (const [name, value] of routeHeaders) if (name !== 'set-cookie') headers.set(name, value);
  const html = renderToString(<ServerRouter context={context} url={request.url} />);
  // As bytes, since a text body would be encoded once more.
  return new Response(Buffer.from(`<!DOCTYPE html>${html}`), { status, headers });
}

/** Logs a fault in a page; the visitor sees an error page without its details. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(error instanceof Error ? error.stack : String(error));
}
