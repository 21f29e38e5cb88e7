import { PdfArray, PdfDict, PdfRef, PdfStream, type PdfObject } from '@libpdf/core';
import { GoodsRefusal, goodsRefusals } from '../refusals.ts';
import { decodeStream } from './decode-stream.ts';
import {
  dereference,
  getInherited,
  getRotation,
  getSeenSize,
  getVisibleBox,
  placeUpright,
  type Resolve,
} from './page-boxes.ts';
import { lineBox } from './pdf-master.ts';
import { formatNumber } from './write-objects.ts';

/** Below this a line of a name can't be read. */
const minPagePoints = 72;

/** Makes pages draw one form last of all: upright, along their lower edge as they are seen. */
export class PageStamper {
  readonly #resolve: Resolve;
  readonly #formRef: PdfRef;
  readonly #register: (object: PdfObject) => PdfRef;
  readonly #streams = new Map<string, PdfRef>();
  readonly #stamped = new Set<PdfDict>();
  readonly #matrixFor: typeof placeLine;

  constructor(
    resolve: Resolve,
    formRef: PdfRef,
    register: (object: PdfObject) => PdfRef,
    matrixFor = placeLine,
  ) {
    this.#resolve = resolve;
    this.#formRef = formRef;
    this.#register = register;
    this.#matrixFor = matrixFor;
  }

  /** Throws a GoodsRefusal for a page that is too small. A page that comes twice is drawn once. */
  stamp(page: PdfDict, pageNumber: number): void {
    if (this.#stamped.has(page)) return;
    this.#stamped.add(page);
    const matrix = this.#matrixFor(page, this.#resolve);
    if (!matrix) throw new GoodsRefusal(goodsRefusals.unprovable(pageNumber));
    const contents = this.#listContents(page);
    const { savesBefore, closing } = this.#measure(contents);
    const name = this.#addToResources(page);
    const drawing =
      `${closing}q ${matrix.map(formatNumber).join(' ')} cm\n` +
      `/Artifact <</Type /Pagination>> BDC\n/${name} Do\nEMC Q\n`;
    page.set(
      'Contents',
      PdfArray.of(
        this.#shareStream('q\n'.repeat(savesBefore)),
        ...contents,
        // A stream ends where a token ends: white space keeps ours apart from a broken one.
        this.#shareStream(`\n${drawing}`),
      ),
    );
  }

  #listContents(page: PdfDict): PdfRef[] {
    const contents = page.get('Contents');
    const found = dereference(contents, this.#resolve);
    if (found instanceof PdfStream && contents instanceof PdfRef) return [contents];
    if (!(found instanceof PdfArray)) return [];
    return found
      .toArray()
      .filter((item) => item instanceof PdfRef)
      .filter((ref) => dereference(ref, this.#resolve) instanceof PdfStream);
  }

  #measure(contents: readonly PdfRef[]): ContentBalance {
    const parts = contents.flatMap((ref) => {
      const stream = dereference(ref, this.#resolve);
      return stream instanceof PdfStream
        ? [decodeStream(stream, this.#resolve), Buffer.from('\n')]
        : [];
    });
    return measureContentBalance(parts.length === 2 && parts[0] ? parts[0] : Buffer.concat(parts));
  }

  /** Gives the page resources of its own, with the form in them; answers the form's name. */
  #addToResources(page: PdfDict): string {
    const inherited = getInherited(page, 'Resources', this.#resolve);
    const resources = inherited instanceof PdfDict ? inherited.clone() : new PdfDict();
    const shared = dereference(resources.get('XObject'), this.#resolve);
    const forms = shared instanceof PdfDict ? shared.clone() : new PdfDict();
    let name = 'RsLine';
    while (forms.has(name)) name += 'x';
    forms.set(name, this.#formRef);
    resources.set('XObject', forms);
    page.set('Resources', resources);
    return name;
  }

  /** Pages that need the same operators share one stream. */
  #shareStream(content: string): PdfRef {
    const known = this.#streams.get(content);
    if (known) return known;
    const ref = this.#register(new PdfStream(undefined, Buffer.from(content, 'latin1')));
    this.#streams.set(content, ref);
    return ref;
  }
}

/** Where the reader's line is on a page; undefined if the page is too small for it. */
function placeLine(page: PdfDict, resolve: Resolve): readonly number[] | undefined {
  const box = getVisibleBox(page, resolve);
  const rotation = getRotation(page, resolve);
  const { width, height } = getSeenSize(box, rotation);
  if (width < minPagePoints || height < minPagePoints) return undefined;
  const scale = Math.min(width / lineBox.pageWidth, height / 200);
  const { left, bottom } = lineBox;
  return placeUpright(box, rotation, { left: left * scale, bottom: bottom * scale, scale });
}

/** Operators around a page's content so that something can be drawn after it. */
type ContentBalance = {
  /** `q` operators before the content, so that no `Q` of it ends a state of ours. */
  readonly savesBefore: number;
  /** Operators after the content that close what it left open. */
  readonly closing: string;
};

const whitespace = new Set([0, 9, 10, 12, 13, 32]);
const delimiters = new Set(Array.from('()<>[]{}/%', (sign) => sign.charCodeAt(0)));
const isRegular = (byte: number | undefined): boolean =>
  byte !== undefined && !whitespace.has(byte) && !delimiters.has(byte);

/**
 * Counts the operators of a page's content (PDF 32000-1, 7.8.2) that must come in pairs: `q` and
 * `Q`, `BT` and `ET`, `BMC` or `BDC` and `EMC`. Strings, comments and inline pictures are skipped.
 */
function measureContentBalance(content: Uint8Array): ContentBalance {
  let saves = 0;
  let lowestSaves = 0;
  let markedDepth = 0;
  let isInText = false;
  for (const operator of readOperators(content)) {
    if (operator === 'q') saves++;
    else if (operator === 'Q') lowestSaves = Math.min(lowestSaves, --saves);
    else if (operator === 'BT') isInText = true;
    else if (operator === 'ET') isInText = false;
    else if (operator === 'BMC' || operator === 'BDC') markedDepth++;
    else if (operator === 'EMC') markedDepth = Math.max(0, markedDepth - 1);
  }
  const savesBefore = 1 - lowestSaves;
  return {
    savesBefore,
    closing: `${isInText ? 'ET\n' : ''}${'EMC\n'.repeat(markedDepth)}${'Q\n'.repeat(savesBefore + saves)}`,
  };
}

/** The words of a content stream that are no names, in order: operators, and harmless numbers. */
function* readOperators(content: Uint8Array): Generator<string> {
  let at = 0;
  while (at < content.length) {
    const byte = content[at];
    if (byte === 0x25) at = skipComment(content, at);
    else if (byte === 0x28) at = skipString(content, at);
    else if (byte === 0x3c && content[at + 1] !== 0x3c) at = skipHexString(content, at);
    else if (byte === 0x2f) at = skipRegular(content, at + 1);
    else if (!isRegular(byte)) at++;
    else {
      const end = skipRegular(content, at);
      // No operator of interest is longer; numbers are skipped without making a string.
      if (end - at <= 3) {
        const word = String.fromCharCode(...content.subarray(at, end));
        if (word === 'ID') {
          at = skipInlinePicture(content, end);
          continue;
        }
        yield word;
      }
      at = end;
    }
  }
}

function skipRegular(content: Uint8Array, from: number): number {
  let at = from;
  while (isRegular(content[at])) at++;
  return at;
}

function skipComment(content: Uint8Array, from: number): number {
  let at = from;
  while (at < content.length && content[at] !== 10 && content[at] !== 13) at++;
  return at;
}

function skipHexString(content: Uint8Array, from: number): number {
  const end = content.indexOf(0x3e, from);
  return end < 0 ? content.length : end + 1;
}

function skipString(content: Uint8Array, from: number): number {
  let depth = 0;
  let at = from;
  for (; at < content.length; at++) {
    const byte = content[at];
    if (byte === 0x5c) at++;
    else if (byte === 0x28) depth++;
    else if (byte === 0x29 && --depth === 0) return at + 1;
  }
  return at;
}

/** Behind the `EI` that ends an inline picture's bytes: one between white space. */
function skipInlinePicture(content: Uint8Array, from: number): number {
  for (let at = from; at < content.length - 1; at++) {
    if (content[at] !== 0x45 || content[at + 1] !== 0x49) continue;
    const [before, after] = [content[at - 1] ?? 10, content[at + 2] ?? 10];
    if (whitespace.has(before) && whitespace.has(after)) return at + 2;
  }
  return content.length;
}
