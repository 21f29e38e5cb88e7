import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { PageStyles } from './page-styles.ts';

const hashOf = (css: string): string =>
  ` 'sha256-${createHash('sha256').update(css).digest('base64')}'`;
const link = (name: string): string => `<link rel="stylesheet" href="/assets/${name}.css"/>`;

const styles = new PageStyles(
  new Map([
    [
      '/assets/root.css',
      '.price:before{content:"$&"}.error{color:red}.row{top:0}.md\\:p-\\[2px\\]{top:1px}',
    ],
    ['/assets/home.css', '.hero{color:red}'],
  ]),
  {
    everyPage: ['document.body.append(`<p class="toast">`)'],
    islands: new Map([['lead-form', ['p({className:isWide?`error wide`:`error`})']]]),
  },
);

test('a page has the rules of its classes in the place of the link, letter by letter', () => {
  const { html } = styles.writeInto(`<head>${link('root')}</head><p class="price">$1</p>`);
  expect(html).toBe(
    '<head><style>.price:before{content:"$&"}</style></head><p class="price">$1</p>',
  );
});

test('a page has the rules of classes that its islands may bring, and no others', () => {
  const { html } = styles.writeInto(`${link('root')}<div data-island="lead-form" class='row'>`);
  expect(html).toContain('<style>.error{color:red}.row{top:0}</style>');
  const without = styles.writeInto(`${link('root')}<div data-island="search-box" class="row">`);
  expect(without.html).toContain('<style>.row{top:0}</style>');
});

test('a page has the rules of classes that scripts of every page may bring', () => {
  const withToast = new PageStyles(new Map([['/assets/root.css', '.toast{top:0}.none{top:0}']]), {
    everyPage: ['element.className=`sr-only toast`'],
    islands: new Map(),
  });
  expect(withToast.writeInto(link('root')).html).toBe('<style>.toast{top:0}</style>');
});

test('a class with signs is found as HTML spells it', () => {
  const sheets = new Map([['/assets/root.css', '.\\[\\&_p\\]\\:mt-2{top:0}.w-1\\/2{top:1px}']]);
  const { html } = new PageStyles(sheets).writeInto(
    `${link('root')}<p class="[&amp;_p]:mt-2 w-1/2">`,
  );
  expect(html).toContain('<style>.\\[\\&_p\\]\\:mt-2{top:0}.w-1\\/2{top:1px}</style>');
});

const end = '<template data-first-screen-end=""></template>';

test('a long page has the rules of its first screen, and from its end on the sheets as files', () => {
  const html = `${link('root')}${link('home')}<p class="row">${end}<p class="price hero">`;
  expect(styles.writeInto(html)).toEqual({
    html:
      '<style>.row{top:0}</style><style></style><p class="row">' +
      `${link('root')}${link('home')}<p class="price hero">`,
    policySources: hashOf('.row{top:0}') + hashOf(''),
  });
});

test('the files of a long page have the order of its links, whatever the build calls them', () => {
  const { html } = styles.writeInto(`${link('home')}${link('root')}${end}`);
  expect(html).toContain(`${link('home')}${link('root')}`);
});

test('a sheet of which the first screen has every rule is no file', () => {
  const { html } = styles.writeInto(`${link('root')}${link('home')}<p class="hero">${end}`);
  expect(html).toBe(
    `<style></style><style>.hero{color:red}</style><p class="hero">${link('root')}`,
  );
});

test('a sheet that is none of them stays a link, and needs no policy', () => {
  const html = link('admin');
  expect(styles.writeInto(html)).toEqual({ html, policySources: '' });
});

test('the policy of a page allows what was written into it, by its hash', () => {
  const { policySources } = styles.writeInto(`${link('root')}${link('home')}<p class="row hero">`);
  expect(policySources).toBe(hashOf('.row{top:0}') + hashOf('.hero{color:red}'));
});

test('a sheet that would end its own element is refused', () => {
  const sheets = new Map([['/assets/root.css', 'a{content:"</style>"}']]);
  expect(() => new PageStyles(sheets)).toThrow('would end its own element');
});
