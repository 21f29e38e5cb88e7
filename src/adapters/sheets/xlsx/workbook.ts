import { UnreadableFileError } from '#core/imports/sheet.model.ts';
import type { SheetZip } from '../sheet-zip.ts';
import { isDateFormat } from './cell-value.ts';
import { parseWholeXml } from './parse-xml.ts';

/** The parts of a workbook that the cells of its first visible sheet need. */
export type Workbook = {
  readonly sheetPart: string;
  readonly sharedStringsPart: string | undefined;
  readonly is1904: boolean;
  /** By the index of a cell's style: whether its numbers are dates. */
  readonly isDateStyle: readonly boolean[];
};

const refusals: readonly (readonly [part: RegExp, sentence: string])[] = [
  [/^xl\/vbaProject\.bin$/i, 'The file has macros. Save it as .xlsx without macros.'],
  [/^xl\/macrosheets\//i, 'The file has macros. Save it as .xlsx without macros.'],
  [
    /^xl\/externalLinks\//i,
    'The file has links to other workbooks. Replace them by values (Data, Edit Links, Break Link).',
  ],
  [/^xl\/workbook\.bin$/i, 'The file is an .xlsb. Save it as .xlsx.'],
  [/^content\.xml$/i, 'The file is an OpenDocument sheet. Save it as .xlsx.'],
  [/^word\/|^ppt\//i, 'The file is not a spreadsheet. Save the table as .xlsx.'],
];

/** Throws UnreadableFileError for what is not a plain workbook. */
export async function readWorkbook(zip: SheetZip): Promise<Workbook> {
  for (const [part, sentence] of refusals)
    if (zip.names.some((name) => part.test(name))) throw new UnreadableFileError(sentence);
  if (!zip.has('xl/workbook.xml'))
    throw new UnreadableFileError('The ZIP is not a workbook. Save the table as .xlsx.');
  const targets = await readTargets(zip);
  const { sheetId, is1904 } = await readSheetList(zip);
  const sheetPart = targets.get(sheetId);
  if (sheetPart === undefined || !zip.has(sheetPart))
    throw new UnreadableFileError('The workbook has no sheet with cells.');
  const sharedStringsPart = 'xl/sharedStrings.xml';
  return {
    sheetPart,
    sharedStringsPart: zip.has(sharedStringsPart) ? sharedStringsPart : undefined,
    is1904,
    isDateStyle: zip.has('xl/styles.xml') ? await readDateStyles(zip) : [],
  };
}

async function readTargets(zip: SheetZip): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await parseWholeXml(zip.read('xl/_rels/workbook.xml.rels'), {
    onOpen: (name, { Id, Target, TargetMode }) => {
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return;
      if (TargetMode === 'External') return;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return targets;
}

/** The first sheet that is not hidden. */
async function readSheetList(
  zip: SheetZip,
): Promise<{ readonly sheetId: string; readonly is1904: boolean }> {
  let sheetId = '';
  let is1904 = false;
  await parseWholeXml(zip.read('xl/workbook.xml'), {
    onOpen: (name, attributes) => {
      const { state, date1904 } = attributes;
      if (name === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true';
      if (name !== 'sheet' || sheetId !== '' || (state ?? 'visible') !== 'visible') return;
      sheetId = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
    },
  });
  return { sheetId, is1904 };
}

async function readDateStyles(zip: SheetZip): Promise<boolean[]> {
  const codes = new Map<number, string>();
  const isDateStyle: boolean[] = [];
  let isInCellFormats = false;
  await parseWholeXml(zip.read('xl/styles.xml'), {
    onOpen: (name, { numFmtId, formatCode }) => {
      if (name === 'cellXfs') isInCellFormats = true;
      const id = Number(numFmtId ?? 0);
      if (name === 'numFmt' && formatCode !== undefined) codes.set(id, formatCode);
      if (name === 'xf' && isInCellFormats) isDateStyle.push(isDateFormat(id, codes.get(id)));
    },
    onClose: (name) => {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return isDateStyle;
}
