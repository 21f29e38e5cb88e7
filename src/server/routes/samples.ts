import { Hono } from 'hono';
import { refusalStatus } from '#src/refusal-status.ts';
import { privateFileHeaders, toResponseBody } from '../http/file-response.ts';
import type { ServerOptions } from '../options.ts';

/** `GET /sample-file/:code`: a report's sample, behind the signed links of emails. */
export function sampleRoutes({ app }: ServerOptions): Hono {
  const routes = new Hono();
  routes.get('/:code', async (c) => {
    const opened = await app.leads.getSampleFile(
      c.req.param('code').slice(0, 60),
      c.req.query('expires') ?? '',
      c.req.query('signature') ?? '',
    );
    if (!opened.ok)
      return c.text(`${opened.message}\n`, refusalStatus[opened.code], {
        'cache-control': 'private, no-store',
      });
    const { fileKey, fileName, bytes } = opened.value;
    const headers = {
      ...privateFileHeaders,
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-length': String(bytes),
    };
    const stream =
      c.req.method === 'HEAD' ? undefined : await app.orders.downloads.readFile(fileKey);
    return stream ? c.body(toResponseBody(stream), 200, headers) : c.body(null, 200, headers);
  });
  return routes;
}
