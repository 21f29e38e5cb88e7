import escapeHtml from 'escape-html';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isAdminPath } from '../admin/admin-path.ts';
import { paths } from '#src/paths.ts';

type RefusedRequest = {
  /** One or two sentences for the visitor; addresses in it become links. */
  readonly message: string;
  readonly status: ContentfulStatusCode;
  readonly headers?: Readonly<Record<string, string>>;
  /** The visitor's next step, if it is more than to go home. */
  readonly wayOn?: { readonly label: string; readonly url: string };
  /** Tells whether a form was saved, and how to send it again: for browsers alone. */
  readonly advice?: string;
};

export const refusalPagePolicy =
  "default-src 'none'; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/**
 * Returns what a fault's page offers: a read is asked for again. A form is sent again by a reload,
 * which is said if nobody had begun with it; if somebody had, it may have been saved all the
 * same.
 */
export function offerRetry(
  method: string | undefined,
  { isBegun }: { readonly isBegun: boolean },
): Pick<RefusedRequest, 'wayOn' | 'advice'> {
  if (method !== 'POST') return { wayOn: { label: 'Try again', url: '' } };
  return { advice: isBegun ? adviceForBegun : adviceForUntouched };
}

const adviceForUntouched =
  'Nothing was saved. Reload this page to send the form again, or go back: the text that you typed ' +
  'is still there.';
const adviceForBegun =
  'It is not certain whether the form was saved. Go back and look before you send it again: the ' +
  'text that you typed is still there.';

/** True if the client asks for HTML, as browsers do and programs do not. */
export const isBrowser = (accept: string | undefined): boolean =>
  accept?.includes('text/html') === true;

/**
 * Answers what is refused before there is a page, in the shape of what was asked: a call gets JSON, a
 * browser a page with a way on, another program the sentence alone.
 */
export function sendRefusalPage(c: Context, refused: RefusedRequest): Response {
  const { message, status } = refused;
  const headers = { 'cache-control': 'private, no-store', ...refused.headers };
  const call = findCallShape(c.req.path, c.req.header('accept'));
  if (call) return c.json({ ...call.fields, message }, status, headers);
  if (!isBrowser(c.req.header('accept'))) return c.text(`${message}\n`, status, headers);
  return c.html(writeRefusalPage(refused, c.req.path), status, {
    ...headers,
    'content-security-policy': refusalPagePolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
}

/** Returns the fields of a call's refusal besides its sentence; undefined for what is no call. */
export function findCallShape(
  path: string,
  accept: string | undefined,
): { readonly fields: object } | undefined {
  const asksForJson = accept?.startsWith('application/json') ?? false;
  const call = callShapes.find(({ start }) => start.test(path));
  return call ?? (asksForJson ? { fields: { ok: false } } : undefined);
}

/** How the calls of programs and of our own scripts say no. */
const callShapes: readonly { readonly start: RegExp; readonly fields: object }[] = [
  { start: /^\/admin\/api\/user\//, fields: { success: false, status: false } },
  { start: /^\/(?:admin\/api|api\/v1)\//, fields: { success: false } },
  {
    start:
      /^\/(?:data|admin\/(?:uploads|passkey|media\/data|search-data|reports\/[^/]+\/save))(?:\/|$)/,
    fields: { ok: false },
  },
];

/** As attributes: pages allow no other styles than those of the site. */
const styles = {
  body:
    'max-width:34em;margin:0 auto;padding:48px 16px;background:#fbfaf6;color:#1c1b18;' +
    'font:17px/27px Inter,Arial,sans-serif',
  sentence: 'margin:0 0 24px;overflow-wrap:anywhere',
  link: 'display:inline-block;padding:4px 0;margin-right:24px;color:inherit',
} as const;

/**
 * The page for a sentence: nothing is asked for it, since the database may be away. `path` is what was
 * asked for: from the back office the way home leads to its own.
 */
export function writeRefusalPage(
  { message, wayOn, advice }: Pick<RefusedRequest, 'message' | 'wayOn' | 'advice'>,
  path: string,
): string {
  const home = isAdminPath(path.replace(/\?.*/s, '')) ? '/admin' : paths.home();
  const ways = [...(wayOn ? [wayOn] : []), { label: 'Go to Home', url: home }];
  const links = ways.map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" style="${styles.link}">${label}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(message.split('. ')[0] ?? message)}</title>
</head>
<body style="${styles.body}">
<main>
<p style="${styles.sentence}">${linkAddresses(message)}</p>${sayMore(advice)}
<p>${links.join('\n')}</p>
</main>
</body>
</html>
`;
}

const sayMore = (advice: string | undefined): string =>
  advice === undefined ? '' : `\n<p style="${styles.sentence}">${escapeHtml(advice)}</p>`;

const linkAddresses = (message: string): string =>
  escapeHtml(message).replaceAll(
    /https?:\/\/[^\s<]*[^\s<.]/g,
    '<a href="$&" style="color:inherit">$&</a>',
  );
