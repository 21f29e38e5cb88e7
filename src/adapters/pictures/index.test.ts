import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { createPictures, findInFolders } from './index.ts';

const folder = createTemporaryFolder('pictures');
afterAll(() => folder.remove());
const originals = path.join(folder.path, 'originals');
const cache = path.join(folder.path, 'cache');
mkdirSync(originals);
const pictures = createPictures(findInFolders([originals]), cache);

const photo = await sharp({
  create: { width: 1000, height: 500, channels: 3, background: '#9c2f1b' },
})
  .jpeg()
  .toBuffer();
const put = (name: string, bytes: string | Uint8Array): void =>
  writeFileSync(path.join(originals, name), bytes);
put('photo.jpg', photo);

test('a picture is made in the next larger width and the asked format, once', async () => {
  const request = { name: 'photo.jpg', widthPx: 300, format: 'avif' } as const;
  const made = await pictures.read(request);
  expect(made?.type).toBe('image/avif');
  expect((await sharp(made?.bytes).metadata()).width).toBe(320);
  expect(await pictures.read(request)).toEqual(made);
  expect(readdirSync(cache)).toHaveLength(1);
});

test('a picture is never enlarged, and without a width it is as it was', async () => {
  const large = await pictures.read({ name: 'photo.jpg', widthPx: 1920 });
  expect(large?.type).toBe('image/jpeg');
  expect((await sharp(large?.bytes).metadata()).width).toBe(1000);
  expect((await pictures.read({ name: 'photo.jpg' }))?.bytes).toEqual(photo);
});

test('a picture is measured as it is seen, and what is no picture has no size', async () => {
  expect(await pictures.measure('photo.jpg')).toEqual({ widthPx: 1000, heightPx: 500 });
  put('phone.jpg', await sharp(photo).withMetadata({ orientation: 6 }).toBuffer());
  expect(await pictures.measure('phone.jpg')).toEqual({ widthPx: 500, heightPx: 1000 });
  put('wide.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 130"></svg>');
  expect(await pictures.measure('wide.svg')).toEqual({ widthPx: 600, heightPx: 130 });
  put('text.png', 'no picture');
  expect(await pictures.measure('text.png')).toBeUndefined();
  expect(await pictures.measure('none.png')).toBeUndefined();
});

test('a file is what its bytes say: an SVG stays one, and what is no picture is not there', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>';
  put('drawing.png', svg);
  put('page.svg', '<html><script>alert(1)</script></html>');
  const read = await pictures.read({ name: 'drawing.png', widthPx: 320, format: 'webp' });
  expect(read?.type).toBe('image/svg+xml');
  expect(await pictures.read({ name: 'page.svg' })).toBeUndefined();
});

test('a picture that the disk does not give out is no picture that is not there', async () => {
  symlinkSync('loop.jpg', path.join(originals, 'loop.jpg'));
  await expect(pictures.read({ name: 'loop.jpg' })).rejects.toMatchObject({ code: 'ELOOP' });
  expect(await pictures.measure('loop.jpg')).toBeUndefined();
  for (const name of ['none.jpg', 'photo.jpg/x.jpg', `${'x'.repeat(300)}.jpg`, 'a\0.jpg'])
    expect(await pictures.read({ name })).toBeUndefined();
});

test('a name that is unknown or leaves the folder is not there', async () => {
  writeFileSync(path.join(folder.path, 'secret.jpg'), photo);
  expect(await pictures.read({ name: 'none.jpg' })).toBeUndefined();
  expect(await pictures.read({ name: '../secret.jpg' })).toBeUndefined();
  expect(await pictures.read({ name: 'photo.jpg\0' })).toBeUndefined();
});
