import { crc32, deflateRawSync } from 'node:zlib';

/** For tests of the core, which imports no adapter. */
export { openZip } from '#adapters/zip/open-zip.ts';

/** A ZIP file of these parts; the first one is stored, the others are compressed. */
export function createZip(parts: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const content = typeof text === 'string' ? Buffer.from(text) : Buffer.from(text);
    const method = files.length === 0 ? 0 : 8;
    const packed = method === 0 ? content : deflateRawSync(content);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    files.push(Buffer.from('PK\u0003\u0004'), shared, Buffer.from(name), packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), shared, tail, Buffer.from(name)]),
    );
    at += 30 + Buffer.byteLength(name) + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, ...directory, end]);
}
