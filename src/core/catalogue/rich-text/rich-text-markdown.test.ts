import { expect, test } from 'vitest';
import { renderMarkdown } from './rich-text-markdown.model.ts';

const options = {
  origin: 'https://reports.example',
  describeChart: (key: string) => (key === 'demand' ? 'Demand doubles' : ''),
};

test('a description is Markdown: headings, lists, tables, links, charts', () => {
  const text = renderMarkdown(
    [
      { kind: 'heading', level: 2, text: 'Demand' },
      {
        kind: 'paragraph',
        runs: [
          { text: 'It is ' },
          { text: 'strong ', isBold: true },
          { text: 'here', href: '/about' },
        ],
      },
      {
        kind: 'list',
        isOrdered: true,
        items: [
          {
            runs: [{ text: 'Cans' }],
            children: { kind: 'list', isOrdered: false, items: [{ runs: [{ text: 'Slim' }] }] },
          },
        ],
      },
      {
        kind: 'table',
        caption: 'Sizes',
        rows: [
          [{ runs: [{ text: 'Both' }], columns: 2 }],
          [{ runs: [{ text: '330' }] }, { runs: [{ text: '500' }] }],
        ],
      },
      { kind: 'chart', key: 'demand' },
      { kind: 'chart', key: 'none' },
    ],
    options,
  );
  expect(text).toBe(
    [
      '### Demand',
      'It is **strong** [here](<https://reports.example/about>)',
      '1. Cans\n   - Slim',
      'Sizes\n\n| Both |  |\n| --- | --- |\n| 330 | 500 |',
      'Demand doubles',
    ].join('\n\n'),
  );
});

test('what reads like Markdown or HTML in a text stays text', () => {
  const runs = [{ text: '[x](javascript:alert(1)) <script>a</script> | # **b** _c_ `d`\n\n- e' }];
  const text = renderMarkdown([{ kind: 'paragraph', runs }], options);
  expect(text).toBe(
    String.raw`\[x\](javascript:alert(1)) \<script\>a\</script\> \| \# \*\*b\*\* \_c\_ ` +
      '\\`d\\` - e',
  );
});

test('a picture is Markdown with its address, and its caption below it', () => {
  const picture = { kind: 'picture', name: 'media/mine', text: 'A [mine]' } as const;
  const address = '<https://reports.example/picture/media/mine>';
  expect(renderMarkdown([picture], options)).toBe(String.raw`![A \[mine\]](${address})`);
  expect(renderMarkdown([{ ...picture, caption: 'Chile' }], options)).toBe(
    String.raw`![A \[mine\]](${address})` + '\n\n_Chile_',
  );
});
