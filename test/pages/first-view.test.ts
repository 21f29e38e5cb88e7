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
    const [firstScreen = ''] = html.split('<link rel="stylesheet"');
    expect(firstScreen, path).toContain('</h1>');
    const headerBytes = [...response.headers].join('\r\n').length;
    const bytes = zlib.brotliCompressSync(html).length + headerBytes;
    const maxBytes = shortPaths.has(path) ? atOnceBytes : afterOneWaitBytes;
    expect(bytes, path).toBeLessThanOrEqual(maxBytes);
  }
});

test('the sheets below the first screen of a long page are kept by browsers, and allowed', async () => {
  for (const path of ['/', '/report-store', `/${pages.report.slug}`]) {
    const response = await pages.get(path);
    expect(response.headers.get('content-security-policy'), path).toMatch(/style-src [^;]*'self'/);
    const html = await response.text();
    const sheets = Array.from(
      html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g),
      ([, a]) => a,
    );
    expect(sheets.length, path).toBeGreaterThan(0);
    for (const sheet of sheets) {
      const file = await pages.get(sheet ?? '');
      expect(file.status, sheet).toBe(200);
      expect(file.headers.get('content-type'), sheet).toContain('text/css');
      expect(file.headers.get('cache-control'), sheet).toContain('immutable');
      expect(await file.text(), sheet).not.toContain('@font-face');
    }
  }
});
