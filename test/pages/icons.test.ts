import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPageTestServer, type PageTestServer } from './page-test-server.ts';

let site: PageTestServer;
beforeAll(async () => {
  site = await startPageTestServer();
});
afterAll(() => site?.server.close());

const readText = async (path: string) => (await site.get(path)).text();

test('icons have their sizes, and the manifest names them', async () => {
  const text = await readText('/manifest.webmanifest');
  const { name, icons } = JSON.parse(text) as {
    name: string;
    icons: { src: string; sizes: string }[];
  };
  expect(name).not.toBe('');
  for (const { src, sizes } of icons) {
    const png = Buffer.from(await (await site.get(src)).arrayBuffer());
    const { width, height } = await sharp(png).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  const ico = Buffer.from(await (await site.get('/favicon.ico')).arrayBuffer());
  expect([ico.readUInt16LE(2), ico.readUInt32LE(18)]).toEqual([1, 22]);
  expect((await sharp(ico.subarray(22)).metadata()).width).toBe(32);
  const home = await readText('/');
  for (const part of [
    'rel="manifest"',
    'rel="apple-touch-icon"',
    'name="theme-color"',
    'rel="search"',
  ])
    expect(home).toContain(part);
});

test('the built-in icon needs no file of its own, and older browsers find the .ico', async () => {
  for (const path of ['/', '/about']) {
    const text = await readText(path);
    const icons = [...text.matchAll(/<link rel="icon"[^>]*>/g)].map(([link]) => link);
    expect(icons).toHaveLength(2);
    expect(icons[0]).toContain('href="/favicon.ico"');
    expect(icons[1]).toMatch(/sizes="any" href="data:image\/svg\+xml,/);
  }
  expect(await readText('/about')).not.toContain('rel="manifest"');
});
