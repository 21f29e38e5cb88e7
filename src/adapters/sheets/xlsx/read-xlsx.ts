import type { FileHandle } from 'node:fs/promises';
import { SheetZip } from '../sheet-zip.ts';
import type { RawRow } from '../raw-row.ts';
import { SharedStrings } from './shared-strings.ts';
import { readSheetRows } from './sheet-rows.ts';
import { readWorkbook } from './workbook.ts';

/** A sheet of 100,000 rows with long descriptions stays below. */
const limits = {
  maxEntries: 5000,
  maxEntryBytes: 2 * 2 ** 30,
  maxTotalBytes: 3 * 2 ** 30,
  ratioFloorBytes: 4 * 2 ** 20,
};

/** Rows of the first visible sheet. Nothing is computed and nothing is fetched. */
export async function* readXlsx(handle: FileHandle, scratchFolder: string): AsyncGenerator<RawRow> {
  const zip = await SheetZip.open(handle, limits);
  const workbook = await readWorkbook(zip);
  const { sharedStringsPart, sheetPart } = workbook;
  const strings = await SharedStrings.read(
    sharedStringsPart === undefined ? undefined : zip.read(sharedStringsPart),
    scratchFolder,
  );
  try {
    yield* readSheetRows(zip.read(sheetPart), workbook, strings);
  } finally {
    await strings.close();
  }
}
