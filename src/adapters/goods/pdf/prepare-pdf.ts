import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { PDF, PdfArray, PdfDict, PdfName, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { GoodsRefusal, goodsRefusals } from '../refusals.ts';
import { decodeStream } from './decode-stream.ts';
import { dereference, type Resolve } from './page-boxes.ts';
import { PageStamper } from './page-stamper.ts';
import type { PdfMaster } from './pdf-master.ts';
import { ObjectWriter } from './write-objects.ts';

const maxPdfPages = 5000;
const maxXmpBytes = 1_000_000;

/** A prepared PDF. */
export type PreparedPdf = {
  readonly master: PdfMaster;
  readonly pages: number;
  readonly title: string | undefined;
  readonly warnings: readonly string[];
};

/**
 * Writes the body of all readers' copies: the PDF with a place for the reader's line on every page,
 * and without a table of its objects, so that it is no PDF before a tail makes it one. Throws a
 * GoodsRefusal for a file that can't be sold.
 */
export async function preparePdf(
  inputPath: string,
  bodyPath: string,
  ownerPassword?: string,
): Promise<PreparedPdf> {
  const pdf = await openPdf(inputPath, ownerPassword);
  const { registry, catalog } = pdf.context;
  const resolve: Resolve = (ref) => registry.resolve(ref);
  refuseXfa(catalog.getDict(), resolve);
  const pages = listPages(pdf);
  const lineRef = registry.register(new PdfStream());
  const stamper = new PageStamper(resolve, lineRef, (object) => registry.register(object));
  pages.forEach((page, i) => stamper.stamp(page, i + 1));

  const xmp = readXmp(catalog.getDict(), resolve);
  const omit = new Set([lineRef.objectNumber, ...(xmp ? [xmp.objectNumber] : [])]);
  const { writer, rootObjectNumber, warnings } = writeBody(pdf, bodyPath, omit);
  return {
    pages: pages.length,
    title: readTitle(pdf, resolve),
    warnings,
    master: {
      kind: 'pdf',
      bodyBytes: writer.position,
      offsets: writer.offsets,
      nextObjectNumber: registry.nextObjectNumber,
      rootObjectNumber,
      lineObjectNumber: lineRef.objectNumber,
      info: formatInfo(pdf, writer, resolve),
      id: readId(pdf.context.info.trailer, resolve),
      ...(xmp ? { xmp } : {}),
    },
  };
}

/** Writes the objects of the document, but for those that a tail brings. */
function writeBody(pdf: PDF, bodyPath: string, omit: ReadonlySet<number>) {
  const resolve: Resolve = (ref) => pdf.context.registry.resolve(ref);
  const rootRef = pdf.context.info.trailer.getRef('Root');
  if (!rootRef) throw new GoodsRefusal(goodsRefusals.damagedPdf);
  const findings = new PdfFindings();
  const file = openSync(bodyPath, 'wx', 0o600);
  try {
    // Cross-reference streams came with 1.5.
    const version = pdf.version > '1.5' ? pdf.version : '1.5';
    const header = Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, 'latin1');
    writeWhole(file, header);
    const writer = new ObjectWriter(header.length, {
      resolve,
      write: (bytes) => writeWhole(file, bytes),
      inspectDict: (dict) => findings.inspect(dict, resolve),
      omit,
    });
    writer.writeFrom(rootRef);
    const rootObjectNumber = rootRef.objectNumber;
    return { writer, rootObjectNumber, warnings: findings.listWarnings() };
  } finally {
    closeSync(file);
  }
}

/** Opens a PDF that may be changed. Throws a GoodsRefusal for any other. */
async function openPdf(inputPath: string, ownerPassword?: string): Promise<PDF> {
  let pdf: PDF;
  try {
    const options = ownerPassword === undefined ? {} : { credentials: ownerPassword };
    pdf = await PDF.load(readFileSync(inputPath), options);
  } catch {
    throw new GoodsRefusal(goodsRefusals.damagedPdf);
  }
  if (pdf.isEncrypted && !pdf.isAuthenticated) throw new GoodsRefusal(goodsRefusals.userPassword);
  if (pdf.isEncrypted && !pdf.hasOwnerAccess()) throw new GoodsRefusal(goodsRefusals.ownerLocked);
  return pdf;
}

/**
 * The dictionaries of the pages, each once. Throws a GoodsRefusal if there are none or too many.
 */
export function listPages(pdf: PDF): PdfDict[] {
  const refs = pdf.context.pages.getPages();
  if (refs.length === 0) throw new GoodsRefusal(goodsRefusals.noPages);
  if (refs.length > maxPdfPages) throw new GoodsRefusal(goodsRefusals.tooManyPages);
  return refs.map((ref) => {
    const page = pdf.context.resolve(ref);
    if (!(page instanceof PdfDict)) throw new GoodsRefusal(goodsRefusals.damagedPdf);
    return page;
  });
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

function refuseXfa(catalog: PdfDict, resolve: Resolve): void {
  const form = dereference(catalog.get('AcroForm'), resolve);
  if (form instanceof PdfDict && form.has('XFA')) throw new GoodsRefusal(goodsRefusals.xfa);
}

/** Collects what the objects of a file say about it. */
class PdfFindings {
  #isSigned = false;

  /** Throws a GoodsRefusal for a script, or an action that starts a program. */
  inspect(dict: PdfDict, resolve: Resolve): void {
    const action = dereference(dict.get('S'), resolve);
    const isAction = action instanceof PdfName;
    if (isAction && (dict.has('JS') || ['JavaScript', 'Launch'].includes(action.value)))
      throw new GoodsRefusal(goodsRefusals.scripts);
    if (dict.has('ByteRange') && dict.has('Contents')) this.#isSigned = true;
  }

  listWarnings(): string[] {
    return this.#isSigned ? ["The signature will no longer be valid in readers' copies."] : [];
  }
}

function formatInfo(pdf: PDF, writer: ObjectWriter, resolve: Resolve): string {
  const info = dereference(pdf.context.info.trailer.get('Info'), resolve);
  if (!(info instanceof PdfDict)) return '';
  const entries = Array.from(info, ([key, value]) => {
    const direct = dereference(value, resolve);
    const isPlain = direct instanceof PdfString || direct instanceof PdfName;
    return isPlain ? `${writer.formatShallow(key)} ${writer.formatShallow(direct)}` : '';
  });
  return entries.filter(Boolean).join('\n');
}

function readTitle(pdf: PDF, resolve: Resolve): string | undefined {
  const info = dereference(pdf.context.info.trailer.get('Info'), resolve);
  const title = info instanceof PdfDict ? dereference(info.get('Title'), resolve) : undefined;
  return (title instanceof PdfString && title.asString().trim().slice(0, 300)) || undefined;
}

function readId(trailer: PdfDict, resolve: Resolve): string {
  const ids = dereference(trailer.get('ID'), resolve);
  const first = ids instanceof PdfArray ? dereference(ids.at(0), resolve) : undefined;
  return first instanceof PdfString && first.bytes.length > 0 && first.bytes.length <= 64
    ? Buffer.from(first.bytes).toString('hex')
    : randomBytes(16).toString('hex');
}

function readXmp(catalog: PdfDict, resolve: Resolve): PdfMaster['xmp'] {
  const ref = catalog.get('Metadata');
  const metadata = dereference(ref, resolve);
  if (!(ref instanceof PdfRef) || !(metadata instanceof PdfStream)) return undefined;
  const packet = Buffer.from(decodeStream(metadata, resolve)).toString('utf8');
  const isUsable =
    packet.length < maxXmpBytes &&
    packet.includes('</rdf:RDF>') &&
    !packet.includes('UsageTerms') &&
    !packet.includes('\ufffd');
  return isUsable ? { objectNumber: ref.objectNumber, packet } : undefined;
}
