import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { accountRoutes } from './account.ts';
import type { WireVisit } from '#src/wire/options.ts';
import { cookieSecret } from './browser.ts';
import { bodyLimit } from './body-limit.ts';
import { paperRoutes } from './papers.ts';
import { coverRoutes } from './covers.ts';
import { dataRoutes } from './data.ts';
import { downloadRoutes, sampleRoutes } from './downloads.ts';
import { formRoutes } from './forms.ts';
import { securityHeaders } from './headers.ts';
import type { ServerOptions } from './options.ts';
import type { Pages } from './pages.ts';
import { staticFiles } from './static.ts';
import { webhookRoutes } from './webhooks.ts';
import { visitorAddress } from './visitor.ts';

/** Everything that is not a page from the cache, in the order in which it is asked. */
export function createApp(options: ServerOptions, pages: Pages): Hono {
  const app = new Hono();
  const headers = securityHeaders(options);

  app.get('/healthz', async (c) => {
    const well = await options.shop.content.answers();
    return c.json({ ok: well }, well ? 200 : 503, { 'cache-control': 'no-store' });
  });
  if (options.assets) app.use(staticFiles(options.assets));

  // Form posts carry the buyer's cookie: only our own pages may send them.
  app.route('/webhooks', webhookRoutes(options));
  app.post('*', async (c, next) => {
    if (c.req.path.startsWith('/unsubscribe/')) return next();
    const site = c.req.header('sec-fetch-site');
    const origin = c.req.header('origin');
    const ours = site
      ? site === 'same-origin'
      : origin === undefined || sameHost(origin, c.req.header('host'), options.origin);
    if (
      !ours ||
      (origin !== undefined && !sameHost(origin, c.req.header('host'), options.origin))
    ) {
      const sentence = 'This form was sent from another site and was not accepted.';
      return c.req.path.startsWith('/admin/api/')
        ? c.json({ success: false, message: sentence }, 403)
        : c.text(`${sentence}\n`, 403);
    }
    return next();
  });
  // The contract has limits and refusals of its own shape.
  app.all('/admin/api/*', (c) => options.wire.fetch(c.req.raw, wireVisit(c, options)));
  app.use('*', bodyLimits());
  app.route('/data', dataRoutes(options.shop));
  app.route('/data/forms', formRoutes(options));
  app.route('/data/account', accountRoutes(options));
  app.route('/download', downloadRoutes(options));
  app.route('/', paperRoutes(options));
  app.route('/cover', coverRoutes(options));
  app.route('/sample-file', sampleRoutes(options));
  // A mail program's one-click unsubscribing (RFC 8058): from no page at all, without a cookie.
  app.post('/unsubscribe/:token', async (c, next) => {
    if (!(c.req.header('content-type') ?? '').includes('form') || c.req.header('sec-fetch-mode'))
      return next();
    const gone = await options.shop.leads.unsubscribe(c.req.param('token'));
    return c.text(
      gone ? 'The subscription has ended.\n' : 'There is no such subscription.\n',
      gone ? 200 : 404,
    );
  });
  app.all('*', (c) => {
    if (!['GET', 'HEAD', 'POST'].includes(c.req.method)) {
      return c.text('This address answers GET, HEAD and POST.\n', 405, {
        allow: 'GET, HEAD, POST',
      });
    }
    if (isFrameworkCall(c.req.path)) return c.notFound();
    if (
      c.req.method === 'POST' &&
      !/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(
        c.req.header('content-type') ?? '',
      )
    )
      return c.text('Pages take forms.\n', 415);
    return pages.render(
      c.req.raw,
      visitorAddress(c.env, c.req.header('x-forwarded-for'), options.trustProxy),
    );
  });
  app.onError((error, c) => {
    options.log.error({ error: String(error), path: c.req.path }, 'a request failed');
    return c.text(
      "This can't be answered at the moment. Please try again in a few seconds.\n",
      503,
      { ...headers, 'retry-after': '5' },
    );
  });
  return app;
}

/** What the contract knows of a request: nothing of cookies' names or of proxies. */
const wireVisit = (c: Context, { origin, trustProxy }: ServerOptions): WireVisit => ({
  hangsOn: () => {},
  address: visitorAddress(c.env, c.req.header('x-forwarded-for'), trustProxy),
  agent: c.req.header('user-agent') ?? '',
  buyer: cookieSecret('buyer', c.req.header('cookie'), origin),
  session: cookieSecret('session', c.req.header('cookie'), origin),
});

/** 64 KB, and 10 MiB beside the other fields where a CV comes along. Cut while it is read. */
function bodyLimits(): MiddlewareHandler {
  const small = bodyLimit(64 * 1024, (c) => c.text('The form is larger than 64 KB.\n', 413));
  const large = bodyLimit(10 * 1024 * 1024 + 64 * 1024, (c) =>
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

const sameHost = (origin: string, host: string | undefined, own: string): boolean =>
  URL.canParse(origin) && (origin === own || new URL(origin).host === host);

/** Calls of the client router: pages here are not hydrated, nobody makes them. */
const isFrameworkCall = (path: string): boolean => path.endsWith('.data') || path === '/__manifest';
