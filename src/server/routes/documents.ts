import { Hono } from 'hono';
import { privateFileHeaders, toResponseBody } from '../http/file-response.ts';
import { sendRefusalPage } from '../http/refusal-page.ts';
import type { ServerOptions } from '../options.ts';

const pdfHeaders = (fileName: string, bytes: number): Record<string, string> => ({
  ...privateFileHeaders,
  'content-type': 'application/pdf',
  'content-disposition': `inline; filename="${fileName}"`,
  'content-length': String(bytes),
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'",
});

/**
 * `GET /paper/:token` (invoices and credit notes) and `GET /certificate/:token`, for anyone with
 * the secret in the link.
 */
export function documentRoutes({ app }: ServerOptions): Hono {
  const routes = new Hono();
  routes.get('/paper/:token', async (c) => {
    const document = await app.orders.documents.openDocument(c.req.param('token'));
    const stream = document && (await app.orders.downloads.readFile(document.fileKey));
    if (!document || !stream)
      return sendRefusalPage(c, { message: 'There is no such document.', status: 404 });
    const headers = pdfHeaders(document.fileName, document.bytes);
    return c.body(toResponseBody(stream), 200, headers);
  });
  routes.get('/certificate/:token', async (c) => {
    const certificate = await app.orders.certificates.renderCertificatePdf(c.req.param('token'));
    if (!certificate)
      return sendRefusalPage(c, { message: 'There is no such certificate.', status: 404 });
    const bytes = Buffer.from(certificate.bytes);
    return c.body(bytes, 200, pdfHeaders(certificate.fileName, bytes.length));
  });
  return routes;
}
