/**
 * HTML of a clipboard as the editor can read it. Word writes the entries of lists as paragraphs with
 * their level in a style and their bullet as text. What the editor itself has copied stays as it is.
 */
export function cleanPastedHtml(html: string): string {
  if (html.includes('data-pm-slice')) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const heading of body.querySelectorAll('h1')) rename(heading, 'h2');
  for (const heading of body.querySelectorAll('h4, h5, h6')) rename(heading, 'h3');
  // Word's notes and marks lead nowhere here.
  for (const link of body.querySelectorAll('a[href^="#_"], a:not([href])'))
    link.replaceWith(...link.childNodes);
  buildWordLists(body);
  for (const table of body.querySelectorAll('table')) cleanTable(table);
  for (const paragraph of body.querySelectorAll('p')) if (isBlank(paragraph)) paragraph.remove();
  return body.innerHTML;
}

const isBlank = (element: Element): boolean =>
  element.textContent.trim() === '' && !element.querySelector('img');

function rename(element: Element, tag: string): Element {
  const renamed = document.createElement(tag);
  renamed.append(...element.childNodes);
  for (const name of ['colspan', 'rowspan', 'style']) {
    const value = element.getAttribute(name);
    if (value !== null) renamed.setAttribute(name, value);
  }
  element.replaceWith(renamed);
  return renamed;
}

type OpenList = { readonly level: number; readonly list: Element };

/** Paragraphs with `mso-list` in their style become entries of lists within each other. */
function buildWordLists(body: HTMLElement): void {
  let open: OpenList[] = [];
  for (const entry of body.querySelectorAll('[style*="mso-list"]')) {
    const level = Number(/mso-list:[^;]*level(\d)/.exec(entry.getAttribute('style') ?? '')?.[1]);
    if (!level) continue;
    const isOrdered = /^\(?\w{1,4}[.)]/.test(takeMarker(entry));
    // A numbered heading stays a heading.
    if (entry.tagName !== 'P') continue;
    if (entry.previousElementSibling !== open[0]?.list) open = [];
    open = open.filter((one) => one.level <= level);
    const last = open.at(-1);
    const isOtherKind = open.length === 1 && last?.list.matches('ol') !== isOrdered;
    if (last?.level !== level) open.push(startList(entry, { level, isOrdered }, last));
    else if (isOtherKind) open = [startList(entry, { level, isOrdered })];
    open.at(-1)?.list.append(rename(entry, 'li'));
  }
}

/** Below the last entry of the list around it, or in the place of the paragraph. */
function startList(
  entry: Element,
  { level, isOrdered }: { readonly level: number; readonly isOrdered: boolean },
  outer?: OpenList,
): OpenList {
  const list = document.createElement(isOrdered ? 'ol' : 'ul');
  const parent = outer?.list.lastElementChild;
  if (parent) parent.append(list);
  else entry.before(list);
  return { level, list };
}

/** The bullet or the number of an entry, which is text in Word's HTML. */
function takeMarker(entry: Element): string {
  const marker = [...entry.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  marker?.remove();
  return marker?.textContent.trim() ?? '';
}

/** A cell is one text; a first row that is bold throughout is a heading. */
function cleanTable(table: HTMLTableElement): void {
  const [first] = table.rows;
  const cells = [...(first?.cells ?? [])].filter((cell) => !isBlank(cell));
  const isHeading = table.rows.length > 1 && cells.length > 0 && cells.every(isBold);
  for (const cell of table.querySelectorAll('td, th'))
    for (const block of cell.querySelectorAll('p, li, h2, h3, ul, ol, div'))
      block.replaceWith(...block.childNodes, ' ');
  for (const row of table.rows)
    if (row.closest('thead') || (isHeading && row === first))
      for (const cell of Array.from(row.cells)) rename(cell, 'th');
}

const isBold = (cell: Element): boolean =>
  [...cell.querySelectorAll('b, strong')]
    .map((part) => part.textContent)
    .join('')
    .trim() === cell.textContent.trim();
