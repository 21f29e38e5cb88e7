import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { PDFiumLibrary, type PDFiumDocument, type PDFiumPage } from '@hyzyla/pdfium';
import { GoodsRefusal, goodsRefusals } from '../refusals.ts';
import type { PdfMaster } from './pdf-master.ts';
import { makePdfTail, makeTailWithoutLine } from './pdf-tail.ts';

/** A picture as bytes of red, green, blue and alpha. */
export type RawPicture = { readonly path: string; readonly width: number; readonly height: number };

/** The result of the proof copy: text for the search, and the first page as a picture. */
export type PdfProof = { readonly text: string; readonly cover: RawPicture | undefined };

const coverPixels = { width: 900, height: 1300 } as const;
/** Characters that the search can use of a file. */
const maxTextLength = 1_000_000;

/**
 * Makes one copy and reads every page of it in another library than the one that wrote it: a page
 * on which the reader's line is missing is refused by its number. Answers what else was read.
 */
export async function provePdf(
  bodyPath: string,
  master: PdfMaster,
  coverPath: string,
): Promise<PdfProof> {
  const marker = `proof${randomBytes(6).toString('hex')}`;
  const library = await PDFiumLibrary.init();
  const document = await loadCopy(library, bodyPath, await makePdfTail(master, marker));
  const texts: string[] = [];
  const unproved = new Map<number, DrawnObjects>();
  let length = 0;
  for (const page of document.pages()) {
    const text = page.getText();
    if (!text.replaceAll(/\s/g, '').includes(marker)) unproved.set(page.number, listDrawn(page));
    if (length < maxTextLength) texts.push(text.replace(marker, '').trim());
    length += text.length;
  }
  const cover = await renderCover(document.getPage(0), coverPath);
  document.destroy();
  if (unproved.size > 0)
    proveByObjects(unproved, await loadCopy(library, bodyPath, makeTailWithoutLine(master)));
  return { text: texts.join('\n').slice(0, maxTextLength), cover };
}

/** The drawn objects of a page: how many, and whether the last one is a form, as the line is. */
type DrawnObjects = { readonly count: number; readonly endsWithForm: boolean };

function listDrawn(page: PDFiumPage): DrawnObjects {
  const count = page.getObjectCount();
  return { count, endsWithForm: count > 0 && page.getObject(count - 1).type === 'form' };
}

/**
 * PDFium leaves out as many characters at a page's end as the page has glyphs without a meaning, as
 * formulas have. On such a page the line is the one object that a copy without it does not draw.
 * Throws a GoodsRefusal for the first page on which it is not.
 */
function proveByObjects(
  pages: ReadonlyMap<number, DrawnObjects>,
  withoutLine: PDFiumDocument,
): void {
  for (const [index, { count, endsWithForm }] of pages)
    if (!endsWithForm || listDrawn(withoutLine.getPage(index)).count !== count - 1)
      throw new GoodsRefusal(goodsRefusals.unprovable(index + 1));
}

async function loadCopy(
  library: PDFiumLibrary,
  bodyPath: string,
  tail: Uint8Array,
): Promise<PDFiumDocument> {
  try {
    return await library.loadDocument(readCopy(bodyPath, tail));
  } catch {
    throw new GoodsRefusal(goodsRefusals.damagedPdf);
  }
}

/** Body and tail in one piece of memory, since a body may have 500 MB. */
function readCopy(bodyPath: string, tail: Uint8Array): Uint8Array {
  const { size } = statSync(bodyPath);
  const copy = Buffer.allocUnsafeSlow(size + tail.length);
  const file = openSync(bodyPath, 'r');
  try {
    for (let at = 0; at < size;) at += readSync(file, copy, at, size - at, at);
  } finally {
    closeSync(file);
  }
  copy.set(tail, size);
  return copy;
}

/** undefined if the page can't be drawn: the file is sold without a cover of its own. */
async function renderCover(page: PDFiumPage, path: string): Promise<RawPicture | undefined> {
  try {
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = Math.min(coverPixels.width / originalWidth, coverPixels.height / originalHeight);
    const { data, width, height } = await page.render({ scale });
    writeFileSync(path, data, { mode: 0o600 });
    return { path, width, height };
  } catch {
    return undefined;
  }
}
