import { basename } from 'node:path';
import { detectKind } from './detect-kind.ts';
import type { GoodsTasks, PreparedBody } from './tasks.ts';
import { openGoodsZip } from './zip/goods-zip.ts';
import { findOfficeKind, prepareOffice } from './zip/prepare-office.ts';
import { checkPlainZip, writeSingleFileBody, writeZipBody } from './zip/prepare-zip.ts';

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
