import { Hono } from 'hono';
import { describePath } from '#src/describe-path.ts';
import { refuseBody } from '#src/faults/refused-body.ts';
import { addAccountRoutes } from './routes/accounts.ts';
import { addCatalogueRoutes } from './routes/catalogue.ts';
import { addContentRoutes } from './routes/content.ts';
import { addLeadRoutes } from './routes/leads.ts';
import { addOrderRoutes } from './routes/orders.ts';
import { renderDocsPage } from './docs-page.ts';
import { endpoints } from './endpoints.ts';
import { sendFault, sendRefusal } from './error-responses.ts';
import { createOpenApiDocument } from './openapi.ts';
import type { ApiOptions, ApiRequestContext, ApiRouter } from './options.ts';

export type Api = {
  readonly fetch: (request: Request, visit: ApiRequestContext) => Response | Promise<Response>;
};

/** The JSON API: 27 endpoints under /admin/api. Each translates names and calls the core. */
export function createApi(options: ApiOptions): Api {
  const api: ApiRouter = new Hono<{ Bindings: ApiRequestContext }>().basePath('/admin/api');
  addDescriptionRoutes(api, options.origin);
  addContentRoutes(api, options);
  addCatalogueRoutes(api, options);
  addLeadRoutes(api, options);
  addAccountRoutes(api, options);
  addOrderRoutes(api, options);
  refuseOtherMethods(api);
  api.notFound((c) =>
    sendRefusal(c, { ok: false, code: 'not-found', message: 'There is no such call.' }),
  );
  api.onError((error, c) => {
    const refusal = refuseBody(error);
    if (refusal) {
      // What has not come of the body is no next request.
      c.header('connection', 'close');
      return sendRefusal(c, refusal);
    }
    const fields = { method: c.req.method, path: describePath(c.req.path) };
    return sendFault(c, options.faults.report(error, fields, 'an API request failed'));
  });
  return api;
}

/** The contract for programs (openapi.json) and for people (docs). */
function addDescriptionRoutes(api: ApiRouter, origin: string): void {
  const description = JSON.stringify(createOpenApiDocument(origin));
  api.get('/openapi.json', (c) => {
    c.env.cacheTags('site');
    return c.body(description, 200, { 'content-type': 'application/json; charset=utf-8' });
  });
  api.get('/docs', (c) => {
    c.env.cacheTags('site');
    return c.html(renderDocsPage());
  });
}

/** Added last: what no endpoint has answered is 405 with the allowed methods. */
function refuseOtherMethods(api: ApiRouter): void {
  const described = ['/openapi.json', '/docs'].map((path) => ({ method: 'get', path }) as const);
  for (const { method, path } of [...Object.values(endpoints), ...described]) {
    api.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) => {
      c.header('allow', method === 'get' ? 'GET, HEAD' : 'POST');
      return sendRefusal(c, {
        ok: false,
        code: 'method-not-allowed',
        message: `This call answers ${method.toUpperCase()}.`,
      });
    });
  }
}
