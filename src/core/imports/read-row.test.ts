import { expect, test } from 'vitest';
import { htmlReader } from '../../../test/support/html-reader.ts';
import { checkMapping, listColumnChoices, listMissingColumns } from './columns.model.ts';
import { guessMapping } from './guess-mapping.model.ts';
import { readRow } from './read-row.ts';
import { listExportColumns, splitLongCells, writeCells } from './write-row.ts';

const read = (row: Readonly<Record<string, string>>) => {
  const headers = Object.keys(row);
  return readRow({ headers, cells: Object.values(row) }, guessMapping(headers, {}), {
    reader: htmlReader,
    currency: 'USD',
  });
};

test('every column becomes its part, under our names and usual other ones', () => {
  const { input, errors } = read({
    'Report Code': 'QM-1',
    Title: ' Wheat ',
    Category: 'Food',
    published: '2026-11-22T00:00:00',
    Pages: '120',
    'Price (single)': '3950',
    price_multiple: '4950,50',
    'Corporate User': 'on request',
    authors: 'Anna Bell; Field desk',
    description: '<p>One</p>',
    'Table of contents': '1 Summary\n1.1 Findings',
    segmentation: 'By type: hard; soft\nBy place: US',
    companies: 'Shell\nA\\; B Ltd',
    tables: 'Table 1: Prices; by month\nTable 2',
    key_figure_1_label: 'Output',
    key_figure_1_value: '843 million tonnes',
    key_figure_1_computed: 'yes',
    faq_2_question: 'Why?',
    faq_2_answer: 'So.',
    'Our own note': 'ignored',
  });
  expect(errors).toEqual([]);
  expect(input).toEqual({
    code: 'QM-1',
    title: 'Wheat',
    industry: 'Food',
    publishedOn: '2026-11-22',
    pages: 120,
    prices: { single: 395_000, multiple: 495_050, corporate: 'on-request' },
    authors: ['Anna Bell', 'Field desk'],
    description: [{ kind: 'paragraph', runs: [{ text: 'One' }] }],
    contents: [{ title: 'Summary', children: [{ title: 'Findings' }] }],
    segmentation: [
      { by: 'By type', items: ['hard', 'soft'] },
      { by: 'By place', items: ['US'] },
    ],
    companies: ['Shell', 'A; B Ltd'],
    tables: ['Table 1: Prices; by month', 'Table 2'],
    keyFigures: [{ label: 'Output', value: '843 million tonnes', isComputed: true }],
    faqs: [{ question: 'Why?', answer: 'So.' }],
  });
});

test('a blank cell leaves the part as it is, "(empty)" clears it', () => {
  const row = {
    code: 'A',
    title: ' ',
    companies: '(empty)',
    price_single: '(empty)',
    faq_1_question: '(empty)',
  };
  expect(read(row).input).toEqual({
    code: 'A',
    companies: null,
    prices: { single: null },
    faqs: null,
  });
});

test.each([
  ['published_on', '03/05/2026', '2026-11-22'],
  ['published_on', '#REF!', 'formula has no value'],
  ['title', '#N/A', 'formula has no value'],
  ['pages', 'about 100', 'whole number'],
  ['price_single', '€3,950', '3950.00 in USD'],
  ['segmentation', 'no colon', 'By type'],
  ['data', '{', 'not JSON'],
  ['code', '', 'code of its own'],
])('%s %j is an error that says what to do', (column, text, sentence) => {
  const { input, errors } = read({ code: 'A', [column]: text });
  expect(errors).toEqual([
    { column, value: text, message: expect.stringContaining(sentence) as string },
  ]);
  expect(Object.keys(input)).toEqual(['code']);
});

test('what is missing is told under the name that the file has for it', () => {
  expect(read({ SKU: '', Title: 'A' }).errors).toMatchObject([{ column: 'SKU', value: '' }]);
});

test('plain text is a description too, and no markup in it is lost', () => {
  expect(read({ code: 'A', body_html: 'One 1 < 2\nline\n\nTwo' }).input.description).toEqual([
    { kind: 'paragraph', runs: [{ text: 'One 1 < 2 line' }] },
    { kind: 'paragraph', runs: [{ text: 'Two' }] },
  ]);
});

test('headers of earlier files are remembered, and no column is used twice', () => {
  const remembered = { bezeichnung: 'title', preis: null };
  expect(guessMapping(['Code', 'Bezeichnung', 'Preis', 'name', 'SKU'], remembered)).toEqual({
    Code: 'code',
    Bezeichnung: 'title',
    Preis: null,
    name: null,
    SKU: null,
  });
});

test.each([
  ['Single User (USD)', 'price_single'],
  ['Price', 'price_single'],
  ['Price in US$', 'price_single'],
  ['Single User License Price', 'price_single'],
  ['Multi-user price (EUR)', 'price_multiple'],
  ['Enterprise Licence', 'price_corporate'],
  ['No. of Pages', 'pages'],
  ['FAQ 1', 'faq_1_question'],
  ['Answer 1', 'faq_1_answer'],
  ['Q12', 'faq_12_question'],
  ['FAQ 3 Answer', 'faq_3_answer'],
  ['Currency (USD)', null],
  ['USD', null],
  ['User', null],
  ['constructor', null],
])('a header “%s” is taken for %s', (header, column) => {
  expect(guessMapping([header], {})).toEqual({ [header]: column });
});

test('a header can be mapped to numbered columns with its number', () => {
  const choices = listColumnChoices('2nd question');
  expect(choices).toEqual(expect.arrayContaining(['title', 'faq_2_question', 'body_html_2']));
  expect(choices).not.toContain('faq_1_question');
  expect(listColumnChoices('Question')).toContain('faq_1_question');
  expect(listColumnChoices('Question (2026)')).toContain('faq_1_question');
});

test('a mapping names headers that are there and columns that exist, each once', () => {
  const errors = checkMapping(['a', 'b', 'c'], { a: 'title', b: 'title', c: 'colour', d: 'code' });
  expect(Object.keys(errors)).toEqual(['b', 'c', 'd']);
  expect(listMissingColumns({ a: 'title' }, false)).toEqual(['code', 'industry']);
  expect(listMissingColumns({ a: 'title' }, true)).toEqual(['code']);
});

test('a long text goes over several cells and comes back whole', () => {
  const companies = Array.from({ length: 200 }, (_, index) => `Company ${index} 😀`);
  const cells = writeCells(
    { code: 'A', parts: { companies } },
    {
      html: htmlReader,
      currency: 'USD',
    },
  );
  splitLongCells(cells, 100);
  expect([...cells.values()].every((text) => text.length <= 100 && text.isWellFormed())).toBe(true);
  expect(read(Object.fromEntries(cells)).input.companies).toEqual(companies);
});

test('columns stand in one order, with as many numbered ones as are needed', () => {
  const prices = new Set(['price_department']);
  const counts = { faqs: 1, keyFigures: 0, prices, continuations: new Map([['body_html', 3]]) };
  const columns = listExportColumns(counts);
  expect(columns.slice(0, 3)).toEqual(['code', 'title', 'industry']);
  expect(columns.slice(-4)).toEqual([
    'faq_1_question',
    'faq_1_answer',
    'body_html_2',
    'body_html_3',
  ]);
});
