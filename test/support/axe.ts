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

type Look = {
  /** The part to look at, by a selector; the whole page by default. */
  readonly part?: string | undefined;
  /** Axe has seen this very document, in a window of another width. */
  readonly isResized?: boolean;
};

/**
 * Returns axe's findings on the page as it is shown, as `rule: element`. Contrast is four fifths of
 * its work and the same for all text of a kind: each kind of text is looked at once. After a change
 * of the window's width it looks at what was not shown before.
 */
export async function listAxeFaults(page: Page, look: Look = {}): Promise<string[]> {
  const { part = 'body', isResized = false } = look;
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource);
  const kinds = await page.evaluate(listTextKinds, part);
  const newKinds = kinds.filter((kind) => !checkedKinds.has(kind));
  for (const kind of newKinds) checkedKinds.add(kind);
  const chosen = await page.evaluate(chooseElements, { part, isResized, kinds: newKinds });
  // Without frames of other origins on our pages, legacy mode finds the same in a third of the time.
  const builder = new AxeBuilder({ page, axeSource: ';' }).setLegacyMode(true);
  for (const selector of chosen) builder.include(selector);
  if (chosen.length === 0) return [];
  const { violations } = await builder.options({ resultTypes: ['violations'] }).analyze();
  await page.evaluate(forgetChoice);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

type PageWindow = typeof globalThis & {
  readonly axe: { readonly configure: (spec: object) => void };
  /** The texts of the page by their kind, until axe has looked at them. */
  textsByKind?: Map<string, Element[]>;
  /** The elements that were shown when axe looked last. */
  shownElements?: WeakSet<Element>;
};

/**
 * The kinds of the texts that are seen under the element: where they stand, how they are written and
 * what is behind them, which differs between widths if their style does.
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
      describePath(element.parentElement),
      '>',
      element.tagName,
      element.className,
      isDisabled,
      behind === 'rgba(0, 0, 0, 0) none none 1' ? '' : behind,
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
      describePath(element),
      isOfDisabled,
      style.color,
      isLarge,
      style.textShadow,
      style.textDecorationLine,
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

type Choice = {
  readonly part: string;
  readonly isResized: boolean;
  readonly kinds: readonly string[];
};

/**
 * Answers selectors of what axe has to look at. Of contrast it sees one text of each of these kinds;
 * if somebody writes, all, since an editor writes over attributes in its text.
 */
function chooseElements({ part, isResized, kinds }: Choice): string[] {
  const page = globalThis as PageWindow;
  const hasEditor = document.querySelector('[contenteditable="true"]') !== null;
  const mark = (elements: readonly (Element | undefined)[], name: string): string[] => {
    for (const element of elements) element?.toggleAttribute(name, true);
    return elements.length > 0 ? [`[${name}]`] : [];
  };
  const texts = hasEditor ? [] : kinds.map((kind) => page.textsByKind?.get(kind)?.[0]);
  const textSelectors = mark(texts, 'data-new-text');
  const contrasts = hasEditor ? '' : '[data-new-text]';
  page.axe.configure({
    rules: [
      { id: 'color-contrast', selector: `*${contrasts}` },
      { id: 'link-in-text-block', selector: `a[href]${contrasts}, [role=link]${contrasts}` },
    ],
  });
  const shown = [...document.querySelectorAll(`${part}, ${part} *`)].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );
  const unseen = shown.filter((element) => !page.shownElements?.has(element));
  page.shownElements = new WeakSet(shown);
  // These are compared with each other, wherever they stand.
  const isCompared = unseen.some((element) =>
    element.matches(':is(h1, h2, h3, h4, h5, h6, nav, main, aside, header, footer, form, [role])'),
  );
  if (!isResized || hasEditor || isCompared) return [part];
  return [...mark(unseen, 'data-new-element'), ...textSelectors];
}

function forgetChoice(): void {
  for (const name of ['data-new-text', 'data-new-element'])
    for (const element of document.querySelectorAll(`[${name}]`)) element.removeAttribute(name);
}
