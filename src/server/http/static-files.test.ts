import { mkdirSync, writeFileSync } from 'node:fs';
import zlib from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { compressAssets } from '../../../scripts/compress-assets.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { serveStaticFiles } from './static-files.ts';

const folder = createTemporaryFolder('static-files');
afterAll(() => folder.remove());

const script = 'export const price = 100;\n'.repeat(100);
writeFileSync(`${folder.path}/long.js`, script);
writeFileSync(`${folder.path}/short.js`, '1');
writeFileSync(`${folder.path}/font.woff2`, script);
compressAssets(folder.path);
const app = new Hono().use(serveStaticFiles(folder.path));

const request = (path: string, encoding: string) =>
  app.request(path, { headers: { 'accept-encoding': encoding } });

test('a file that the build made smaller is sent with brotli to browsers that take it', async () => {
  const compressed = await request('/long.js', 'gzip, br');
  expect(compressed.headers.get('content-encoding')).toBe('br');
  const bytes = Buffer.from(await compressed.arrayBuffer());
  expect(zlib.brotliDecompressSync(bytes).toString()).toBe(script);
  const plain = await request('/long.js', 'gzip');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toBe(script);
  expect(plain.headers.get('etag')).toBe(compressed.headers.get('etag'));
});

test('other files are sent as they are, and compressed ones have no address of their own', async () => {
  for (const path of ['/short.js', '/font.woff2'])
    expect((await request(path, 'br')).headers.get('content-encoding')).toBeNull();
  for (const path of ['/long.js.br', '/missing.js', '/../static-files.ts'])
    expect((await request(path, 'br')).status).toBe(404);
});

test('a sheet of another build is answered with the one of its name, which is not kept', async () => {
  mkdirSync(`${folder.path}/assets`);
  writeFileSync(`${folder.path}/assets/report-page-a1B2_-d4.css`, 'p{top:0}');
  const later = new Hono().use(serveStaticFiles(folder.path));
  const own = await later.request('/assets/report-page-a1B2_-d4.css');
  expect(own.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const former = await later.request('/assets/report-page-00000000.css');
  expect(former.headers.get('cache-control')).toBe('no-store');
  expect(await former.text()).toBe('p{top:0}');
  for (const path of ['/assets/page-00000000.css', '/assets/report-page-00000000.js'])
    expect((await later.request(path)).status).toBe(404);
});
