import { deflateSync } from 'node:zlib';
import { createZip } from './zip-file.ts';

/** A PDF of these objects, numbered from 1. */
export const pdf = (...objects: (string | Buffer)[]): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n', 'latin1'),
    ...objects.flatMap((object, i) => [
      Buffer.from(`${i + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from('trailer << /Root 1 0 R >>\n%%EOF\n'),
  ]);
/** The content of an object with a stream. */
export const stream = (entries: string, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
/** A compressed object stream that holds one object, number 7. */
export const objectStream = (text: string, entries = '/Type /ObjStm'): Buffer =>
  stream(`${entries} /N 1 /First 4 /Filter /FlateDecode`, deflateSync(`7 0 ${text}`));
/** A DOCX with these parts; its text has words that only sound dangerous. */
export const docx = (parts: Readonly<Record<string, string>> = {}): Buffer =>
  createZip({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': '<w:document>A CV with vbaProject and DDE as words</w:document>',
    ...parts,
  });
/** A part of a DOCX's relations with one that leads outside. */
export const relation = (type: string, target: string): string =>
  `<Relationships><Relationship Id="r1" Target="${target}" Type="http://x/${type}" TargetMode="External"/></Relationships>`;
/** An ODT with this content. */
export const odt = (content: string): Buffer =>
  createZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content });

/** A Word 97 file with nothing but a directory of these names. */
export function doc(...names: string[]): Buffer {
  const header = Buffer.alloc(512);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(header);
  const entries = ['Root Entry', ...names].map((name) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE(2 * name.length + 2, 64);
    entry[66] = 2;
    return entry;
  });
  return Buffer.concat([header, ...entries]);
}
