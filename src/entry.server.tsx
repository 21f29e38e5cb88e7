import { renderToString } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from 'react-router';
import { visitContext } from '#site/context.ts';
import { FaultContext } from '#site/layout/fault-context.ts';

/**
 * Renders a page as a whole, without hydration data, since only its islands are hydrated
 * (docs/decisions/0001-public-pages-are-not-hydrated.md). A third cheaper than streaming it.
 */
// React Router's signature has five.
// oxlint-disable-next-line max-params
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // The framework drops headers of loaders and actions (Retry-After) unless each route repeats
  // them.
  const { loaderHeaders, actionHeaders } = context.staticHandlerContext;
  for (const routeHeaders of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)])
    for (const [name, value] of routeHeaders) if (name !== 'set-cookie') headers.set(name, value);
  const visit = loadContext.get(visitContext);
  const fault = visit.getShownFault();
  const html = renderToString(
    <FaultContext value={fault}>
      <ServerRouter context={context} url={request.url} />
    </FaultContext>,
  );
  // As bytes, since a text body would be encoded once more.
  const body = Buffer.from(`<!DOCTYPE html>${visit.writeStylesInto(html)}`);
  const isMistake = status === 400 || status === 422;
  const thrown = isMistake ? findThrownStatus(context) : undefined;
  return new Response(body, { status: thrown ?? status, headers });
}

/**
 * The status of what a page's loader threw, if its form was refused before: there is no such page
 * for it. undefined if the page is there.
 */
function findThrownStatus({ staticHandlerContext: { errors } }: EntryContext): number | undefined {
  const thrown = Object.values(errors ?? {}).filter(isRouteErrorResponse);
  return thrown.find(({ status }) => status === 404 || status === 410)?.status;
}

/** Logs a fault in a page; the visitor sees an error page without its details. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  // "Not found" and "method not allowed" are answers, although React Router makes errors of them.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) context.get(visitContext).reportError(error);
}
