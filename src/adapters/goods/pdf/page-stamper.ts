import { PdfArray, PdfDict, PdfRef, PdfStream, type PdfObject } from '@libpdf/core';
import { GoodsRefusal, goodsRefusals } from '../refusals.ts';
import { measureContentBalance, type ContentBalance } from './content-balance.ts';
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

/** Where the reader's line is on a page; undefined where the page is too small for it. */
function placeLine(page: PdfDict, resolve: Resolve): readonly number[] | undefined {
  const box = getVisibleBox(page, resolve);
  const rotation = getRotation(page, resolve);
  const { width, height } = getSeenSize(box, rotation);
  if (width < minPagePoints || height < minPagePoints) return undefined;
  const scale = Math.min(width / lineBox.pageWidth, height / 200);
  const { left, bottom } = lineBox;
  return placeUpright(box, rotation, { left: left * scale, bottom: bottom * scale, scale });
}
