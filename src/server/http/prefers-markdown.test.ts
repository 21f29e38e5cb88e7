import { expect, test } from 'vitest';
import { prefersMarkdown } from './prefers-markdown.ts';

const chromium =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

test.each([
  [[], false],
  [['*/*'], false],
  [[chromium], false],
  [['text/markdown'], true],
  [['TEXT/Markdown'], true],
  [['text/markdown;variant=GFM;q=0.9, text/html;q=0.8'], true],
  [['text/markdown, text/html, */*'], true],
  [['text/html, text/markdown'], false],
  [['text/html;q=0.5, text/markdown'], true],
  [['text/markdown;q=0.5, text/html'], false],
  [['text/markdown;q=0.5, */*'], false],
  [['text/markdown, */*'], true],
  [['text/plain, text/markdown, */*;q=0.1'], true],
  [['text/markdown;q=0'], false],
  [['text/markdown;q=0, */*;q=0'], false],
  [['text/markdown;q=high, text/html;q=0.1'], false],
  [['text/markdownish'], false],
  [['text/html;q=0.1', 'text/markdown;q=0.2'], true],
])('with Accept: %j the answer is Markdown: %s', (values, expected) => {
  const rawHeaders = ['Host', 'a.example', ...values.flatMap((value) => ['Accept', value])];
  expect(prefersMarkdown({ rawHeaders })).toBe(expected);
});
