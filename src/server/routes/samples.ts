import { Hono, type Context } from 'hono';
import { missingSample } from '#core/leads/model.ts';
import { paths } from '#src/paths.ts';
import { refusalStatus } from '#src/faults/refusal-status.ts';
import { privateFileHeaders, toResponseBody } from '../http/file-response.ts';
import { sendRefusalPage } from '../http/refusal-page.ts';
import type { ServerOptions } from '../options.ts';

/** `GET /sample-file/:code`: a report's sample, behind the signed links of emails. */
export function sampleRoutes({ app }: ServerOptions): Hono {
  const routes = new Hono();
  routes.get('/:code', async (c) => {
    const code = c.req.param('code').slice(0, 60);
    const opened = await app.leads.sampleLinks.getFile(
      code,
      c.req.query('expires') ?? '',
      c.req.query('signature') ?? '',
    );
    if (!opened.ok && opened.code === 'unavailable') return sendLater(c, opened.message);
    if (!opened.ok)
      return sendRefusalPage(c, {
        message: opened.message,
        status: refusalStatus[opened.code],
        wayOn: { label: 'Request Free Sample', url: paths.sample(encodeURIComponent(code)) },
      });
    const { fileKey, fileName, bytes } = opened.value;
    const headers = {
      ...privateFileHeaders,
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-length': String(bytes),
    };
    const stream = await app.orders.downloads.readFile(fileKey);
    if (!stream) return sendLater(c, missingSample);
    if (c.req.method !== 'HEAD') return c.body(toResponseBody(stream), 200, headers);
    stream.destroy();
    return c.body(null, 200, headers);
  });
  return routes;
}

const sendLater = (c: Context, message: string) =>
  sendRefusalPage(c, {
    message,
    status: 503,
    headers: { 'retry-after': '300' },
    wayOn: { label: 'Try again', url: '' },
  });
