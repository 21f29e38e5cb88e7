import { readSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { openScratchFile } from '../local-copy.ts';
import { parseXml } from './parse-xml.ts';
import { decodeXlsxText } from './xlsx-text.ts';

const pageBytes = 64 * 1024;
/** Strings are mostly in the order of their cells, so a few pages hold what is needed next. */
const maxPages = 32;
const flushBytes = 256 * 1024;

/**
 * The texts that the cells of a workbook share, in a scratch file: hundreds of megabytes of them
 * would not fit into memory.
 */
export class SharedStrings {
  readonly #file: FileHandle;
  /** Where string `n` begins; it ends where the next one begins. */
  #offsets = new Float64Array(1024);
  #count = 0;
  readonly #pages = new Map<number, Buffer>();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async read(
    part: AsyncIterable<Uint8Array> | undefined,
    folder: string,
  ): Promise<SharedStrings> {
    const strings = new SharedStrings(await openScratchFile(folder));
    try {
      if (part) await strings.#spill(part);
      return strings;
    } catch (error) {
      await strings.close();
      throw error;
    }
  }

  /** undefined if the workbook has no such string. */
  get(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return undefined;
    return this.#readText(this.#offsets[index] ?? 0, this.#offsets[index + 1] ?? 0);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #spill(part: AsyncIterable<Uint8Array>): Promise<void> {
    let text = '';
    let isText = false;
    let phoneticDepth = 0;
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    const flush = (): void => {
      writeSync(this.#file.fd, Buffer.concat(pending));
      pending = [];
      pendingBytes = 0;
    };
    const chunks = parseXml(part, {
      onOpen: (name) => {
        if (name === 'si') text = '';
        if (name === 'rPh') phoneticDepth++;
        isText = name === 't' && phoneticDepth === 0;
      },
      onText: (run) => {
        if (isText) text += run;
      },
      onClose: (name) => {
        isText = false;
        if (name === 'rPh') phoneticDepth--;
        if (name !== 'si') return;
        const bytes = Buffer.from(decodeXlsxText(text));
        pending.push(bytes);
        pendingBytes += bytes.length;
        this.#addOffset(bytes.length);
        if (pendingBytes > flushBytes) flush();
      },
    });
    for await (const _ of chunks);
    flush();
  }

  #addOffset(length: number): void {
    if (this.#count + 2 > this.#offsets.length) {
      const larger = new Float64Array(this.#offsets.length * 2);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    this.#offsets[this.#count + 1] = (this.#offsets[this.#count] ?? 0) + length;
    this.#count++;
  }

  #readText(start: number, end: number): string {
    const parts: Buffer[] = [];
    for (let at = start; at < end;) {
      const page = Math.floor(at / pageBytes);
      const from = at - page * pageBytes;
      const bytes = this.#getPage(page).subarray(from, Math.min(pageBytes, from + end - at));
      if (bytes.length === 0) break;
      parts.push(bytes);
      at += bytes.length;
    }
    return (parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)).toString();
  }

  #getPage(number: number): Buffer {
    const known = this.#pages.get(number);
    if (known) return known;
    const page = Buffer.allocUnsafe(pageBytes);
    const size = readSync(this.#file.fd, page, 0, pageBytes, number * pageBytes);
    const oldest = this.#pages.keys().next().value;
    if (this.#pages.size >= maxPages && oldest !== undefined) this.#pages.delete(oldest);
    const read = page.subarray(0, size);
    this.#pages.set(number, read);
    return read;
  }
}
