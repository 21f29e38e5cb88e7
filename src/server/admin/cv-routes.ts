import { Hono } from 'hono';
import { parseId } from '#core/kernel/id.model.ts';
import { refusalStatus } from '#src/faults/refusal-status.ts';
import { privateFileHeaders, toResponseBody } from '../http/file-response.ts';
import type { ServerOptions } from '../options.ts';
import { createAdminHeaders } from './admin-headers.ts';
import type { AdminEnv } from './guard.ts';

/**
 * `GET /admin/enquiries/:id/cv`: a CV to be saved, never to be shown by the browser. Staff who may
 * not open it are answered as if there were none.
 */
export function cvRoutes(options: ServerOptions): Hono<AdminEnv> {
  const { app } = options;
  const headers = createAdminHeaders(options);
  const routes = new Hono<AdminEnv>();
  routes.get('/enquiries/:id/cv', async (c) => {
    const actor = c.get('staff');
    const id = parseId(c.req.param('id'));
    if (!actor || id === undefined) return c.text('There is no such CV.\n', 404, headers);
    const opened = await app.leads.inbox.cvs.openCv(actor, id);
    if (!opened.ok) return c.text(`${opened.message}\n`, refusalStatus[opened.code], headers);
    const { stream, sizeBytes, fileName, mediaType } = opened.value;
    return c.body(toResponseBody(stream), 200, {
      ...headers,
      ...privateFileHeaders,
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': mediaType,
      'content-length': String(sizeBytes),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    });
  });
  return routes;
}
