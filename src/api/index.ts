import { Hono } from 'hono';
import { addAccountRoutes } from './routes/accounts.ts';
import { addCatalogueRoutes } from './routes/catalogue.ts';
import { endpoints } from './endpoints.ts';
import { addContentRoutes } from './routes/content.ts';
import { renderDocsPage } from './docs-page.ts';
import { addLeadRoutes } from './routes/leads.ts';
import type { ApiRouter, ApiOptions, ApiRequestContext } from './options.ts';
import { createOpenApiDocument } from './openapi.ts';
import { addOrderRoutes } from './routes/orders.ts';
import { sendRefusal } from './error-responses.ts';

export type Api = {
  readonly fetch: (request: Request, visit: ApiRequestContext) => Response | Promise<Response>;
};

/** The JSON contract: 27 calls under /admin/api, each a dictionary around the verb that the pages use. */
export function createApi(options: ApiOptions): Api {
  const api: ApiRouter = new Hono<{ Bindings: ApiRequestContext }>().basePath('/admin/api');
  const description = JSON.stringify(createOpenApiDocument(options.origin));
  api.get(
    '/openapi.json',
    (c) => (
      c.env.cacheTags('site'),
      c.body(description, 200, { 'content-type': 'application/json; charset=utf-8' })
    ),
  );
  api.get('/docs', (c) => (c.env.cacheTags('site'), c.html(renderDocsPage())));
  addContentRoutes(api, options);
  addCatalogueRoutes(api, options);
  addLeadRoutes(api, options);
  addAccountRoutes(api, options);
  addOrderRoutes(api, options);

  for (const { method, path } of Object.values(endpoints)) {
    api.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) => {
      c.header('allow', method === 'get' ? 'GET, HEAD' : 'POST');
      return sendRefusal(c, {
        ok: false,
        code: 'method-not-allowed',
        message: `This call answers ${method.toUpperCase()}.`,
      });
    });
  }
  api.notFound((c) =>
    sendRefusal(c, { ok: false, code: 'not-found', message: 'There is no such call.' }),
  );
  api.onError((error, c) => {
    options.log.error({ error: String(error), path: c.req.path }, 'a call failed');
    return sendRefusal(c, {
      ok: false,
      code: 'unavailable',
      message: "This can't be answered at the moment. Please try again in a few seconds.",
      retryAfterSeconds: 5,
    });
  });
  return api;
}
