import { Readable } from 'node:stream';
import { Hono } from 'hono';
import type { ServerOptions } from '../options.ts';

const pdfHeaders = (fileName: string, bytes: number): Record<string, string> => ({
  'content-type': 'application/pdf',
  'content-disposition': `inline; filename="${fileName}"`,
  'content-length': String(bytes),
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'",
});

/** Invoices, credit notes and certificates, for who has the secret of their link. */
export function documentRoutes({ app }: ServerOptions): Hono {
  const routes = new Hono();
  routes.get('/paper/:token', async (c) => {
    const document = await app.orders.documents.openDocument(c.req.param('token'));
    const stream = document && (await app.orders.downloads.readFile(document.fileKey));
    if (!document || !stream) return c.text('There is no such paper.\n', 404);
    return c.body(
      Readable.toWeb(stream as Readable) as ReadableStream,
      200,
      pdfHeaders(document.fileName, document.bytes),
    );
  });
  routes.get('/certificate/:token', async (c) => {
    const certificate = await app.orders.certificates.renderCertificatePdf(c.req.param('token'));
    if (!certificate) return c.text('There is no such certificate.\n', 404);
    return c.body(
      Buffer.from(certificate.bytes),
      200,
      pdfHeaders(certificate.fileName, certificate.bytes.length),
    );
  });
  return routes;
}
