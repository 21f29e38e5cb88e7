import type { Page } from 'playwright-core';

/** Short words of controls and headings that a line breaks: their box is narrower than any word. */
export const listBrokenWords = (page: Page): Promise<string[]> => page.evaluate(findBrokenWords);

/** Runs in the page. */
function findBrokenWords(): string[] {
  const isBroken = (node: Node, start: number, end: number): boolean => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1;
  };
  const listOf = (element: Element): string[] =>
    Array.from(element.childNodes)
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .flatMap((node) =>
        Array.from((node.textContent ?? '').matchAll(/[a-z]{3,12}/gi))
          .filter(({ index, 0: word }) => isBroken(node, index, index + word.length))
          .map(({ 0: word }) => `${element.tagName} breaks "${word}"`),
      );
  const named = 'main :is(summary, button, label, th, dt, h1, h2, h3), main label > span';
  return Array.from(document.querySelectorAll(named)).flatMap(listOf);
}
