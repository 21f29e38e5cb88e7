import { expect, test } from 'vitest';
import { Sheet } from './sheet.ts';

const pick = (css: string, ...classes: string[]): string => new Sheet(css).pick(new Set(classes));

test.each([
  ['a', 'an element'],
  ['[data-open] :hover::before', 'attributes and states'],
  ['.here', 'its class'],
  ['.here:not(.gone) > p', 'what it must not be'],
  ['.gone, .here', 'one selector of several'],
  [':is(.gone, .here) li', 'one choice'],
  ['.here:has(> .gone, > .here)', 'one choice of what it holds'],
  ['#gone [title=".gone"] p:nth-child(2n + 1)', 'what looks like a class'],
  ['.w-1\\/2.\\32 xl.here\\:p-\\[2px\\,3px\\]', 'names with signs'],
])('%s is kept for %s', (selector) => {
  const css = `${selector}{color:red}`;
  expect(pick(css, 'here', 'w-1/2', '2xl', 'here:p-[2px,3px]')).toBe(css);
});

test.each([
  '.gone',
  '.here.gone',
  '.here > .gone:hover',
  '.gone::before, .here .gone',
  ':is(.gone, .here.gone) .here',
  '.here:has(.gone)',
  ':where(.here :is(.gone))',
  '[title=")"] .gone',
  'p:nth-child(2n of .here) .gone',
  '.here\\:gone',
])('%s is left out where no element can have its classes', (selector) => {
  expect(pick(`${selector}{color:red}`, 'here')).toBe('');
});

test('at-rules are kept with what is left in them, and left out where nothing is', () => {
  const css = '@media (width<9px){.gone{top:0}.here{top:0}}@supports (top:0){.gone{top:0}}';
  expect(pick(css, 'here')).toBe('@media (width<9px){.here{top:0}}');
});

test('a layer stays where nothing is left in it: its place counts', () => {
  const css = '@layer base,late;@layer base{.gone{top:0}}@layer late{.here{top:0}}';
  expect(pick(css, 'here')).toBe('@layer base,late;@layer base{}@layer late{.here{top:0}}');
});

test('fonts, properties and keyframes are kept as they are', () => {
  const css =
    '@font-face{font-family:A;src:url(a.woff2)}@property --x{syntax:"*";inherits:false}' +
    '@keyframes turn{to{rotate:1turn}}@page{margin:0}';
  expect(pick(css)).toBe(css);
});
