import escapeHtml from 'escape-html';
import type { WrittenRow } from '#core/imports/sheet.model.ts';
import { streamZip } from '../../zip/write-zip.ts';
import { encodeXlsxText } from './xlsx-text.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const spreadsheetNs = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationsNs = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNs = 'http://schemas.openxmlformats.org/package/2006';

const contentTypes = `${declaration}<Types xmlns="${packageNs}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`;
const relations = (type: string, target: string): string =>
  `${declaration}<Relationships xmlns="${packageNs}/relationships"><Relationship Id="rId1" Type="${relationsNs}/${type}" Target="${target}"/></Relationships>`;
const workbook = `${declaration}<workbook xmlns="${spreadsheetNs}" xmlns:r="${relationsNs}"><sheets><sheet name="Reports" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** A workbook with one sheet. Every cell is typed as text, so that none is run as a formula. */
export const writeXlsx = (
  headers: readonly string[],
  rows: AsyncIterable<WrittenRow>,
): AsyncGenerator<Uint8Array> =>
  streamZip([
    ['[Content_Types].xml', toChunks(contentTypes)],
    ['_rels/.rels', toChunks(relations('officeDocument', 'xl/workbook.xml'))],
    ['xl/workbook.xml', toChunks(workbook)],
    ['xl/_rels/workbook.xml.rels', toChunks(relations('worksheet', 'worksheets/sheet1.xml'))],
    ['xl/worksheets/sheet1.xml', writeSheet(headers, rows)],
  ]);

async function* toChunks(text: string): AsyncGenerator<string> {
  yield text;
}

async function* writeSheet(
  headers: readonly string[],
  rows: AsyncIterable<WrittenRow>,
): AsyncGenerator<string> {
  yield `${declaration}<worksheet xmlns="${spreadsheetNs}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
  let number = 1;
  yield formatRow(headers, number);
  for await (const row of rows) yield formatRow(row, ++number);
  yield '</sheetData></worksheet>';
}

const formatRow = (cells: WrittenRow, number: number): string =>
  `<row r="${number}">${cells.map((cell, index) => formatCell(cell, formatReference(index, number))).join('')}</row>`;

const formatCell = (cell: string, reference: string): string =>
  cell === ''
    ? ''
    : `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeHtml(encodeXlsxText(cell))}</t></is></c>`;

/** "AB12" for column 27 of row 12. */
function formatReference(column: number, row: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row}`;
}
