import type { Context, MiddlewareHandler } from 'hono';
import type { StaffActor } from '#core/staff/model.ts';
import { findRefusedPost, mayDo } from '#core/staff/verbs.model.ts';
import { describePath } from '#src/describe-path.ts';
import { getRequestContext } from '#src/request-context.ts';
import { readClientIp } from '../http/client-ip.ts';
import { readCookie } from '../http/cookies.ts';
import { publicFormLimits } from '../http/form-upload.ts';
import type { ServerOptions } from '../options.ts';
import type { PageRenderer } from '../pages.ts';
import { createAdminHeaders } from './admin-headers.ts';
import { isAdminPath } from './admin-path.ts';
import { readAdminPages } from './admin-pages.ts';

/** Set for every request under /admin that is let through; open pages have no actor. */
export type AdminEnv = { Variables: { staff: StaffActor | undefined } };

/**
 * The one door of the back office, for pages, posts, `.data` and whatever else is mounted under
 * /admin behind it. Without a session: 303 to the login, or 401 for a script that asks for JSON.
 * If the role may not do the page's verb, or posts if it may only read: 403, before any code of
 * the page runs.
 */
export function guardAdmin(
  options: ServerOptions,
  pages: PageRenderer,
): MiddlewareHandler<AdminEnv> {
  const headers = createAdminHeaders(options);
  return async (c, next) => {
    if (!isAdminPath(c.req.path)) return next();
    const { findHandle } = await readAdminPages(options.build);
    const handle = findHandle(c.req.path.replace(/\.data$/, ''));
    const actor = await findActor(c, options);
    c.set('staff', actor);
    if (handle && 'isOpen' in handle) return next();
    if (!actor) return wantsJson(c) ? c.json(signedOut, 401, headers) : toLogin(c, headers);
    const verbs = [handle?.verb ?? 'home.read'].flat();
    const isPost = c.req.method === 'POST';
    const refusedPost = isPost ? findRefusedPost(actor.role, verbs) : undefined;
    if (!refusedPost && verbs.some((verb) => mayDo(actor.role, verb))) return next();
    const verb = refusedPost ?? verbs[0];
    if (verb && isPost)
      await options.app.staff.noteRefusedPost(actor, verb, describePath(c.req.path));
    if (wantsJson(c)) return c.json(notAllowed, 403, headers);
    const clientIp = readClientIp(c, options);
    const request = new Request(`${options.origin}/admin/not-allowed`, {
      headers: c.req.raw.headers,
    });
    return pages.renderUncached(request, { clientIp, form: undefined, staff: actor });
  };
}

const signedOut = { ok: false, code: 'unauthenticated', message: 'Please sign in again.' };
const notAllowed = { ok: false, code: 'forbidden', message: 'Your role does not allow this.' };

/** A script that sends a file is no page either. */
const wantsJson = (c: Context): boolean =>
  c.req.header('tus-resumable') !== undefined ||
  (c.req.header('accept')?.startsWith('application/json') ?? false);

async function findActor(
  c: Context,
  { app, origin, ...options }: ServerOptions,
): Promise<StaffActor | undefined> {
  const secret = readCookie('staff', c.req.header('cookie'), origin);
  if (secret === undefined) return undefined;
  return app.staff.getActor(secret, {
    ip: readClientIp(c, options),
    userAgent: c.req.header('user-agent') ?? '',
    requestId: getRequestContext().requestId ?? '',
  });
}

/**
 * After the login they are back at this page. A form is posted on to the login with all that was
 * typed (307), which carries it along; one with files, or a larger one than a visitor may send, is
 * not.
 */
function toLogin(c: Context, headers: Record<string, string>): Response {
  const { pathname, search } = new URL(c.req.url);
  const next = pathname.endsWith('.data') ? '/admin' : pathname + search;
  const isKept = c.req.method === 'POST' && isPlainForm(c);
  const query = new URLSearchParams({ next, ...(isKept ? { unsent: '1' } : {}) });
  return new Response(null, {
    status: isKept ? 307 : 303,
    headers: { ...headers, location: `/admin/login?${query}` },
  });
}

const isPlainForm = (c: Context): boolean =>
  (c.req.header('content-type') ?? '').startsWith('application/x-www-form-urlencoded') &&
  Number(c.req.header('content-length') ?? Number.NaN) <= publicFormLimits.maxTextBytes;
