import { createZip } from './zip-file.ts';

type WorkbookOptions = {
  /** `<row>` elements. */
  readonly sheet?: string;
  /** Contents of the `<si>` elements of the shared strings, or their texts. */
  readonly strings?: readonly string[];
  /** Before the sheet's root element. */
  readonly doctype?: string;
  readonly parts?: Readonly<Record<string, string>>;
};

/** An XLSX with one sheet, honest or not; style 1 is a date. */
export function createWorkbook({ sheet, strings, doctype, parts }: WorkbookOptions): Buffer {
  const cells = sheet ?? '<row r="1"><c r="A1" t="str"><v>code</v></c></row>';
  return createZip({
    'xl/workbook.xml':
      '<workbook xmlns:r="x"><sheets><sheet name="Old" state="hidden" r:id="rId9"/><sheet name="Reports" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `<sst>${(strings ?? []).map(toStringItem).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `${doctype ?? ''}<worksheet><sheetData>${cells}</sheetData></worksheet>`,
    ...parts,
  });
}

const toStringItem = (text: string): string =>
  `<si>${text.startsWith('<') ? text : `<t>${text}</t>`}</si>`;
