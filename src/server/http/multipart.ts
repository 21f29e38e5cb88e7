/**
 * Reads multipart/form-data (RFC 7578) while it arrives: fields are bounded, files are handed on
 * chunk by chunk, and no more than a chunk and a field are in memory.
 */

/** The body is not the form that its content type says. */
export class MultipartError extends Error {}
/** The form has more parts or longer fields than it may. */
export class MultipartTooLargeError extends Error {}

export type MultipartHandlers = {
  readonly onField: (name: string, value: string) => void;
  /** Called once for every file part; its chunks must be read to their end. */
  readonly onFile: (
    name: string,
    fileName: string,
    chunks: AsyncIterable<Uint8Array>,
  ) => Promise<void>;
};

type MultipartLimits = {
  readonly maxParts: number;
  /** All text fields together. */
  readonly maxFieldBytes: number;
};

const maxPartHeaderBytes = 4096;
const headerEnd = Buffer.from('\r\n\r\n');
const emptyChunk = new Uint8Array(0);

/** The boundary of a multipart/form-data content type; undefined for any other type. */
export function parseBoundary(contentType: string): string | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined;
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

/**
 * Calls the handlers for each part in order; what follows the last one is left unread. Throws
 * MultipartError and MultipartTooLargeError.
 */
export async function readMultipart(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
  limits: MultipartLimits,
  handlers: MultipartHandlers,
): Promise<void> {
  const reader = new DelimitedReader(chunks);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  await discard(reader.readUntil(delimiter));
  let fieldBytes = 0;
  for (let partCount = 0; !(await reader.isLastPart()); partCount++) {
    if (partCount === limits.maxParts) throw new MultipartTooLargeError();
    const head = await collect(reader.readUntil(headerEnd), maxPartHeaderBytes);
    const { name, fileName } = parsePartHead(head.toString());
    const content = reader.readUntil(delimiter);
    if (fileName === undefined) {
      const value = await collect(content, limits.maxFieldBytes - fieldBytes);
      fieldBytes += value.length;
      handlers.onField(name, value.toString());
    } else {
      await handlers.onFile(name, fileName, content);
      await discard(content);
    }
  }
}

/** Browsers write quotes and line breaks of names with percent signs (HTML, 4.10.22.8). */
function parsePartHead(head: string): { name: string; fileName: string | undefined } {
  // U+2028 and U+2029 end a line for regular expressions, and not in a header.
  const isDisposition = /^content-disposition:\s*form-data/i;
  const disposition = head.split('\r\n').find((line) => isDisposition.test(line)) ?? '';
  const readParameter = (parameter: string): string | undefined =>
    new RegExp(`;\\s*${parameter}="([^"]*)"`, 'i')
      .exec(disposition)?.[1]
      ?.replaceAll('%22', '"')
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n');
  const name = readParameter('name');
  if (name === undefined) throw new MultipartError();
  return { name, fileName: readParameter('filename') };
}

/** Bytes up to a delimiter, over chunks of any size. */
class DelimitedReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  /** Not yet read. A line break in front lets the first boundary look like every other. */
  #rest: Buffer = Buffer.from('\r\n');

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The bytes before the delimiter, which is read too. Throws MultipartError if it is missing. */
  async *readUntil(delimiter: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const found = this.#rest.indexOf(delimiter);
      const keptBytes = found === -1 ? delimiter.length - 1 : this.#rest.length - found;
      const readBytes = Math.max(0, this.#rest.length - keptBytes);
      const before = this.#rest.subarray(0, readBytes);
      this.#rest = this.#rest.subarray(readBytes + (found === -1 ? 0 : delimiter.length));
      if (before.length > 0) yield before;
      if (found !== -1) return;
      const tail = await this.#advance(delimiter);
      if (tail.length > 0) yield tail;
    }
  }

  /** True after the boundary that ends the form ("--"); a line break means that a part follows. */
  async isLastPart(): Promise<boolean> {
    while (this.#rest.length < 2) this.#rest = Buffer.concat([this.#rest, await this.#readChunk()]);
    const mark = this.#rest.toString('latin1', 0, 2);
    if (mark !== '--' && mark !== '\r\n') throw new MultipartError();
    if (mark === '--') return true;
    this.#rest = this.#rest.subarray(2);
    return false;
  }

  /**
   * Takes the next chunk, and answers what was kept of the one before if no delimiter begins in
   * it: joining the two each time would copy every chunk of a large file.
   */
  async #advance(delimiter: Buffer): Promise<Uint8Array> {
    const kept = this.#rest;
    const chunk = await this.#readChunk();
    const edge = Buffer.concat([kept, chunk.subarray(0, delimiter.length - 1)]);
    const mustJoin = chunk.length < delimiter.length || edge.includes(delimiter);
    this.#rest = mustJoin ? Buffer.concat([kept, chunk]) : chunk;
    return mustJoin ? emptyChunk : kept;
  }

  async #readChunk(): Promise<Buffer> {
    const { done, value } = await this.#chunks.next();
    if (done) throw new MultipartError();
    return Buffer.from(value.buffer, value.byteOffset, value.length);
  }
}

async function discard(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of chunks);
}

async function collect(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new MultipartTooLargeError();
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}
