import { expect, test } from 'vitest';
import { renderRichTextHtml } from '../catalogue/rich-text/rich-text-html.model.ts';
import type { RichText } from '../catalogue/rich-text/rich-text.model.ts';
import { htmlText } from './html.model.ts';

const isAccepted = (html: string): boolean => htmlText(10_000).safeParse(html).success;

const everyBlock: RichText = [
  { kind: 'heading', level: 2, text: 'A < B & "C"' },
  { kind: 'heading', level: 3, text: 'Below' },
  {
    kind: 'paragraph',
    runs: [
      { text: 'bold ', isBold: true },
      { text: 'italic ', isItalic: true },
      { text: 'link', href: 'https://example.com/?a=1&b="2"' },
      { text: 'path', href: '/report-store' },
      { text: 'mail', href: 'mailto:desk@example.com' },
    ],
  },
  {
    kind: 'list',
    isOrdered: true,
    items: [
      {
        runs: [{ text: 'one' }],
        children: { kind: 'list', isOrdered: false, items: [{ runs: [{ text: 'two' }] }] },
      },
    ],
  },
  {
    kind: 'table',
    caption: 'Shares',
    rows: [
      [{ runs: [{ text: 'Year' }], isHeader: true, columns: 2, rows: 3 }, { runs: [] }],
      [{ runs: [{ text: '2024' }], rows: 12 }],
    ],
  },
  {
    kind: 'picture',
    name: 'media/wheat-fields-1',
    text: 'Fields of "wheat"',
    caption: 'Wheat',
    widthPx: 1200,
    heightPx: 800,
  },
  { kind: 'takeaways', blocks: [{ kind: 'paragraph', runs: [{ text: 'Mind this.' }] }] },
];

test('all that the editor of rich text writes is accepted, block by block', () => {
  const pictureUrl = (name: string) => `/picture/${name}`;
  const refused = everyBlock
    .map((block) => renderRichTextHtml([block], { pictureUrl }))
    .filter((html) => !isAccepted(html));
  expect(refused).toEqual([]);
});

const refused = [
  '<img src="https://elsewhere.example/a.png" alt="">',
  '<img src="/picture/media/../../etc" alt="">',
  '<img src="/picture/media/a" alt="" onerror="x()">',
  '<img src="/picture/media/a" alt="" width="1" height="1" style="x">',
  '<div class="banner">x</div>',
  '<div onclick="x()">',
  '<a href="javascript:x()">x</a>',
  '<a href="//elsewhere.example">x</a>',
  '<td style="color:red">',
  '<p style="color:red">x</p>',
  '<script>x()</script>',
  '<figure data-chart="a"></figure>',
  'a < b',
];

test.each(refused)('%s is refused in a sentence that begins with it', (html) => {
  const { error } = htmlText(10_000).safeParse(html);
  expect(error?.issues[0]?.message).toMatch(/^<?.*can’t be used here\. A text can have headings/);
});
