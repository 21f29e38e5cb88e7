import { Readable } from 'node:stream';
import { Hono } from 'hono';
import type { ServerOptions } from './options.ts';

const headers = (fileName: string, bytes: number): Record<string, string> => ({
  'content-type': 'application/pdf',
  'content-disposition': `inline; filename="${fileName}"`,
  'content-length': String(bytes),
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'",
});

/** Invoices, credit notes and certificates, for who has the secret of their link. */
export function paperRoutes({ shop }: ServerOptions): Hono {
  const app = new Hono();
  app.get('/paper/:token', async (c) => {
    const paper = await shop.orders.openPaper(c.req.param('token'));
    const stream = paper && (await shop.orders.readFile(paper.fileKey));
    if (!paper || !stream) return c.text('There is no such paper.\n', 404);
    return c.body(
      Readable.toWeb(stream as Readable) as ReadableStream,
      200,
      headers(paper.fileName, paper.bytes),
    );
  });
  app.get('/certificate/:token', async (c) => {
    const made = await shop.orders.certificatePdf(c.req.param('token'));
    if (!made) return c.text('There is no such certificate.\n', 404);
    return c.body(Buffer.from(made.bytes), 200, headers(made.fileName, made.bytes.length));
  });
  return app;
}
