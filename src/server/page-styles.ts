import { createHash } from 'node:crypto';

/**
 * The style sheets of public pages, written into the pages themselves: on a slow line the first
 * text comes a round trip sooner (docs/decisions/0040-pages-carry-their-style-sheets.md).
 */
export class PageStyles {
  readonly #elements: readonly { readonly link: string; readonly style: string }[];
  /** What `style-src` allows beside files of ours: the hash of each sheet. */
  readonly policySources: string;

  /** Sheets by their URL; none in development, where Vite changes them while pages are open. */
  constructor(sheets: ReadonlyMap<string, string>) {
    for (const [url, css] of sheets)
      if (css.includes('</style')) throw new Error(`${url} would end its own element`);
    this.#elements = Array.from(sheets, ([url, css]) => ({
      link: `<link rel="stylesheet" href="${url}"/>`,
      style: `<style>${css}</style>`,
    }));
    this.policySources = Array.from(sheets.values(), (css) => ` '${hashForPolicy(css)}'`).join('');
  }

  /** The page with each of its sheets in the place of the link to it. */
  writeInto(html: string): string {
    // By function, since a "$" in a replacing text has a meaning.
    return this.#elements.reduce((page, { link, style }) => page.replace(link, () => style), html);
  }
}

const hashForPolicy = (css: string): string =>
  `sha256-${createHash('sha256').update(css).digest('base64')}`;
