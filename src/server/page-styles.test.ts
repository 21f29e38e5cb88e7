import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { PageStyles } from './page-styles.ts';

const css = '.price::before{content:"$&"}';
const styles = new PageStyles(
  new Map([
    ['/assets/root.css', css],
    ['/assets/home.css', '.hero{color:red}'],
  ]),
);

test('a page has its sheets in the place of their links, letter by letter', () => {
  const html = styles.writeInto(
    '<head><link rel="stylesheet" href="/assets/root.css"/></head><p>$1</p>',
  );
  expect(html).toBe(`<head><style>${css}</style></head><p>$1</p>`);
});

test('a sheet that is none of them stays a link', () => {
  const html = '<link rel="stylesheet" href="/assets/admin.css"/>';
  expect(styles.writeInto(html)).toBe(html);
});

test('the policy allows each sheet by its hash', () => {
  const hash = createHash('sha256').update(css).digest('base64');
  expect(styles.policySources).toContain(` 'sha256-${hash}'`);
  expect(styles.policySources.match(/'sha256-/g)).toHaveLength(2);
  expect(new PageStyles(new Map()).policySources).toBe('');
});

test('a sheet that would end its own element is refused', () => {
  const sheets = new Map([['/assets/root.css', 'a{content:"</style>"}']]);
  expect(() => new PageStyles(sheets)).toThrow('would end its own element');
});
