import { crc32, deflateRawSync } from 'node:zlib';
import type { ZipEntry } from './read-zip.ts';

/** An entry without the place of its bytes: what both of its headers say. */
export type ZipHeader = Omit<ZipEntry, 'dataOffset' | 'name'>;

/** A new entry of a small text, and its packed bytes. Its time is the earliest that ZIP knows. */
export function packText(name: string, text: string): { header: ZipHeader; packed: Buffer } {
  const content = Buffer.from(text);
  const packed = deflateRawSync(content);
  const header = {
    rawName: Buffer.from(name),
    versionMadeBy: 20,
    flags: 0x800,
    method: 8,
    time: 0,
    date: 0x21,
    crc: crc32(content),
    packedBytes: packed.length,
    bytes: content.length,
    externalAttributes: 0,
  };
  return { header, packed };
}

/** Fields that the local header and the directory share (APPNOTE 4.3.7 and 4.3.12). */
function sharedFields(header: ZipHeader): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  // Sizes are in the header itself: no data descriptor follows the bytes.
  fields.writeUInt16LE(header.flags & ~8, 2);
  fields.writeUInt16LE(header.method, 4);
  fields.writeUInt16LE(header.time, 6);
  fields.writeUInt16LE(header.date, 8);
  fields.writeUInt32LE(header.crc, 10);
  fields.writeUInt32LE(header.packedBytes, 14);
  fields.writeUInt32LE(header.bytes, 18);
  fields.writeUInt16LE(header.rawName.length, 22);
  return fields;
}

export const formatLocalHeader = (header: ZipHeader): Buffer =>
  Buffer.concat([Buffer.from('PK\u0003\u0004'), sharedFields(header), header.rawName]);

/** An entry of the central directory, for a local header at `offset`. */
export function formatDirectoryEntry(header: ZipHeader, offset: number): Buffer {
  const version = Buffer.alloc(2);
  version.writeUInt16LE(header.versionMadeBy);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(header.externalAttributes, 6);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    version,
    sharedFields(header),
    rest,
    header.rawName,
  ]);
}

/** The end of a ZIP, behind its directory. */
export function formatDirectoryEnd(
  entryCount: number,
  directoryBytes: number,
  directoryOffset: number,
): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entryCount, 8);
  end.writeUInt16LE(entryCount, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(directoryOffset, 16);
  return end;
}
