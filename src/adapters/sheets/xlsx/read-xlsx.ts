import type { FileHandle } from 'node:fs/promises';
import { SheetZip } from '../sheet-zip.ts';
import { type RawRow, assertFewColumns } from '../raw-row.ts';
import { SharedStrings } from './shared-strings.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import { UnreadableFileError } from '#core/imports/sheet.model.ts';
import { formatNumber, formatSerialDate } from './cell-value.ts';
import { parseXml } from './parse-xml.ts';
import { decodeXlsxText } from './xlsx-text.ts';

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

/** The value of a formula without a stored one; like Excel's own errors it is no value. */
const missingFormulaValue = '#N/A';

/** Rows of a sheet's XML with the text of their cells: numbers as digits, dates as ISO days. */
async function* readSheetRows(
  part: AsyncIterable<Uint8Array>,
  workbook: Workbook,
  strings: SharedStrings,
): AsyncGenerator<RawRow> {
  const builder = new RowBuilder(workbook, strings);
  const chunks = parseXml(part, {
    onOpen: (name, attributes) => builder.open(name, attributes),
    onText: (text) => builder.addText(text),
    onClose: (name) => builder.close(name),
  });
  for await (const _ of chunks) yield* builder.takeRows();
}

class RowBuilder {
  readonly #workbook: Workbook;
  readonly #strings: SharedStrings;
  #rows: RawRow[] = [];
  #rowNumber = 0;
  #cells: string[] = [];
  #column = -1;
  #type = '';
  #style = 0;
  #text = '';
  #isText = false;
  #isPhonetic = false;
  #hasFormula = false;

  constructor(workbook: Workbook, strings: SharedStrings) {
    this.#workbook = workbook;
    this.#strings = strings;
  }

  takeRows(): readonly RawRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, { r, t, s }: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#rowNumber = r === undefined ? this.#rowNumber + 1 : Number(r);
      this.#cells = [];
      this.#column = -1;
    } else if (name === 'c') {
      this.#column = r === undefined ? this.#column + 1 : readColumn(r);
      this.#type = t ?? 'n';
      this.#style = Number(s ?? 0);
      this.#text = '';
      this.#hasFormula = false;
    } else if (name === 'f') this.#hasFormula = true;
    else if (name === 'rPh') this.#isPhonetic = true;
    this.#isText = name === 'v' || (name === 't' && !this.#isPhonetic);
  }

  addText(text: string): void {
    if (this.#isText) this.#text += text;
  }

  close(name: string): void {
    this.#isText = false;
    if (name === 'rPh') this.#isPhonetic = false;
    if (name === 'c') this.#addCell();
    if (name === 'row') this.#rows.push({ number: this.#rowNumber, cells: this.#cells });
  }

  #addCell(): void {
    const value = this.#readValue();
    if (value === '') return;
    assertFewColumns(this.#column + 1);
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = value;
  }

  #readValue(): string {
    const text = this.#text;
    if (text === '') return this.#hasFormula ? missingFormulaValue : '';
    switch (this.#type) {
      case 's':
        return this.#readShared(Number(text));
      case 'b':
        return text === '1' ? 'true' : 'false';
      case 'n':
        return this.#workbook.isDateStyle[this.#style]
          ? formatSerialDate(Number(text), this.#workbook.is1904)
          : formatNumber(text);
      case 'inlineStr':
      case 'str':
        return decodeXlsxText(text);
      default:
        return text;
    }
  }

  #readShared(index: number): string {
    const text = this.#strings.get(index);
    if (text === undefined)
      throw new UnreadableFileError('The file is damaged. Save it again and send it.');
    return text;
  }
}

/** 27 for "AB12". */
function readColumn(reference: string): number {
  let column = 0;
  for (const character of reference) {
    const value = character.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    column = column * 26 + value;
  }
  return column - 1;
}
