import { inflateSync } from 'node:zlib';
import { expect } from 'vitest';

/** A piece of text on a page, at its place in points. */
export type PdfText = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly text: string;
};

/**
 * The texts on each page of a PDF that pdfkit wrote, read through the fonts' ToUnicode maps. Throws
 * if a character has no glyph.
 */
export function readPdfPages(pdf: Uint8Array): PdfText[][] {
  const file = new PdfFile(pdf);
  return file.pageIds().map((pageId) => {
    const page = file.object(pageId);
    const fonts = file.fontsOf(page);
    const content = file.stream(/\/Contents (\d+)/.exec(page)?.[1]);
    return [...content.matchAll(textOperator)].map(([, x, y, font, size, glyphs]) => ({
      x: Number(x),
      y: Number(y),
      size: Number(size),
      text: file.decodeGlyphs(fonts.get(font) ?? '', glyphs ?? ''),
    }));
  });
}

/** The texts of a PDF that must have one page, on which nothing runs off the foot. */
export function readOnlyPage(pdf: Uint8Array): PdfText[] {
  const [page = [], ...more] = readPdfPages(pdf);
  expect(more).toEqual([]);
  expect(Math.min(...page.map(({ y }) => y))).toBeGreaterThan(20);
  return page;
}

/** A page's characters without its spaces, since lines lose those where they break. */
export const joinTexts = (page: readonly PdfText[] | undefined): string =>
  removeSpaces((page ?? []).map(({ text }) => text).join(''));

export const removeSpaces = (text: string): string => text.replaceAll(/\s/g, '');

const textOperator = /BT\n1 0 0 1 ([\d.-]+) ([\d.-]+) Tm\n\/(F\d+) ([\d.]+) Tf\n([\s\S]*?)ET/g;

class PdfFile {
  readonly #objects: ReadonlyMap<string, string>;
  readonly #unicodeMaps = new Map<string, string[]>();

  constructor(pdf: Uint8Array) {
    const text = Buffer.from(pdf).toString('latin1');
    const objects = text.matchAll(/(?<=[\r\n])(\d+) 0 obj\n([\s\S]*?)\nendobj/g);
    this.#objects = new Map([...objects].map(([, id, body]) => [String(id), String(body)]));
  }

  object(id: string | undefined): string {
    return this.#objects.get(id ?? '') ?? '';
  }

  stream(id: string | undefined): string {
    const bytes = /stream\n([\s\S]*)\nendstream/.exec(this.object(id))?.[1] ?? '';
    return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
  }

  pageIds(): (string | undefined)[] {
    const pages = [...this.#objects.values()].find((body) => body.includes('/Type /Pages'));
    const kids = pages?.match(/\/Kids \[([^\]]*)\]/)?.[1] ?? '';
    return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => id);
  }

  /** Object ids of a page's fonts by name. */
  fontsOf(page: string): ReadonlyMap<string | undefined, string> {
    const resources = this.object(/\/Resources (\d+)/.exec(page)?.[1]);
    const fonts = [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)];
    return new Map(fonts.map(([, name, id]) => [name, String(id)]));
  }

  decodeGlyphs(fontId: string, glyphs: string): string {
    const unicodeMap = this.#unicodeMapOf(fontId);
    return [...glyphs.matchAll(/<([0-9a-f]+)>/g)]
      .flatMap(([, hex]) => hex?.match(/.{4}/g) ?? [])
      .map((glyph) => {
        if (glyph === '0000') throw new Error('A character is rendered as an empty box');
        return unicodeMap[Number.parseInt(glyph, 16)];
      })
      .join('');
  }

  #unicodeMapOf(fontId: string): string[] {
    const known = this.#unicodeMaps.get(fontId);
    if (known) return known;
    const cmap = this.stream(/\/ToUnicode (\d+)/.exec(this.object(fontId))?.[1]);
    const unicodeMap = [...cmap.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list]) =>
      [...(list ?? '').matchAll(/<([0-9a-f ]+)>/gi)].map(([, hex]) => decodeUtf16(hex ?? '')),
    );
    this.#unicodeMaps.set(fontId, unicodeMap);
    return unicodeMap;
  }
}

const decodeUtf16 = (hex: string): string =>
  Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');
