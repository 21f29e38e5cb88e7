import { crc32, createDeflateRaw } from 'node:zlib';
import { Readable } from 'node:stream';

const utf8AndDescriptorFlags = 0x0808;
const deflateMethod = 8;
/** 1 January 1980, the first day of ZIP: the same parts give the same bytes. */
const dosDate = 0x0021;
const version = 20;

type WrittenEntry = {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
};

/**
 * A ZIP of these parts as a stream: sizes stand behind each part (APPNOTE 4.3.9), since they are
 * known only then. Parts below 4 GB, as every part of an Excel sheet.
 */
export async function* writeZip(
  parts: readonly (readonly [name: string, text: AsyncIterable<string>])[],
): AsyncGenerator<Uint8Array> {
  const written: WrittenEntry[] = [];
  let offset = 0;
  for (const [partName, text] of parts) {
    const name = Buffer.from(partName);
    const start = offset;
    const header = createLocalHeader(name);
    offset += header.length;
    yield header;
    const counts = { crc: 0, unpackedBytes: 0 };
    let packedBytes = 0;
    for await (const chunk of Readable.from(countBytes(text, counts)).pipe(createDeflateRaw())) {
      packedBytes += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
    const entry = { name, offset: start, packedBytes, ...counts };
    const descriptor = createDescriptor(entry);
    offset += packedBytes + descriptor.length;
    yield descriptor;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(createDirectoryEntry));
  yield directory;
  yield createEnd(written.length, directory.length, offset);
}

async function* countBytes(
  text: AsyncIterable<string>,
  counts: { crc: number; unpackedBytes: number },
): AsyncGenerator<Buffer> {
  for await (const part of text) {
    const bytes = Buffer.from(part);
    counts.crc = crc32(bytes, counts.crc);
    counts.unpackedBytes += bytes.length;
    yield bytes;
  }
}

function createLocalHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeShared(header, 4);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function createDescriptor({ crc, packedBytes, unpackedBytes }: WrittenEntry): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packedBytes, 8);
  descriptor.writeUInt32LE(unpackedBytes, 12);
  return descriptor;
}

function createDirectoryEntry(entry: WrittenEntry): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(version, 4);
  writeShared(header, 6);
  header.writeUInt32LE(entry.crc, 16);
  header.writeUInt32LE(entry.packedBytes, 20);
  header.writeUInt32LE(entry.unpackedBytes, 24);
  header.writeUInt16LE(entry.name.length, 28);
  header.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([header, entry.name]);
}

/** Version, flags, method and time, which the local header and the directory have in common. */
function writeShared(header: Buffer, at: number): void {
  header.writeUInt16LE(version, at);
  header.writeUInt16LE(utf8AndDescriptorFlags, at + 2);
  header.writeUInt16LE(deflateMethod, at + 4);
  header.writeUInt16LE(dosDate, at + 8);
}

function createEnd(count: number, directoryBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
