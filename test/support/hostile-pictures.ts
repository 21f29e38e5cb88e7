import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A plain picture of one colour. */
export const makePicture = (
  background: string,
  { type = 'png', width = 60, height = 40 }: Partial<PictureOptions> = {},
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(type)
    .toBuffer();
type PictureOptions = {
  readonly type: 'png' | 'jpeg' | 'webp' | 'avif';
  readonly width: number;
  readonly height: number;
};

/** A JPEG on its side with a place, a camera and a comment in its metadata. */
export const makePhotoWithPlace = (): Promise<Buffer> =>
  sharp({ create: { width: 80, height: 40, channels: 3, background: '#2a7f4f' } })
    .withExif({
      IFD0: { Make: 'Secret Camera', Artist: 'Ada Example' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** A PNG of 30,000 × 30,000 pixels: some hundred kilobytes that become 900 megapixels. */
export function makeHugePng(edge = 30_000): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  // One bit of grey for each pixel.
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(edge * (1 + Math.ceil(edge / 8)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    makeChunk('IHDR', header),
    makeChunk('IDAT', deflateSync(rows, { level: 1 })),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function makeChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
