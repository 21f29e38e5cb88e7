import { readFileSync, writeFileSync } from 'node:fs';
import { PDF, PdfDict, PdfName, PdfNumber, PdfArray, PdfStream } from '@libpdf/core';
import { GoodsRefusal, goodsRefusals } from '../refusals.ts';
import type { GoodsTasks } from '../tasks.ts';
import {
  getRotation,
  getSeenSize,
  getVisibleBox,
  placeUpright,
  type Resolve,
} from './page-boxes.ts';
import { PageStamper } from './page-stamper.ts';
import { makePdfTail } from './pdf-tail.ts';
import { listPages } from './prepare-pdf.ts';

/** The mark's box, centred on the page; as large as an A4 page is wide. */
const markSize = 595;

/**
 * Writes a PDF of the chosen pages (counted from 1) of a prepared one, with SAMPLE across each.
 * Throws a GoodsRefusal if it has no such page.
 */
export const makeSample: GoodsTasks['makeSample'] = async (input) => {
  const { bodyPath, master, samplePath, pages, line } = input;
  const tail = await makePdfTail(master, line);
  const whole = await PDF.load(Buffer.concat([readFileSync(bodyPath), tail]));
  const count = whole.getPageCount();
  const missing = pages.find((page) => page < 1 || page > count);
  if (missing !== undefined || pages.length === 0)
    throw new GoodsRefusal(goodsRefusals.noSuchPage(missing ?? 0, count));
  const sample = await whole.extractPages(pages.map((page) => page - 1));
  const { registry } = sample.context;
  const resolve: Resolve = (ref) => registry.resolve(ref);
  const markRef = registry.register(drawMark());
  const stamper = new PageStamper(
    resolve,
    markRef,
    (object) => registry.register(object),
    placeMark,
  );
  listPages(sample).forEach((page, i) => stamper.stamp(page, i + 1));
  writeFileSync(samplePath, await sample.save(), { flag: 'wx', mode: 0o600 });
  return { pages: pages.length };
};

function placeMark(page: PdfDict, resolve: Resolve): readonly number[] {
  const box = getVisibleBox(page, resolve);
  const rotation = getRotation(page, resolve);
  const { width, height } = getSeenSize(box, rotation);
  const scale = Math.min(width, height) / markSize;
  return placeUpright(box, rotation, { left: width / 2, bottom: height / 2, scale });
}

/** SAMPLE from lower left to upper right, so pale that what is below can be read. */
function drawMark(): PdfStream {
  const font = PdfDict.of({
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('Type1'),
    BaseFont: PdfName.of('Helvetica-Bold'),
    Encoding: PdfName.of('WinAnsiEncoding'),
  });
  const pale = PdfDict.of({ Type: PdfName.of('ExtGState'), ca: PdfNumber.of(0.16) });
  const half = markSize / 2;
  const content =
    'q /Pale gs 0.35 g BT /Bold 120 Tf 0.6157 0.788 -0.788 0.6157 -120 -230 Tm (SAMPLE) Tj ET Q';
  return PdfStream.fromDict(
    {
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: PdfArray.of(...[-half, -half, half, half].map((value) => PdfNumber.of(value))),
      Resources: PdfDict.of({
        Font: PdfDict.of({ Bold: font }),
        ExtGState: PdfDict.of({ Pale: pale }),
      }),
    },
    Buffer.from(content, 'latin1'),
  );
}
