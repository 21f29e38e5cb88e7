import { inflateSync } from 'node:zlib';

type FontTable = { readonly tag: Buffer; readonly checksum: Buffer; readonly bytes: Buffer };

/**
 * A WOFF font as the plain OpenType font inside it, because fontkit inflates a WOFF's tables anew
 * for every glyph. The table of substitutions (arrows for "->" and the like) is left out: we
 * compose characters ourselves, and fontkit spends two thirds of a page's time in it.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const tables = readTables(woff).filter(({ tag }) => tag.toString('latin1') !== 'GSUB');
  const header = Buffer.alloc(12 + 16 * tables.length);
  woff.copy(header, 0, 4, 8);
  writeSearchFields(header, tables.length);
  const parts: Buffer[] = [header];
  let offset = header.length;
  tables.forEach(({ tag, checksum, bytes }, i) => {
    const entry = 12 + 16 * i;
    header.set(tag, entry);
    header.set(checksum, entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(bytes.length, entry + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  });
  return Buffer.concat(parts);
}

function readTables(woff: Buffer): FontTable[] {
  return Array.from({ length: woff.readUInt16BE(12) }, (_, i) => {
    const entry = 44 + 20 * i;
    const start = woff.readUInt32BE(entry + 4);
    const packedLength = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const bytes = woff.subarray(start, start + packedLength);
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.subarray(entry + 16, entry + 20),
      bytes: packedLength < length ? inflateSync(bytes) : bytes,
    };
  });
}

/** numTables, searchRange, entrySelector and rangeShift of the OpenType header. */
function writeSearchFields(header: Buffer, tableCount: number): void {
  const entrySelector = Math.floor(Math.log2(tableCount));
  const searchRange = 16 << entrySelector;
  const fields = [tableCount, searchRange, entrySelector, 16 * tableCount - searchRange];
  fields.forEach((value, i) => header.writeUInt16BE(value, 4 + 2 * i));
}
