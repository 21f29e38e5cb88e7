import { createHash } from 'node:crypto';
import type { PageScripts } from './page-scripts.ts';
import { firstScreenEnd } from '#src/first-screen-end.ts';
import { Sheet } from './sheet.ts';

/** A page with its styles, and what `style-src` allows for them beside files of ours. */
export type StyledPage = { readonly html: string; readonly policySources: string };

/**
 * The style sheets of public pages. A long page says where its first screen ends: rules for what is
 * above are in the page, and from there on the sheets are files that browsers keep. A short page has
 * no files, but the rules for the classes that it has or that its scripts may bring. So the first
 * packets that a server may send hold the first screen (docs/decisions/0075-styles-of-the-first-screen.md).
 */
export class PageStyles {
  readonly #sheets: readonly { readonly link: string; readonly sheet: Sheet }[];
  readonly #everyPage: readonly string[];
  readonly #islands: ReadonlyMap<string, readonly string[]>;

  /** Sheets by their URL; none in development, if Vite changes them while pages are open. */
  constructor(
    sheets: ReadonlyMap<string, string>,
    { everyPage, islands }: PageScripts = { everyPage: [], islands: new Map() },
  ) {
    for (const [url, css] of sheets)
      if (css.includes('</style')) throw new Error(`${url} would end its own element`);
    this.#sheets = Array.from(sheets, ([url, css]) => ({
      link: `<link rel="stylesheet" href="${url}"/>`,
      sheet: new Sheet(css),
    }));
    const known = new Set(this.#sheets.flatMap(({ sheet }) => sheet.classes));
    this.#everyPage = listWords(everyPage, known);
    this.#islands = new Map(
      Array.from(islands, ([name, scripts]) => [name, listWords(scripts, known)]),
    );
  }

  /** The page with what it needs of each of its sheets in the place of the link to it. */
  writeInto(page: string): StyledPage {
    const linked = this.#sheets
      .map((one) => ({ ...one, at: page.indexOf(one.link) }))
      .filter(({ at }) => at !== -1)
      .toSorted((a, b) => a.at - b.at);
    if (linked.length === 0) return { html: page, policySources: '' };
    const end = page.indexOf(firstScreenEnd);
    const isLong = end !== -1;
    const classes = isLong
      ? new Set(listClasses(page.slice(0, end)))
      : this.#listPossibleClasses(page);
    let [html, policySources, files] = [page, '', ''];
    for (const { link, sheet } of linked) {
      const css = sheet.pick(classes);
      // By function, since a "$" in a replacing text has a meaning.
      html = html.replace(link, () => `<style>${css}</style>`);
      policySources += ` '${hashForPolicy(css)}'`;
      if (isLong && !sheet.isWhole(css)) files += link;
    }
    return { html: html.replace(firstScreenEnd, files), policySources };
  }

  #listPossibleClasses(page: string): Set<string> {
    const islands = new Set(
      Array.from(page.matchAll(/ data-island="([\w-]+)"/g), ([, name]) => name),
    );
    return new Set([
      ...listClasses(page),
      ...this.#everyPage,
      ...Array.from(islands, (name = '') => this.#islands.get(name) ?? []).flat(),
    ]);
  }
}

const hashForPolicy = (css: string): string =>
  `sha256-${createHash('sha256').update(css).digest('base64')}`;

/** The words of these scripts that are classes of the sheets. */
const listWords = (scripts: readonly string[], known: ReadonlySet<string>): string[] => [
  ...new Set(scripts.flatMap((text) => text.split(/[\s"'`]+/)).filter((word) => known.has(word))),
];

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** All classes that elements of the page have. */
function listClasses(html: string): string[] {
  const lists = Array.from(html.matchAll(/\sclass=(?:"([^"]*)"|'([^']*)')/g), ([, a, b]) => a ?? b);
  return Array.from(new Set(lists))
    .join(' ')
    .replaceAll(/&(\w+|#x27);/g, (all, name: string) => signs[name] ?? all)
    .split(/\s+/);
}
