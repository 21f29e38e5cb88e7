import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import { GoodsRefusal, goodsRefusals } from '../refusals.ts';
import type { PdfMaster } from './pdf-master.ts';
import { makePdfTail } from './pdf-tail.ts';

/** A picture as bytes of red, green, blue and alpha. */
export type RawPicture = { readonly path: string; readonly width: number; readonly height: number };

/** What is read from the proof copy: text for the search, and the first page as a picture. */
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
  const tail = await makePdfTail(master, marker);
  const library = await PDFiumLibrary.init();
  const document = await loadCopy(library, bodyPath, tail);
  const texts: string[] = [];
  let length = 0;
  for (const page of document.pages()) {
    const text = page.getText();
    if (!text.replaceAll(/\s/g, '').includes(marker))
      throw new GoodsRefusal(goodsRefusals.unprovable(page.number + 1));
    if (length < maxTextLength) texts.push(text.replace(marker, '').trim());
    length += text.length;
  }
  return {
    text: texts.join('\n').slice(0, maxTextLength),
    cover: await renderCover(document.getPage(0), coverPath),
  };
}

async function loadCopy(library: PDFiumLibrary, bodyPath: string, tail: Uint8Array) {
  try {
    return await library.loadDocument(Buffer.concat([readFileSync(bodyPath), tail]));
  } catch {
    throw new GoodsRefusal(goodsRefusals.damagedPdf);
  }
}

/** undefined where the page can't be drawn: the file is sold without a cover of its own. */
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
