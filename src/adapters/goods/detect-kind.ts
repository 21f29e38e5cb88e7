import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { GoodsKind } from '#core/catalogue/goods/goods.model.ts';
import { GoodsRefusal, goodsRefusals } from './refusals.ts';

/** What a file is by its content; a `zip` may turn out to be an Office file. */
type DetectedKind = Extract<GoodsKind, 'pdf' | 'zip' | 'csv'>;

/** Throws a GoodsRefusal for what is none of ours, whatever its name says. */
export function detectKind(path: string, fileName: string, maxBytes: number): DetectedKind {
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
