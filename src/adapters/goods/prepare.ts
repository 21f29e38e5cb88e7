import { basename } from 'node:path';
import type { GoodsTasks, PreparedBody } from './tasks.ts';
import { openGoodsZip } from './zip/goods-zip.ts';
import { findOfficeKind, prepareOffice } from './zip/prepare-office.ts';
import { checkPlainZip, writeSingleFileBody, writeZipBody } from './zip/prepare-zip.ts';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { GoodsKind } from '#core/catalogue/goods/goods.model.ts';
import { GoodsRefusal, goodsRefusals } from './refusals.ts';

/**
 * Finds out by its content what a file is, checks it, and writes the body of all readers' copies.
 * Throws a GoodsRefusal for what can't be sold.
 */
export const prepare: GoodsTasks['prepare'] = async (input) => {
  const { inputPath, bodyPath, fileName, maxBytes, ownerPassword } = input;
  const kind = detectKind(inputPath, fileName, maxBytes);
  if (kind === 'pdf') {
    // A quarter of the process's time: other files need nothing of it.
    const { preparePdf } = await import('./pdf/prepare-pdf.ts');
    return { kind, ...(await preparePdf(inputPath, bodyPath, ownerPassword)) };
  }
  if (kind === 'zip') return prepareZip(inputPath, bodyPath);
  const master = await writeSingleFileBody(inputPath, toSafeName(fileName), bodyPath);
  return { kind, master, title: undefined, pages: undefined, warnings: [] };
};

const prepareZip = (inputPath: string, bodyPath: string): Promise<PreparedBody> =>
  openGoodsZip(inputPath, async (zip) => {
    const kind = await findOfficeKind(zip);
    const licenceName = kind ? '' : checkPlainZip(zip);
    await zip.verify();
    if (kind) return { kind, warnings: [], ...(await prepareOffice(zip, bodyPath)) };
    const master = await writeZipBody(zip, bodyPath, { licenceName });
    return { kind: 'zip', master, title: undefined, pages: undefined, warnings: [] };
  });

const toSafeName = (fileName: string): string =>
  basename(fileName.replaceAll('\\', '/')).replaceAll(/[\u0000-\u001f:*?"<>|]/g, '_') || 'data.csv';

/** The kind of a file by its content; a `zip` may turn out to be an Office file. */
type DetectedKind = Extract<GoodsKind, 'pdf' | 'zip' | 'csv'>;

/** Throws a GoodsRefusal for what is none of ours, whatever its name says. */
function detectKind(path: string, fileName: string, maxBytes: number): DetectedKind {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size === 0) throw new GoodsRefusal(goodsRefusals.empty);
    if (size > maxBytes) throw new GoodsRefusal(goodsRefusals.tooLarge);
    const head = Buffer.alloc(Math.min(size, 65_536));
    readSync(file, head, 0, head.length, 0);
    return detectByHead(head, fileName);
  } finally {
    closeSync(file);
  }
}

function detectByHead(head: Buffer, fileName: string): DetectedKind {
  // A PDF may begin with up to a kilobyte of something else.
  if (head.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  if (head.subarray(0, 2).toString('latin1') === 'PK') return 'zip';
  if (head.subarray(0, 4).toString('hex') === 'd0cf11e0')
    throw new GoodsRefusal(goodsRefusals.oldOffice);
  if (!/\.(csv|tsv|txt)$/i.test(fileName)) throw new GoodsRefusal(goodsRefusals.unknownKind);
  if (!isText(head)) throw new GoodsRefusal(goodsRefusals.notText);
  return 'csv';
}

/** UTF-8 or a single-byte encoding: no control characters but line ends and tabs, and no markup. */
function isText(head: Buffer): boolean {
  const hasControls = head.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13);
  return !hasControls && !/^\s*(?:\ufeff)?\s*</.test(head.toString('utf8', 0, 200));
}
