import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import {
  makeHugePng,
  makePhotoWithPlace,
  makePicture,
} from '../../../test/support/hostile-pictures.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { pictureFiles } from './picture-files.ts';

const folder = createTemporaryFolder('picture-files');
afterAll(() => folder.remove());

function prepare(name: string, content: string | Uint8Array) {
  const file = path.join(folder.path, name);
  writeFileSync(file, content);
  return pictureFiles.prepare(file);
}

async function prepareGood(name: string, content: Uint8Array) {
  const prepared = await prepare(name, content);
  if (!prepared.ok) throw new Error(prepared.message);
  return prepared.value;
}

test('F38: an SVG is refused by a sentence, whatever its name', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const content of [svg, `<?xml version="1.0"?>\n<!-- x -->${svg}`])
    for (const name of ['drawing.svg', 'photo.png'])
      expect(await prepare(name, content)).toMatchObject({
        code: 'unsupported-type',
        message: expect.stringContaining('Save the picture as PNG'),
      });
});

test('F38: HTML named .png, a PDF and an empty file are no pictures', async () => {
  for (const content of ['<html><script>alert(1)</script></html>', '%PDF-1.7\n', 'x'])
    expect(await prepare('page.png', content)).toMatchObject({
      code: 'unsupported-type',
      message: expect.stringContaining('not a picture'),
    });
});

test('F38: of a file that is a picture and something else only the picture is left', async () => {
  const script = '<script>alert(document.domain)</script>';
  for (const type of ['png', 'jpeg', 'webp'] as const) {
    const polyglot = Buffer.concat([
      await makePicture('#9c2f1b', { type }),
      Buffer.from(`\nPK\u0003\u0004${script}`),
    ]);
    const { bytes } = await prepareGood('polyglot.png', polyglot);
    expect(Buffer.from(bytes).includes('script')).toBe(false);
    expect(Buffer.from(bytes).includes('PK\u0003\u0004')).toBe(false);
  }
  expect(await prepare('half.jpg', (await makePhotoWithPlace()).subarray(0, 400))).toMatchObject({
    code: 'unsupported-type',
    message: expect.stringContaining('damaged'),
  });
});

test('F38: a small file of 30,000 × 30,000 pixels is refused before it is unpacked', async () => {
  const huge = makeHugePng();
  expect(huge.length).toBeLessThan(1_000_000);
  expect(await prepare('bomb.png', huge)).toMatchObject({
    code: 'too-large',
    message: expect.stringContaining('900 megapixels'),
  });
});

test('F38: a photo is upright and without its place, camera and author', async () => {
  const photo = await makePhotoWithPlace();
  expect(photo.includes('Secret Camera')).toBe(true);
  const { bytes, ...facts } = await prepareGood('photo.jpg', photo);
  const metadata = await sharp(bytes).metadata();
  expect(metadata).not.toHaveProperty('exif');
  expect(metadata).not.toHaveProperty('xmp');
  expect(metadata).not.toHaveProperty('icc');
  expect(Buffer.from(bytes).includes('Secret Camera')).toBe(false);
  expect(facts).toMatchObject({ type: 'image/jpeg', widthPx: 40, heightPx: 80 });
});

test('drawings and what is transparent stay PNG, and the same file is the same picture', async () => {
  const clear = await sharp({
    create: { width: 10, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .webp()
    .toBuffer();
  expect((await prepareGood('clear.webp', clear)).type).toBe('image/png');
  const avif = await makePicture('#123456', { type: 'avif' });
  expect((await prepareGood('photo.avif', avif)).type).toBe('image/jpeg');
  const wide = await makePicture('#fff', { width: 4000, height: 20 });
  const [first, second] = [await prepareGood('a.png', wide), await prepareGood('b.png', wide)];
  expect(first).toMatchObject({ type: 'image/png', widthPx: 3840, heightPx: 19 });
  expect(first.sha256).toBe(second.sha256);
});
