import { Hono } from 'hono';
import { accountCalls } from './accounts.ts';
import { catalogueCalls } from './catalogue.ts';
import { calls } from './calls.ts';
import { contentCalls } from './content.ts';
import { docsPage } from './docs.ts';
import { leadCalls } from './leads.ts';
import type { WireApp, WireOptions, WireVisit } from './options.ts';
import { openapi } from './openapi.ts';
import { orderCalls } from './orders.ts';
import { refused } from './refusals.ts';

export type Wire = {
  readonly fetch: (request: Request, visit: WireVisit) => Response | Promise<Response>;
};

/** The JSON contract: 27 calls under /admin/api, each a dictionary around the verb that the pages use. */
export function createWire(options: WireOptions): Wire {
  const api: WireApp = new Hono<{ Bindings: WireVisit }>().basePath('/admin/api');
  const description = JSON.stringify(openapi(options.origin));
  api.get(
    '/openapi.json',
    (c) => (
      c.env.hangsOn('site'),
      c.body(description, 200, { 'content-type': 'application/json; charset=utf-8' })
    ),
  );
  api.get('/docs', (c) => (c.env.hangsOn('site'), c.html(docsPage())));
  contentCalls(api, options);
  catalogueCalls(api, options);
  leadCalls(api, options);
  accountCalls(api, options);
  orderCalls(api, options);

  for (const { method, path } of Object.values(calls)) {
    api.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) => {
      c.header('allow', method === 'get' ? 'GET, HEAD' : 'POST');
      return refused(c, {
        ok: false,
        status: 405,
        message: `This call answers ${method.toUpperCase()}.`,
      });
    });
  }
  api.notFound((c) => refused(c, { ok: false, status: 404, message: 'There is no such call.' }));
  api.onError((error, c) => {
    options.log.error({ error: String(error), path: c.req.path }, 'a call failed');
    return refused(c, {
      ok: false,
      status: 503,
      message: "This can't be answered at the moment. Please try again in a few seconds.",
      retryAfter: 5,
    });
  });
  return api;
}
