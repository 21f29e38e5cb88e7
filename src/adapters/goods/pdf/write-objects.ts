import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfObject,
} from '@libpdf/core';
import type { Resolve } from './page-boxes.ts';

/** Told of every dictionary on the way into the file. */
export type InspectDict = (dict: PdfDict) => void;

/** Where an object begins in the file, in bytes. */
export type ObjectOffset = readonly [objectNumber: number, offset: number];

type Options = {
  readonly resolve: Resolve;
  /** Writes bytes to the end of the file. */
  readonly write: (bytes: Uint8Array) => void;
  readonly inspectDict: InspectDict;
  /** Objects that the reader's tail brings: referred to, but not written. */
  readonly omit: ReadonlySet<number>;
};

/**
 * Writes every object that the root leads to, one after the other under its own number, so that no
 * second copy of the file is ever in memory. Objects from object streams stand for themselves, and
 * references to nothing become null.
 */
export class ObjectWriter {
  readonly offsets: ObjectOffset[] = [];
  readonly #options: Options;
  readonly #pending: PdfRef[] = [];
  readonly #seen = new Set<number>();
  #position: number;

  /** `position`: how many bytes are in the file already. */
  constructor(position: number, options: Options) {
    this.#position = position;
    this.#options = options;
  }

  /** The number of bytes in the file. */
  get position(): number {
    return this.#position;
  }

  writeFrom(root: PdfRef): void {
    this.#reach(root);
    for (let ref = this.#pending.pop(); ref; ref = this.#pending.pop()) this.#writeObject(ref);
  }

  /** An object's text as it is in a file, without what it refers to. */
  formatShallow(object: PdfObject): string {
    return object instanceof PdfRef ? 'null' : this.#format(object);
  }

  #writeObject(ref: PdfRef): void {
    const object = this.#options.resolve(ref);
    if (!object || this.#options.omit.has(ref.objectNumber)) return;
    this.offsets.push([ref.objectNumber, this.#position]);
    this.#emit(`${ref.objectNumber} 0 obj\n`);
    if (object instanceof PdfStream) {
      object.set('Length', PdfNumber.of(object.data.length));
      this.#emit(`${this.#format(object)}\nstream\n`);
      this.#emit(object.data);
      this.#emit('\nendstream');
    } else this.#emit(this.#format(object));
    this.#emit('\nendobj\n');
  }

  #emit(content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    this.#options.write(bytes);
    this.#position += bytes.length;
  }

  /** "5 0 R", or "null" if the reference leads nowhere. */
  #reach(ref: PdfRef): string {
    if (!this.#options.resolve(ref)) return 'null';
    if (!this.#seen.has(ref.objectNumber)) {
      this.#seen.add(ref.objectNumber);
      this.#pending.push(ref);
    }
    return `${ref.objectNumber} 0 R`;
  }

  #format(object: PdfObject): string {
    if (object instanceof PdfRef) return this.#reach(object);
    if (object instanceof PdfDict) return this.#formatDict(object);
    if (object instanceof PdfArray)
      return `[${object
        .toArray()
        .map((item) => this.#format(item))
        .join(' ')}]`;
    if (object instanceof PdfName) return formatName(object.value);
    if (object instanceof PdfNumber) return formatNumber(object.value);
    if (object instanceof PdfString) return `<${Buffer.from(object.bytes).toString('hex')}>`;
    return object instanceof PdfBool ? String(object.value) : 'null';
  }

  #formatDict(dict: PdfDict): string {
    this.#options.inspectDict(dict);
    const entries = Array.from(
      dict,
      ([key, value]) => `${formatName(key.value)} ${this.#format(value)}`,
    );
    return `<<${entries.join('\n')}>>`;
  }
}

/**
 * Bytes outside of plain ASCII, and signs with a meaning, as "#20". The parser gives raw bytes as
 * code points up to U+00FF, and reads escaped ones as UTF-8.
 */
const formatName = (name: string): string =>
  `/${Array.from(Buffer.from(name, /[^\u0000-\u00ff]/.test(name) ? 'utf8' : 'latin1'), (byte) =>
    byte > 32 && byte < 127 && !'#%()/<>[]{}'.includes(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `#${byte.toString(16).padStart(2, '0')}`,
  ).join('')}`;

/** Never with an exponent, which PDF does not know. */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) ? value.toFixed(0) : value.toFixed(8).replace(/\.?0+$/, '');
