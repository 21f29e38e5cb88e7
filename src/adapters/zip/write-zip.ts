import { Readable } from 'node:stream';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';

/** The fields of both headers of an entry. */
export type ZipHeader = {
  readonly rawName: Buffer;
  readonly versionMadeBy: number;
  readonly flags: number;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly time: number;
  readonly date: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly externalAttributes: number;
};

const utf8Flag = 0x800;
/** The sizes stand behind the bytes. */
const descriptorFlag = 8;

/** A new entry of a small text, and its packed bytes. Its time is the earliest that ZIP knows. */
export function packText(name: string, text: string): { header: ZipHeader; packed: Buffer } {
  const content = Buffer.from(text);
  const packed = deflateRawSync(content);
  const counts = { crc: crc32(content), packedBytes: packed.length, bytes: content.length };
  return { header: { ...createHeader(name), ...counts }, packed };
}

/** Of a deflated entry without bytes. */
const createHeader = (name: string): ZipHeader => ({
  rawName: Buffer.from(name),
  versionMadeBy: 20,
  flags: utf8Flag,
  method: 8,
  time: 0,
  date: 0x21,
  crc: 0,
  packedBytes: 0,
  bytes: 0,
  externalAttributes: 0,
});

/**
 * A ZIP of these parts as a stream: sizes stand behind each part (APPNOTE 4.3.9), since they are
 * known only then. Parts below 4 GB, as every part of an Excel sheet.
 */
export async function* streamZip(
  parts: readonly (readonly [name: string, text: AsyncIterable<string>])[],
): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let position = 0;
  for (const [name, text] of parts) {
    const empty = { ...createHeader(name), flags: utf8Flag | descriptorFlag };
    const start = formatLocalHeader(empty);
    yield start;
    const counts = { crc: 0, bytes: 0 };
    let packedBytes = 0;
    for await (const piece of Readable.from(countBytes(text, counts)).pipe(createDeflateRaw())) {
      packedBytes += (piece as Buffer).length;
      yield piece as Buffer;
    }
    const header = { ...empty, ...counts, packedBytes };
    const descriptor = formatDescriptor(header);
    yield descriptor;
    directory.push(formatDirectoryEntry(header, position));
    position += start.length + packedBytes + descriptor.length;
  }
  const directoryBytes = directory.reduce((sum, entry) => sum + entry.length, 0);
  yield* directory;
  yield formatDirectoryEnd(directory.length, directoryBytes, position);
}

async function* countBytes(
  text: AsyncIterable<string>,
  counts: { crc: number; bytes: number },
): AsyncGenerator<Buffer> {
  for await (const part of text) {
    const piece = Buffer.from(part);
    counts.crc = crc32(piece, counts.crc);
    counts.bytes += piece.length;
    yield piece;
  }
}

function formatDescriptor({ crc, packedBytes, bytes }: ZipHeader): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.write('PK\u0007\u0008', 'latin1');
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packedBytes, 8);
  descriptor.writeUInt32LE(bytes, 12);
  return descriptor;
}

/** Fields that the local header and the directory share (APPNOTE 4.3.7 and 4.3.12). */
function sharedFields(header: ZipHeader): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(header.flags, 2);
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
