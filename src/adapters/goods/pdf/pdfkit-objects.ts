import { inflateSync } from 'node:zlib';

/** An object as pdfkit wrote it, without "1 0 obj" and "endobj". */
export type PdfkitObject = { readonly number: number; readonly bytes: Buffer };

/**
 * Takes a PDF of one page apart that pdfkit has just written: the page's content, the number of its
 * resources, and every object that these lead to.
 */
export function splitPdfkitObjects(pdf: Buffer): {
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
