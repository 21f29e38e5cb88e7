import { readdirSync } from 'node:fs';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, expect, test, vi } from 'vitest';
import type { SheetRow } from '#core/imports/sheet.model.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { readZipParts } from '../../../test/support/read-goods.ts';
import { createSheetFiles } from './index.ts';
import { createWorkbook } from '../../../test/support/workbook-file.ts';

const folder = createTemporaryFolder('sheets');
afterAll(() => folder.remove());

const openSheets = (content: string | Buffer) =>
  createSheetFiles({ read: async () => Readable.from([Buffer.from(content)]) }, folder.path);

async function readAll(content: string | Buffer): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of openSheets(content).readRows('any')) rows.push(row);
  return rows;
}

const readCells = async (content: string | Buffer) =>
  (await readAll(content)).map(({ cells }) => cells);

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

async function* toRows(rows: readonly string[][]): AsyncGenerator<string[]> {
  yield* rows;
}

test.each([
  ['commas', 'code,title\nQM-1,"Wheat, hard"\n'],
  ['semicolons', 'code;title\r\nQM-1;"Wheat, hard"\r\n'],
  ['tabs', 'code\ttitle\nQM-1\tWheat, hard\n'],
  ['a byte order mark', '\uFEFFcode,title\nQM-1,"Wheat, hard"'],
  ['blank lines before and between', '\n,\ncode,title\n\nQM-1,"Wheat, hard"\n,\n'],
])('a CSV with %s is read', async (_, text) => {
  const [row] = await readAll(text);
  expect(row).toMatchObject({ headers: ['code', 'title'], cells: ['QM-1', 'Wheat, hard'] });
});

test('an inch mark within a cell is a part of it, as in spreadsheets', async () => {
  expect(await readCells('code,12" title\nA,The 12" pipe market\nB,"Big" data\nC,6"\n')).toEqual([
    ['A', 'The 12" pipe market'],
    ['B', '"Big" data'],
    ['C', '6"'],
  ]);
  expect(await readCells('code,title\nA,"The 12"" pipe"\n')).toEqual([['A', 'The 12" pipe']]);
});

test('a quotation mark that does not end is named with its row', async () => {
  await expect(readAll('code,title\nA,x\nB,"open\nC,y\n')).rejects.toThrow(
    /^Row 3 has a quotation/,
  );
});

test('a line that is nested deeper than anybody writes is an error of that line alone', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const rows = await readAll(`{"code":"A","title":${deep}}\n{"code":"B"}\n`);
  expect(rows).toMatchObject([
    { number: 1, problem: expect.stringContaining('too deeply') },
    { number: 2, cells: ['B'] },
  ]);
});

test('what is not UTF-8 is Windows-1252, however late that shows', async () => {
  const plain = 'x,y\n'.repeat(60_000);
  const text = Buffer.from(`code,title\n${plain}Z,Müller – “Käse”`, 'utf8');
  expect((await readCells(text)).at(-1)).toEqual(['Z', 'Müller – “Käse”']);
  const windows = Buffer.concat([
    Buffer.from(`code,title\n${plain}Z,M`),
    Buffer.from([0xfc, 0x20, 0x80, 0x93, 0x94]),
  ]);
  expect((await readCells(windows)).at(-1)).toEqual(['Z', 'Mü €“”']);
});

test('UTF-16, as "Unicode text" of Excel is saved, is read', async () => {
  const text = Buffer.from('\uFEFFcode\ttitle\r\nQM-1\t小麦\r\n', 'utf16le');
  expect(await readCells(text)).toEqual([['QM-1', '小麦']]);
});

test('rows are numbered as a spreadsheet numbers them, lines within cells not counted', async () => {
  const rows = await readAll('code,title\nA,"two\nlines"\n\nB,x\n');
  expect(rows.map(({ number }) => number)).toEqual([2, 4]);
});

test('JSON Lines: columns may differ from line to line, a bad line is one bad row', async () => {
  const rows = await readAll(
    '{"code":"A","pages":12}\n\n{"code":"B","companies":["Shell","A; B Ltd"]}\nnonsense\n{"data":{"a":[1]}}',
  );
  expect(rows.map(({ number, cells }) => [number, cells])).toEqual([
    [1, ['A', '12']],
    [3, ['B', '', 'Shell; A\\; B Ltd']],
    [4, []],
    [5, ['', '', '', '{"a":[1]}']],
  ]);
  expect(rows[2]?.problem).toContain('not a JSON object');
  expect(rows[3]?.headers).toEqual(['code', 'pages', 'companies', 'data']);
});

test('an XLSX gives shared and own texts, numbers, dates, cached values and errors', async () => {
  const workbook = createWorkbook({
    sheet: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>b</t></is></c><c r="C1" t="str"><v>c</v></c><c r="D1" t="str"><v>d</v></c><c r="E1" t="str"><v>e</v></c><c r="F1" t="str"><v>f</v></c></row>
      <row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4"><v>0.30000000000000004</v></c><c r="C4" s="1"><v>46348</v></c><c r="D4"><f>1+1</f><v>2</v></c><c r="E4" t="e"><f>X</f><v>#REF!</v></c><c r="F4"><f>NEW()</f></c></row>`,
    strings: [
      'a',
      '<r><t>Wh</t></r><r><t xml:space="preserve">eat _x0041_</t></r><rPh><t>x</t></rPh>',
    ],
  });
  expect(await readAll(workbook)).toEqual([
    {
      number: 4,
      headers: ['a', 'b', 'c', 'd', 'e', 'f'],
      cells: ['Wheat A', '0.3', '2026-11-22', '2', '#REF!', '#N/A'],
    },
  ]);
});

const elsewhere = 'http://127.0.0.1:9/other.dtd';
const linkedParts = {
  'xl/externalLinks/externalLink1.xml': '<externalLink/>',
  'xl/externalLinks/_rels/externalLink1.xml.rels':
    `<Relationships><Relationship Id="r" Target="${elsewhere}" TargetMode="External"/>` +
    '</Relationships>',
};

test.each([
  ['entities', { doctype: '<!DOCTYPE x [<!ENTITY a "aa">]>' }, 'XML entities'],
  ['entities from elsewhere', { doctype: `<!DOCTYPE x SYSTEM "${elsewhere}">` }, 'XML entities'],
  ['links to other workbooks', { parts: { 'xl/externalLinks/externalLink1.xml': '' } }, 'links'],
  ['links to addresses', { parts: linkedParts }, 'links'],
  ['macros', { parts: { 'xl/vbaProject.bin': 'x' } }, 'without macros'],
  ['broken XML', { sheet: '<row><c></row>' }, 'damaged'],
  ['a string that is missing', { sheet: '<row><c t="s"><v>7</v></c></row>' }, 'damaged'],
  ['a bomb', { sheet: `<!--${'0'.repeat(6_000_000)}--><row/>` }, 'unpacks to more'],
  ['far too many columns', { sheet: '<row><c r="ZZZ1"><v>1</v></c></row>' }, '500 columns'],
])(
  'A-23 A-60 F39: an XLSX with %s is refused, and nothing is fetched',
  async (_, options, sentence) => {
    const connect = vi.spyOn(Socket.prototype, 'connect');
    await expect(readAll(createWorkbook(options))).rejects.toThrow(sentence);
    expect(connect).not.toHaveBeenCalled();
    connect.mockRestore();
  },
);

test.each([
  ['an old or encrypted Excel file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'plain .xlsx'],
  ['a PDF', '%PDF-1.7\n', 'neither CSV'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'neither CSV'],
  ['a JSON list', '[{"code":"A"}]', 'one object a line'],
  ['an empty file', '', 'empty'],
  ['a ZIP that is cut', createWorkbook({}).subarray(0, 300), 'damaged'],
  ['a CSV with two equal names', 'code,Code\n1,2', 'Two columns'],
  ['a CSV with a quotation mark that does not end', 'code,title\nA,"b c\n', 'Row 2'],
  ['a CSV with an endless cell', `code\n"${'x'.repeat(9_000_000)}`, 'Row 2 is too long'],
])('%s is refused with a sentence', async (_, content, sentence) => {
  await expect(readAll(content)).rejects.toThrow(sentence);
});

const texts = [
  ['QM-1', '=HYPERLINK("http://x")', '+1', "'@a", '-5', "'quoted'"],
  ['QM-2', '\ttab', ' space ', 'two\nlines', 'a "b", c; d', ''],
  ['QM-3', 'العربية', '小麦 😀', '_x0041_', 'bell \u0007', '<b>&amp;</b>'],
];

test.each(['csv', 'xlsx', 'jsonl'] as const)(
  'what is written as %s is read again as it was, and written again is the same bytes',
  async (format) => {
    const write = async (): Promise<Buffer> => {
      const sheets = openSheets('');
      const headers = ['code', 'b', 'c', 'd', 'e', 'f'];
      return collect(sheets.writeRows(format, headers, toRows(texts)));
    };
    const bytes = await write();
    const read = await readCells(bytes);
    expect(read.map((cells) => texts[0]?.map((_, index) => cells[index] ?? ''))).toEqual(texts);
    expect(bytes.equals(await write())).toBe(true);
  },
);

test('no cell of a CSV begins like a formula, and a negative number stays one', async () => {
  const rows = [['=1+1'], ['-1+1'], ['-12.50']];
  const bytes = await collect(openSheets('').writeRows('csv', ['a'], toRows(rows)));
  expect(bytes.toString().trim().split('\r\n').slice(1)).toEqual(["'=1+1", "'-1+1", '-12.50']);
});

test('F33: no cell of an XLSX is a formula: each is typed as text', async () => {
  const cells = ['=1+1', '+1', '@a', '=HYPERLINK("http://x")', '=cmd|x'];
  const bytes = await collect(
    openSheets('').writeRows('xlsx', ['a'], toRows(cells.map((cell) => [cell]))),
  );
  const sheet = (await readZipParts(bytes)).get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet).not.toMatch(/<f[ >]/);
  const types = [...sheet.matchAll(/<c r="A[2-6]" t="(\w+)"/g)].map(([, type]) => type);
  expect(types).toEqual(cells.map(() => 'inlineStr'));
});

test('nothing is left in the folder for scratch files', () => {
  expect(readdirSync(folder.path)).toEqual([]);
});
