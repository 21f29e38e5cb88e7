import sharp from 'sharp';

/** A picture as a square PNG, whole and centred on the background (transparent by default). */
export async function renderIcon(
  picture: Uint8Array,
  { sizePx, background }: { readonly sizePx: number; readonly background?: string | undefined },
): Promise<Uint8Array> {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const png = sharp(picture, { density: 300, limitInputPixels: 50_000_000 })
    .resize(sizePx, sizePx, { fit: 'contain', background: background ?? clear })
    .png();
  const filled = background === undefined ? png : png.flatten({ background });
  return new Uint8Array(await filled.toBuffer());
}

/** A PNG in the container that browsers ask for at /favicon.ico (ICO, with one picture). */
export function wrapAsIco(png: Uint8Array, sizePx: number): Uint8Array {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(sizePx % 256, 6);
  head.writeUInt8(sizePx % 256, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
