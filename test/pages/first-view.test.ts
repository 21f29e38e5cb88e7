import zlib from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPageTestServer, type PageTestServer } from './page-test-server.ts';

let pages: PageTestServer;
beforeAll(async () => {
  pages = await startPageTestServer();
});
afterAll(() => pages?.server.close());

const paths = (): string[] => [
  '/',
  '/report-store',
  `/${pages.report.slug}`,
  '/services',
  '/about',
  '/blog',
  '/faq',
  '/contact',
  '/how-to-order',
  '/custom_search?search_key=steel',
  '/login',
  '/no-such-page',
];

/** Of these a whole page comes at once; the others have lists, charts, or a list of all countries. */
const shortPaths = new Set(['/services', '/about', '/faq', '/how-to-order', '/login']);

/**
 * A server sends ten packets of 1,460 bytes, after a round trip twenty more (RFC 6928 and slow
 * start): what fits is there after one wait.
 */
const atOnceBytes = 10 * 1460;
const afterOneWaitBytes = 30 * 1460;

test('the first view of a page waits for no other file, and for one round trip', async () => {
  for (const path of paths()) {
    const response = await pages.get(path);
    const html = await response.text();
    const [head = ''] = html.split('</head>');
    expect(head, path).toContain('<style>');
    expect(head.match(/<link rel="stylesheet"|<script(?! type="application)/g), path).toBeNull();
    const headerBytes = [...response.headers].join('\r\n').length;
    const bytes = zlib.brotliCompressSync(html).length + headerBytes;
    const maxBytes = shortPaths.has(path) ? atOnceBytes : afterOneWaitBytes;
    expect(bytes, path).toBeLessThanOrEqual(maxBytes);
  }
});
