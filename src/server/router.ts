import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { accountFormRoutes } from './routes/account-forms.ts';
import type { ApiRequestContext } from '#src/api/options.ts';
import { readCookieSecret } from './http/cookies.ts';
import { limitBody } from './http/body-limit.ts';
import { documentRoutes } from './routes/documents.ts';
import { coverRoutes } from './routes/covers.ts';
import { islandDataRoutes } from './routes/island-data.ts';
import { downloadRoutes, sampleRoutes } from './routes/downloads.ts';
import { leadFormRoutes } from './routes/lead-forms.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import type { ServerOptions } from './options.ts';
import type { PageRenderer } from './pages.ts';
import { serveStaticFiles } from './http/static-files.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { readClientIp } from './http/client-ip.ts';

/** Everything that is not a page from the cache, in the order in which it is asked. */
export function createRouter(options: ServerOptions, pages: PageRenderer): Hono {
  const router = new Hono();
  const headers = createSecurityHeaders(options);

  router.get('/healthz', async (c) => {
    const isHealthy = await options.app.content.isDatabaseReachable();
    return c.json({ ok: isHealthy }, isHealthy ? 200 : 503, { 'cache-control': 'no-store' });
  });
  if (options.assetsDir) router.use(serveStaticFiles(options.assetsDir));

  // Form posts carry the buyer's cookie: only our own pages may send them.
  router.route('/webhooks', webhookRoutes(options));
  router.post('*', async (c, next) => {
    if (c.req.path.startsWith('/unsubscribe/')) return next();
    const site = c.req.header('sec-fetch-site');
    const origin = c.req.header('origin');
    const isSameSite = site
      ? site === 'same-origin'
      : origin === undefined || isSameHost(origin, c.req.header('host'), options.origin);
    if (
      !isSameSite ||
      (origin !== undefined && !isSameHost(origin, c.req.header('host'), options.origin))
    ) {
      const message = 'This form was sent from another site and was not accepted.';
      return c.req.path.startsWith('/admin/api/')
        ? c.json({ success: false, message: message }, 403)
        : c.text(`${message}\n`, 403);
    }
    return next();
  });
  // The contract has limits and refusals of its own shape.
  router.all('/admin/api/*', (c) => options.api.fetch(c.req.raw, apiVisit(c, options)));
  router.use('*', limitFormBodies());
  router.route('/data', islandDataRoutes(options.app));
  router.route('/data/forms', leadFormRoutes(options));
  router.route('/data/account', accountFormRoutes(options));
  router.route('/download', downloadRoutes(options));
  router.route('/', documentRoutes(options));
  router.route('/cover', coverRoutes(options));
  router.route('/sample-file', sampleRoutes(options));
  // A mail program's one-click unsubscribing (RFC 8058): from no page at all, without a cookie.
  router.post('/unsubscribe/:token', async (c, next) => {
    if (!(c.req.header('content-type') ?? '').includes('form') || c.req.header('sec-fetch-mode'))
      return next();
    const isUnsubscribed = await options.app.leads.unsubscribe(c.req.param('token'));
    return c.text(
      isUnsubscribed ? 'The subscription has ended.\n' : 'There is no such subscription.\n',
      isUnsubscribed ? 200 : 404,
    );
  });
  router.all('*', (c) => {
    if (!['GET', 'HEAD', 'POST'].includes(c.req.method)) {
      return c.text('This address answers GET, HEAD and POST.\n', 405, {
        allow: 'GET, HEAD, POST',
      });
    }
    if (isReactRouterDataRequest(c.req.path)) return c.notFound();
    if (
      c.req.method === 'POST' &&
      !/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(
        c.req.header('content-type') ?? '',
      )
    )
      return c.text('Pages take forms.\n', 415);
    return pages.renderUncached(
      c.req.raw,
      readClientIp(c.env, c.req.header('x-forwarded-for'), options.trustedProxyCount),
    );
  });
  router.onError((error, c) => {
    options.log.error({ error: String(error), path: c.req.path }, 'a request failed');
    return c.text(
      "This can't be answered at the moment. Please try again in a few seconds.\n",
      503,
      { ...headers, 'retry-after': '5' },
    );
  });
  return router;
}

/** What the contract knows of a request: nothing of cookies' names or of proxies. */
const apiVisit = (c: Context, { origin, trustedProxyCount }: ServerOptions): ApiRequestContext => ({
  cacheTags: () => {},
  clientIp: readClientIp(c.env, c.req.header('x-forwarded-for'), trustedProxyCount),
  userAgent: c.req.header('user-agent') ?? '',
  buyerSecret: readCookieSecret('buyer', c.req.header('cookie'), origin),
  sessionSecret: readCookieSecret('session', c.req.header('cookie'), origin),
});

/** 64 KB, and 10 MiB beside the other fields where a CV comes along. Cut while it is read. */
function limitFormBodies(): MiddlewareHandler {
  const small = limitBody(64 * 1024, (c) => c.text('The form is larger than 64 KB.\n', 413));
  const large = limitBody(10 * 1024 * 1024 + 64 * 1024, (c) =>
    c.json(
      {
        ok: false,
        message: 'The CV is larger than 10 MB.',
        errors: { cv: ['The CV is larger than 10 MB.'] },
      },
      413,
    ),
  );
  return (c, next) =>
    (['/career', '/data/forms/career'].includes(c.req.path) ? large : small)(c, next);
}

const isSameHost = (origin: string, host: string | undefined, own: string): boolean =>
  URL.canParse(origin) && (origin === own || new URL(origin).host === host);

/** Calls of the client router: pages here are not hydrated, nobody makes them. */
const isReactRouterDataRequest = (path: string): boolean =>
  path.endsWith('.data') || path === '/__manifest';
