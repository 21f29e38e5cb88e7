import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The axe-core of the builder, which would put its 580 KB into every document twice. */
const axeSource = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Kinds of text whose contrast axe has looked at in this process. */
const checkedKinds = new Set<string>();

/**
 * What axe finds on the page, or on the part of it that the selector finds, as `rule: element`.
 * Contrast is four fifths of its work, and the same for all text of a kind: each kind of text is
 * looked at once. All other rules look at the whole.
 */
export async function listAxeFaults(page: Page, part?: string): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource);
  const kinds = await page.evaluate(listTextKinds, part ?? 'body');
  const newKinds = kinds.filter((kind) => !checkedKinds.has(kind));
  for (const kind of newKinds) checkedKinds.add(kind);
  await page.evaluate(chooseTexts, newKinds);
  // Without frames of other origins on our pages, legacy mode finds the same in a third of the time.
  const builder = new AxeBuilder({ page, axeSource: ';' }).setLegacyMode(true);
  if (part !== undefined) builder.include(part);
  const { violations } = await builder.options({ resultTypes: ['violations'] }).analyze();
  await page.evaluate(forgetChoice);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

type PageWindow = typeof globalThis & {
  readonly axe: { readonly configure: (spec: object) => void };
  /** The texts of the page by their kind, until axe has looked at them. */
  textsByKind?: Map<string, Element[]>;
};

/**
 * The kinds of the texts that are seen under the element: where they stand, how they are written and
 * what is behind them, which differs between widths where their style does.
 */
function listTextKinds(root: string): string[] {
  const paths = new Map<Element, string>();
  const describePath = (element: Element | null): string => {
    if (element === null) return '';
    const known = paths.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, filter, opacity } = getComputedStyle(element);
    const isDisabled = element.matches(':disabled, [aria-disabled="true"]');
    const behind = `${backgroundColor} ${backgroundImage} ${filter} ${opacity}`;
    const path = [
      ...[describePath(element.parentElement), '>', element.tagName, element.className],
      ...[isDisabled, behind === 'rgba(0, 0, 0, 0) none none 1' ? '' : behind],
    ].join(' ');
    paths.set(element, path);
    return path;
  };
  const describe = (element: Element): string => {
    const style = getComputedStyle(element);
    const isOfDisabled = element.closest('label')?.control?.matches(':disabled');
    const isBold = Number(style.fontWeight) >= 700;
    // Large text, as WCAG has it, may be paler.
    const isLarge = Number.parseFloat(style.fontSize) >= (isBold ? 18.66 : 24);
    return [
      ...[describePath(element), isOfDisabled, style.color, isLarge],
      ...[style.textShadow, style.textDecorationLine],
      element.parentElement ? getComputedStyle(element.parentElement).color : '',
    ].join(' ');
  };
  const isText = (element: Element): boolean =>
    element.matches('a[href], [role="link"], input, select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== '');
  const texts = Map.groupBy(
    [...document.querySelectorAll(`${root}, ${root} *`)].filter(
      (element) => isText(element) && element.checkVisibility({ visibilityProperty: true }),
    ),
    describe,
  );
  (globalThis as PageWindow).textsByKind = texts;
  return [...texts.keys()];
}

/** Axe looks at the contrast of one text of each of these kinds; where somebody writes, of all. */
function chooseTexts(kinds: readonly string[]): void {
  const { axe, textsByKind } = globalThis as PageWindow;
  // An editor hears of attributes in its text, and writes them over.
  const isWhole = document.querySelector('[contenteditable="true"]') !== null;
  if (!isWhole)
    for (const kind of kinds) textsByKind?.get(kind)?.[0]?.toggleAttribute('data-chosen', true);
  const chosen = isWhole ? '' : '[data-chosen]';
  axe.configure({
    rules: [
      { id: 'color-contrast', selector: `*${chosen}` },
      { id: 'link-in-text-block', selector: `a[href]${chosen}, [role=link]${chosen}` },
    ],
  });
}

function forgetChoice(): void {
  for (const text of document.querySelectorAll('[data-chosen]'))
    text.removeAttribute('data-chosen');
}
