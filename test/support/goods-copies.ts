import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { makePdfTail } from '#adapters/goods/pdf/pdf-tail.ts';
import { provePdf } from '#adapters/goods/pdf/prove-copy.ts';
import { prepare } from '#adapters/goods/prepare.ts';
import { makeZipTail } from '#adapters/goods/zip/zip-tail.ts';
import { formatStamp } from '#core/orders/delivery/stamp.model.ts';
import { sampleStamp } from './document-samples.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

// Test files share it with their process; the run removes it at its end.
const folder = createTemporaryFolder('goods');
let files = 0;

/** Prepares a file as an upload does, in this process; throws a GoodsRefusal. */
export async function prepareFile(
  content: Uint8Array,
  fileName = 'report.pdf',
  ownerPassword?: string,
) {
  const inputPath = `${folder.path}/${++files}`;
  const bodyPath = `${inputPath}.body`;
  writeFileSync(inputPath, content);
  const maxBytes = 10 * 2 ** 20;
  const prepared = await prepare({ inputPath, bodyPath, fileName, maxBytes, ownerPassword });
  const { master } = prepared;
  if (master.kind === 'pdf') await provePdf(bodyPath, master, `${inputPath}.cover`);
  return { ...prepared, bodyPath };
}

/** One reader's copy of a file. */
export async function makeCopy(content: Uint8Array, stamp = sampleStamp, fileName = 'report.pdf') {
  const { master, bodyPath } = await prepareFile(content, fileName);
  const tail =
    master.kind === 'pdf'
      ? await makePdfTail(master, formatStamp(stamp))
      : makeZipTail(master, stamp);
  expect(readFileSync(bodyPath).length).toBe(master.bodyBytes);
  return Buffer.concat([readFileSync(bodyPath), tail]);
}
