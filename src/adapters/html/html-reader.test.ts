import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderRichTextHtml } from '#core/catalogue/rich-text/rich-text-html.model.ts';
import { buildContents } from '#core/imports/contents.model.ts';
import { htmlReader } from './index.ts';

const { readRichText, readOutline } = htmlReader;

test('headings, paragraphs, lists, links and emphasis become a tree', () => {
  const html = `<h1>Wheat</h1><div>An <b>open</b> text<br>and <a href="https://x.org/a?b=1&amp;c">a
    <em>link</em></a>.</div><h4>Below</h4><ul><li>one<ol><li>inner</li></ol></li><li><p>two</p></li></ul>`;
  const href = 'https://x.org/a?b=1&c';
  expect(readRichText(html)).toEqual([
    { kind: 'heading', level: 2, text: 'Wheat' },
    {
      kind: 'paragraph',
      runs: [{ text: 'An ' }, { text: 'open', isBold: true }, { text: ' text' }],
    },
    {
      kind: 'paragraph',
      runs: [
        { text: 'and ' },
        { text: 'a ', href },
        { text: 'link', isItalic: true, href },
        { text: '.' },
      ],
    },
    { kind: 'heading', level: 3, text: 'Below' },
    {
      kind: 'list',
      isOrdered: false,
      items: [
        {
          runs: [{ text: 'one' }],
          children: { kind: 'list', isOrdered: true, items: [{ runs: [{ text: 'inner' }] }] },
        },
        { runs: [{ text: 'two' }] },
      ],
    },
  ]);
});

test('tables, pictures, takeaways and charts become blocks', () => {
  const html = `<table><caption>Sizes</caption><thead><tr><td>Year</td><th colspan=2>USD</th></tr></thead>
    <tr><td rowspan="2"><p>2025</p><p>estimate</p></td><td>1</td><td></td></tr></table>
    <figure><img src="/picture/wheat/field.png?width=720" alt="A field"><figcaption>Kansas</figcaption></figure>
    <aside class="box key-takeaways"><h3>Mind</h3><ul><li>a</li></ul></aside>
    <figure data-chart="world production"></figure>`;
  expect(readRichText(html)).toEqual([
    {
      kind: 'table',
      caption: 'Sizes',
      rows: [
        [
          { runs: [{ text: 'Year' }], isHeader: true },
          { runs: [{ text: 'USD' }], isHeader: true, columns: 2 },
        ],
        [{ runs: [{ text: '2025 estimate' }], rows: 2 }, { runs: [{ text: '1' }] }, { runs: [] }],
      ],
    },
    { kind: 'picture', name: 'wheat/field.png', text: 'A field', caption: 'Kansas' },
    {
      kind: 'takeaways',
      blocks: [
        { kind: 'paragraph', runs: [{ text: 'Mind', isBold: true }] },
        { kind: 'list', isOrdered: false, items: [{ runs: [{ text: 'a' }] }] },
      ],
    },
    { kind: 'chart', key: 'world production' },
  ]);
});

test('what can not stand in a list or a table follows after it', () => {
  expect(readRichText('<ul><li>a<img src="b.png" alt="B"></li></ul><p>c</p>')).toMatchObject([
    { kind: 'list' },
    { kind: 'picture', name: 'b.png' },
    { kind: 'paragraph' },
  ]);
});

/**
 * Scripts in every form that we know of: as an element, a handler, a link, a picture, by mutation.
 */
const hostile = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><foreignObject><img src=x onerror=alert(1)></foreignObject></svg>',
  '<math><mtext><table><mglyph><style><img src onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVa&#115;cript&colon;alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="vbscript:x">x</a><a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example/x">x</a><a href="\\\\evil.example">x</a><a href="https:\\\\evil.example">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data="x"></object><embed src=x>',
  '<form action="https://evil.example"><input name=q autofocus onfocus=alert(1)><button>x</button></form>',
  '<style>@import url(https://evil.example)</style><p style="background:url(javascript:alert(1))">x</p>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<figure data-chart="&quot;><script>alert(1)</script>"></figure>',
  '<img alt="&quot;><script>alert(1)</script>" src="a.png">',
  '<td colspan="1 onmouseover=alert(1)">x</td>',
  '<template><script>alert(1)</script></template><xmp><script>alert(1)</script></xmp>',
  '<!--><script>alert(1)</script>--><![CDATA[<script>alert(1)</script>]]>',
  '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  '\u0000<\u0000script>alert(1)</script>',
];

const dangerous =
  /<(?!\/?(?:h[23]|p|ul|ol|li|table|caption|tr|t[hd]|figure|figcaption|div|img|a|strong|em)\b)|<[^>]*\s(?:on\w+|style|srcdoc)=|(?:href|src)="(?!https?:\/\/[^/]|mailto:|\/(?!\/)|#|[\w-][\w./-]*")/i;

test.each(hostile)('A-61 nothing of %j can run', (html) => {
  expect(renderRichTextHtml(readRichText(html))).not.toMatch(dangerous);
  expect(renderRichTextHtml(readRichText(`<table><tr><td><ul><li>${html}`))).not.toMatch(dangerous);
});

const anyHtml = fc
  .array(
    fc.oneof(
      fc.constantFrom(...hostile),
      fc.constantFrom(
        ...'p,h2,h5,ul,ol,li,table,tr,td,th,caption,thead,figure,figcaption,b,i,em,strong,div,br,blockquote'
          .split(',')
          .flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
      ),
      fc.constantFrom('<img src="a/b.png" alt=" A  b ">', '<div class="key-takeaways">'),
      fc.constantFrom('<figure data-chart="s1">', '<a href="/x">', '</a>', '<td colspan=3>'),
      fc.string({ unit: 'grapheme' }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

test('whatever is read is written as HTML that is safe and that reads as the same tree', () => {
  fc.assert(
    fc.property(anyHtml, (html) => {
      const tree = readRichText(html);
      const written = renderRichTextHtml(tree);
      expect(written).not.toMatch(dangerous);
      expect(readRichText(written)).toEqual(tree);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['elements', '<div>'],
  ['lists', '<ul><li>'],
  ['tables', '<table><tr><td>'],
  ['emphasis', '<b><i>'],
  ['open brackets', '<'],
  ['entities', '&amp;'],
])('a megabyte of %s in each other is read in seconds', (_, part) => {
  const tree = readRichText(`${part.repeat(1_000_000 / part.length)}text`);
  expect(JSON.stringify(tree)).toContain('text');
});

test('contents pasted from Word have the levels of their classes and no page numbers', () => {
  const html = `<p class=MsoToc1><a href="#_Toc1">1<span>    </span>Summary<span>........</span>12</a></p>
    <p class=MsoToc2>1.1 Findings<span>\t</span>13</p><p class="MsoToc1">2 Market size 2025 ..... 20</p>`;
  expect(buildContents(readOutline(html))).toEqual([
    { title: 'Summary', children: [{ title: 'Findings' }] },
    { title: 'Market size 2025' },
  ]);
});

test('contents of nested lists have their levels', () => {
  const html = '<ol><li>Summary<ul><li>Findings</li><li>Method</li></ul></li><li>Market</li></ol>';
  expect(buildContents(readOutline(html))).toEqual([
    { title: 'Summary', children: [{ title: 'Findings' }, { title: 'Method' }] },
    { title: 'Market' },
  ]);
});

test.each([
  [
    'table-of-contents',
    [
      {
        title: 'Executive Summary',
        children: [{ title: 'Key findings', children: [{ title: 'Größe & Wachstum' }] }],
      },
      { title: 'Market Dynamics', children: [{ title: 'Drivers' }] },
    ],
  ],
  ['list', [{ title: 'Summary', children: [{ title: 'Findings' }] }]],
])("a clipboard of Word's with a %s has its levels, without numbers and pages", (name, wanted) => {
  const html = readFileSync(`test/support/word-clipboard/${name}.html`, 'utf8');
  expect(buildContents(readOutline(html))).toEqual(wanted);
});

test.each(['<span mso-tab-count', '<span mso-list:ignore>', '<p mso-list:l0 level1 '])(
  "a megabyte of Word's marks that never end is read in seconds: %s",
  (part) => {
    expect(readOutline(`${part.repeat(1_000_000 / part.length)}text`)).toBeDefined();
  },
);
