import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { PictureFiles, PreparedPicture } from '#core/media/picture-files.port.ts';
import { maxPictureBytes, type PrintedPicture } from '#core/media/model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { limitConcurrency } from '../limit-concurrency.ts';

const maxPixels = 50_000_000;
const maxEdgePx = 3840;
const printedWidthPx = 1500;

type Kind = 'jpeg' | 'png' | 'webp' | 'avif';

/** The pictures' port. One picture is opened at a time: it may take 200 MB. */
export const pictureFiles: PictureFiles = createPictureFiles();

function createPictureFiles(): PictureFiles {
  const prepare = limitConcurrency(preparePicture, { maxRunning: 1, maxWaiting: 50 });
  return {
    prepare: async (file) =>
      (await prepare(file)) ??
      fail('unavailable', 'Many pictures are being uploaded. Please try again in a minute.'),
    toPrint,
  };
}

async function preparePicture(file: string): Promise<Outcome<PreparedPicture>> {
  const { size } = await stat(file);
  if (size > maxPictureBytes)
    return fail('too-large', 'The picture is larger than 25 MB. Save it smaller and upload that.');
  const kind = await readKind(file);
  if (!kind.ok) return kind;
  try {
    const { width, height } = await sharp(file, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels)
      return fail(
        'too-large',
        `The picture has ${Math.round((width * height) / 1e6)} megapixels, and 50 are the most. Save it smaller and upload that.`,
      );
    return ok(await redraw(file, kind.value));
  } catch {
    return fail(
      'unsupported-type',
      'The picture is damaged and can’t be read completely. Save it again and upload that.',
    );
  }
}

/** By its first bytes alone: no other format's reader ever sees the file. */
async function readKind(file: string): Promise<Outcome<Kind>> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(512);
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    if (bytesRead === 0) return fail('unsupported-type', 'This file is empty. Upload it again.');
    const start = head.subarray(0, bytesRead);
    const text = start.toString('latin1');
    if (text.startsWith('\u00ff\u00d8\u00ff')) return ok('jpeg');
    if (text.startsWith('\u0089PNG\r\n\u001a\n')) return ok('png');
    if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return ok('webp');
    if (/^....ftyp(?:avif|avis)/s.test(text)) return ok('avif');
    if (/<svg|<\?xml/i.test(text))
      return fail(
        'unsupported-type',
        'SVG drawings can contain scripts and are not accepted. Save the picture as PNG ' +
          'and upload that.',
      );
    return fail(
      'unsupported-type',
      'This is not a picture: JPEG, PNG, WebP and AVIF are accepted.',
    );
  } finally {
    await handle.close();
  }
}

/**
 * Upright, in sRGB, no larger than screens show it, and without metadata: sharp writes pixels alone.
 * Drawings and what is transparent are PNG, everything else JPEG.
 */
async function redraw(file: string, kind: Kind): Promise<PreparedPicture> {
  const picture = sharp(file, { limitInputPixels: maxPixels, failOn: 'warning' })
    .rotate()
    .resize({ width: maxEdgePx, height: maxEdgePx, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const isPng = kind === 'png' || (kind !== 'jpeg' && (await isTransparent(file)));
  const encoded: Sharp = isPng
    ? picture.png({ compressionLevel: 9 })
    : picture.jpeg({ quality: 88, mozjpeg: true });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return {
    bytes: data,
    type: isPng ? 'image/png' : 'image/jpeg',
    widthPx: info.width,
    heightPx: info.height,
    sha256: createHash('sha256').update(data).digest('hex'),
  };
}

async function toPrint(bytes: Uint8Array): Promise<PrintedPicture> {
  const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels })
    .resize({ width: printedWidthPx, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 84 })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, widthPx: info.width, heightPx: info.height };
}

async function isTransparent(file: string): Promise<boolean> {
  const picture = sharp(file, { limitInputPixels: maxPixels });
  return (await picture.metadata()).hasAlpha && !(await picture.stats()).isOpaque;
}
