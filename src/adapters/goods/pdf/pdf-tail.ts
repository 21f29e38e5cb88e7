import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { renderStampPdf } from '#adapters/documents/stamp-pdf.ts';
import { lineBox, type PdfMaster } from './pdf-master.ts';
import escapeHtml from 'escape-html';

/**
 * Returns the bytes that make the body one reader's copy: the line and its fonts, the document's
 * properties with the line in them, and the only table of all objects. Nothing in the file points
 * at a version without the line, as it would after an ordinary incremental update.
 */
export async function makePdfTail(master: PdfMaster, line: string): Promise<Uint8Array> {
  const tail = new TailWriter(master);
  await writeLine(tail, master, line);
  return finish(tail, master, line);
}

/** The same without the line: its pages draw nothing where it would be. Never for a reader. */
export const makeTailWithoutLine = (master: PdfMaster): Uint8Array =>
  finish(new TailWriter(master), master, '');

async function writeLine(tail: TailWriter, master: PdfMaster, line: string): Promise<void> {
  const { objects, content, resources } = splitPdfkitObjects(await renderStampPdf(line, lineBox));
  const numbers = new Map(objects.map(({ number }) => [number, tail.takeNumber()]));
  for (const object of objects)
    tail.writeObject(numbers.get(object.number) ?? 0, renumber(object, numbers));
  const form =
    `<</Type /XObject /Subtype /Form /BBox [0 0 ${lineBox.width} ${lineBox.height}]\n` +
    `/Resources ${numbers.get(resources)} 0 R /Filter /FlateDecode`;
  tail.writeStream(master.lineObjectNumber, form, deflateSync(content));
}

function finish(tail: TailWriter, master: PdfMaster, line: string): Uint8Array {
  if (master.xmp) {
    const packet = Buffer.from(addUsageTerms(master.xmp.packet, line));
    tail.writeStream(master.xmp.objectNumber, '<</Type /Metadata /Subtype /XML', packet);
  }
  const infoNumber = tail.takeNumber();
  tail.writeObject(
    infoNumber,
    Buffer.from(`<<${master.info}\n/LicensedTo ${formatText(line)}>>`, 'latin1'),
  );
  return tail.finish(infoNumber, createHash('sha256').update(line).digest('hex').slice(0, 32));
}

/** The object with its references as they are in the tail; bytes of a stream stay as they are. */
function renumber({ bytes }: PdfkitObject, numbers: ReadonlyMap<number, number>): Buffer {
  const streamAt = bytes.indexOf('\nstream\n');
  const dictEnd = streamAt < 0 ? bytes.length : streamAt;
  const dict = bytes
    .subarray(0, dictEnd)
    .toString('latin1')
    .replaceAll(/\b(\d+) 0 R\b/g, (_, number: string) => `${numbers.get(Number(number))} 0 R`);
  return Buffer.concat([Buffer.from(dict, 'latin1'), bytes.subarray(dictEnd)]);
}

/** A text string in UTF-16 with a byte order mark (7.9.2.2). */
const formatText = (text: string): string =>
  `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;

/** Objects behind the body, and the cross-reference stream of the whole file (7.5.8). */
class TailWriter {
  readonly #master: PdfMaster;
  readonly #parts: Buffer[] = [];
  readonly #offsets: (readonly [objectNumber: number, offset: number])[] = [];
  #nextNumber: number;
  #position: number;

  constructor(master: PdfMaster) {
    this.#master = master;
    this.#nextNumber = master.nextObjectNumber;
    this.#position = master.bodyBytes;
  }

  takeNumber(): number {
    return this.#nextNumber++;
  }

  writeObject(number: number, content: Buffer): void {
    this.#offsets.push([number, this.#position]);
    this.#append(Buffer.from(`${number} 0 obj\n`), content, Buffer.from('\nendobj\n'));
  }

  /** `dict` is open: its length and its end are added. */
  writeStream(number: number, dict: string, data: Buffer): void {
    const head = Buffer.from(`${dict} /Length ${data.length}>>\nstream\n`, 'latin1');
    this.writeObject(number, Buffer.concat([head, data, Buffer.from('\nendstream')]));
  }

  finish(infoNumber: number, id: string): Uint8Array {
    const { offsets, rootObjectNumber } = this.#master;
    const tableNumber = this.takeNumber();
    const tableOffset = this.#position;
    const size = this.#nextNumber;
    const table = Buffer.alloc(size * 6);
    const all = [...offsets, ...this.#offsets, [tableNumber, tableOffset] as const];
    for (const [number, offset] of all) {
      table.writeUInt8(1, number * 6);
      table.writeUInt32BE(offset, number * 6 + 1);
    }
    this.writeStream(
      tableNumber,
      `<</Type /XRef /Size ${size} /W [1 4 1] /Root ${rootObjectNumber} 0 R ` +
        `/Info ${infoNumber} 0 R /ID [<${this.#master.id}> <${id}>] /Filter /FlateDecode`,
      deflateSync(table),
    );
    this.#append(Buffer.from(`startxref\n${tableOffset}\n%%EOF\n`));
    return Buffer.concat(this.#parts);
  }

  #append(...parts: readonly Buffer[]): void {
    for (const part of parts) {
      this.#parts.push(part);
      this.#position += part.length;
    }
  }
}

/** An object as pdfkit wrote it, without "1 0 obj" and "endobj". */
type PdfkitObject = { readonly number: number; readonly bytes: Buffer };

/**
 * Takes a PDF of one page apart that pdfkit has just written: the page's content, the number of its
 * resources, and every object that these lead to.
 */
function splitPdfkitObjects(pdf: Buffer): {
  readonly objects: readonly PdfkitObject[];
  readonly content: Buffer;
  readonly resources: number;
} {
  const all = readObjects(pdf);
  const page = [...all.values()].find((bytes) => /\/Type \/Page\b/.test(dictOf(bytes)));
  const numberOf = (key: string): number =>
    Number(new RegExp(`/${key} (\\d+) 0 R`).exec(page ? dictOf(page) : '')?.[1] ?? 0);
  const resources = numberOf('Resources');
  const objects = collectReachable(all, resources);
  return { objects, resources, content: readContent(all.get(numberOf('Contents'))) };
}

/** Object numbers and contents, by the table at the end of the file. */
function readObjects(pdf: Buffer): ReadonlyMap<number, Buffer> {
  const tableAt = Number(
    /startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1', pdf.length - 64))?.[1],
  );
  const table = pdf.toString('latin1', tableAt);
  const objects = new Map<number, Buffer>();
  let number = 0;
  for (const [, offset, kind] of table.matchAll(/(\d{10}) \d{5} ([nf])/g)) {
    if (kind === 'n') objects.set(number, readObject(pdf, Number(offset)));
    number++;
  }
  return objects;
}

function readObject(pdf: Buffer, offset: number): Buffer {
  const start = pdf.indexOf(' obj\n', offset) + 5;
  const length = /\/Length (\d+)\n/.exec(pdf.toString('latin1', start, start + 400))?.[1];
  const streamAt = length === undefined ? -1 : pdf.indexOf('\nstream\n', start);
  const from = streamAt < 0 ? start : streamAt + 8 + Number(length);
  return pdf.subarray(start, pdf.indexOf('\nendobj', from));
}

/** An object's text before its stream. */
function dictOf(bytes: Buffer): string {
  const streamAt = bytes.indexOf('\nstream\n');
  return bytes.toString('latin1', 0, streamAt < 0 ? bytes.length : streamAt);
}

function collectReachable(all: ReadonlyMap<number, Buffer>, from: number): PdfkitObject[] {
  const found = new Map<number, PdfkitObject>();
  const pending = [from];
  for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
    const bytes = all.get(number);
    if (!bytes || found.has(number)) continue;
    found.set(number, { number, bytes });
    for (const [, next] of dictOf(bytes).matchAll(/\b(\d+) 0 R\b/g)) pending.push(Number(next));
  }
  return [...found.values()];
}

function readContent(object: Buffer | undefined): Buffer {
  if (!object) throw new Error('pdfkit wrote a page without content');
  const streamAt = object.indexOf('\nstream\n') + 8;
  return inflateSync(object.subarray(streamAt, object.lastIndexOf('\nendstream')));
}

/**
 * The XMP packet with the reader's line as terms of use (the XMP specification's rights management
 * schema, which PDF/A knows too). The packet has no such terms yet.
 */
function addUsageTerms(packet: string, line: string): string {
  const description =
    '<rdf:Description rdf:about="" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">' +
    '<xmpRights:Marked>True</xmpRights:Marked><xmpRights:UsageTerms><rdf:Alt>' +
    `<rdf:li xml:lang="x-default">${escapeHtml(line)}</rdf:li>` +
    '</rdf:Alt></xmpRights:UsageTerms></rdf:Description>';
  const end = packet.lastIndexOf('</rdf:RDF>');
  return packet.slice(0, end) + description + packet.slice(end);
}
