import { setImmediate as letOthersRun } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import {
  findSlash,
  kindOfValue,
  readInteger,
  readName,
  readObjectNumber,
  skipGap,
} from './pdf-tokens.ts';

const inflateAsync = promisify(inflate);

/** Actions that do more than turn to a page or follow a link. */
const forbiddenActions = new Set([
  'javascript',
  'launch',
  'gotoe',
  'gotor',
  'importdata',
  'rendition',
  'submitform',
]);
/** Attached files, Flash, and forms that bring a program of their own. */
const forbiddenNames = new Set([
  'embeddedfile',
  'embeddedfiles',
  'fileattachment',
  'richmedia',
  'xfa',
]);
/** Keys that no CV needs, where an object follows: attached files, triggers, passwords. */
const forbiddenKeys = new Set(['aa', 'ef', 'encrypt']);
const unusualFilters = ['lzwdecode', 'ascii85decode', 'asciihexdecode', 'runlengthdecode', 'crypt'];

const segmentBytes = 1024 * 1024;
const tokenCostBytes = 64;
const maxObjectStreams = 2000;
const maxObjectStreamBytes = 8 * 1024 * 1024;
const maxInflatedBytes = 32 * 1024 * 1024;
const maxOpenActions = 20;
/** Numbers and offsets at the begin of an object stream. */
const maxHeaderBytes = 64 * 1024;
const maxActionBytes = 4096;

/**
 * True for a PDF that acts by itself or carries files, is encrypted, or hides its objects in a way
 * that no usual program does. The syntax is not trusted: every byte may begin an object, names are
 * decoded, and object streams are inflated. The work is bounded, and others run in between.
 */
export const isActivePdf = (bytes: Buffer): Promise<boolean> => new PdfCheck(bytes).isActive();

/** The names between two streams that tell what the next stream is. */
type StreamHeader = { readonly names: Set<string>; readonly firstOffsets: number[] };
type ObjectStream = { readonly content: Buffer; readonly firstOffsets: readonly number[] };

class PdfCheck {
  readonly #bytes: Buffer;
  readonly #openActions = new Set<number>();
  readonly #objectStreams: ObjectStream[] = [];
  #inflatedBytes = 0;
  #unpausedBytes = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  async isActive(): Promise<boolean> {
    const bytes = this.#bytes;
    for (let start = 0; start < bytes.length;) {
      const found = bytes.indexOf('stream', start);
      const end = found === -1 ? bytes.length : found;
      const header: StreamHeader = { names: new Set(), firstOffsets: [] };
      if (await this.#isActivePart(bytes, start, end, header)) return true;
      if (found !== -1 && (await this.#isActiveStream(found, header))) return true;
      start = end + 'stream'.length;
    }
    return this.#opensSomething();
  }

  /** Looks at every name of a part, and notes those that describe a stream. */
  async #isActivePart(
    bytes: Buffer,
    start: number,
    end: number,
    header: StreamHeader,
  ): Promise<boolean> {
    for (let at = findSlash(bytes, start, end); at < end; at = findSlash(bytes, at + 1, end)) {
      const { name, end: nameEnd } = readName(bytes, at);
      if (forbiddenNames.has(name)) return true;
      if (header.names.size < 1000) header.names.add(name);
      if (this.#isActiveEntry(bytes, name, nameEnd)) return true;
      if (name === 'first') {
        const offset = readInteger(bytes, skipGap(bytes, nameEnd) ?? nameEnd);
        if (header.firstOffsets.length < 10) header.firstOffsets.push(offset);
      }
      if (this.#needsPause(nameEnd - at)) await letOthersRun();
    }
    if (this.#needsPause(end - start)) await letOthersRun();
    return false;
  }

  #isActiveEntry(bytes: Buffer, key: string, keyEnd: number): boolean {
    if (key !== 's' && key !== 'openaction' && !forbiddenKeys.has(key)) return false;
    const at = skipGap(bytes, keyEnd);
    if (at === undefined) return true;
    const kind = kindOfValue(bytes, at);
    if (forbiddenKeys.has(key)) return kind === 'dictionary' || kind === 'reference';
    if (key === 's') {
      // The type of an action that stands elsewhere: only somebody who hides it writes that.
      const isHidden =
        kind === 'reference' && /^\d+\s+\d+\s+R\b/.test(bytes.toString('latin1', at, at + 40));
      return isHidden || (kind === 'name' && forbiddenActions.has(readName(bytes, at).name));
    }
    if (kind === 'dictionary') return doesMoreThanTurnPages(bytes, at);
    if (kind === 'reference') this.#openActions.add(readInteger(bytes, at));
    return this.#openActions.size > maxOpenActions;
  }

  /** Inflates an object stream and looks at the names in it (ISO 32000-1, 7.5.7). */
  async #isActiveStream(keyword: number, { names, firstOffsets }: StreamHeader): Promise<boolean> {
    const isObjectStream = names.has('objstm');
    const mayBeObjectStream = isObjectStream || (names.has('n') && names.has('first'));
    if (!mayBeObjectStream || isKeywordEnd(this.#bytes, keyword)) return false;
    if (unusualFilters.some((filter) => names.has(filter))) return true;
    if (isObjectStream && names.has('predictor')) return true;
    if (!names.has('flatedecode')) return false;
    if (this.#objectStreams.length === maxObjectStreams) return true;
    const content = await this.#inflateAt(keyword + 'stream'.length);
    if (!content) return isObjectStream;
    this.#objectStreams.push({ content, firstOffsets });
    const inner: StreamHeader = { names: new Set(), firstOffsets: [] };
    return this.#isActivePart(content, 0, content.length, inner);
  }

  /** The data after the keyword and its line break; undefined if it is none, or too much. */
  async #inflateAt(keywordEnd: number): Promise<Buffer | undefined> {
    const lineBreaks = /^(?:\r\n|\n|\r)?/.exec(
      this.#bytes.toString('latin1', keywordEnd, keywordEnd + 2),
    );
    const data = this.#bytes.subarray(keywordEnd + (lineBreaks?.[0].length ?? 0));
    const maxOutputLength = Math.min(maxObjectStreamBytes, maxInflatedBytes - this.#inflatedBytes);
    if (maxOutputLength <= 0) return undefined;
    const content = await inflateAsync(data, { maxOutputLength }).catch(() => undefined);
    this.#inflatedBytes += content?.length ?? 0;
    return content;
  }

  /** Whether an action that runs on opening, and that stands elsewhere, does more than it may. */
  async #opensSomething(): Promise<boolean> {
    if (this.#openActions.size === 0) return false;
    const bytes = this.#bytes;
    for (let at = bytes.indexOf('obj'); at !== -1; at = bytes.indexOf('obj', at + 3)) {
      const isOpenAction = this.#openActions.has(readObjectNumber(bytes, at));
      if (isOpenAction && isActiveObject(bytes, at + 3)) return true;
      if (this.#needsPause(0)) await letOthersRun();
    }
    return this.#objectStreams.some((stream) =>
      findInStream(stream, this.#openActions).some((at) => isActiveObject(stream.content, at)),
    );
  }

  /** True once for every megabyte that was read; a token costs as much as some bytes more. */
  #needsPause(bytes: number): boolean {
    this.#unpausedBytes += bytes + tokenCostBytes;
    if (this.#unpausedBytes < segmentBytes) return false;
    this.#unpausedBytes = 0;
    return true;
  }
}

const isKeywordEnd = (bytes: Buffer, keyword: number): boolean =>
  bytes.toString('latin1', Math.max(0, keyword - 3), keyword) === 'end';

/** The action's dictionary follows a link, has actions after it, or is not a plain one. */
function doesMoreThanTurnPages(bytes: Buffer, start: number): boolean {
  const end = bytes.indexOf('>>', start + 2);
  if (end === -1 || end - start > maxActionBytes) return true;
  if (bytes.subarray(start + 2, end).includes('<<')) return true;
  for (let at = findSlash(bytes, start, end); at < end; at = findSlash(bytes, at + 1, end)) {
    const { name } = readName(bytes, at);
    if (name === 'uri' || name === 'next') return true;
  }
  return false;
}

function isActiveObject(bytes: Buffer, start: number): boolean {
  const at = skipGap(bytes, start);
  if (at === undefined) return true;
  const kind = kindOfValue(bytes, at);
  return kind === 'dictionary' ? doesMoreThanTurnPages(bytes, at) : kind !== 'array';
}

/** Where objects are in an object stream, whose pairs of number and offset come first. */
function findInStream(
  { content, firstOffsets }: ObjectStream,
  wanted: ReadonlySet<number>,
): readonly number[] {
  const header = content.toString('latin1', 0, Math.min(content.length, maxHeaderBytes));
  const numbers = (/^[\d\s]*/.exec(header)?.[0] ?? '').trim().split(/\s+/).map(Number);
  return numbers.flatMap((number, i) =>
    i % 2 === 0 && wanted.has(number)
      ? firstOffsets
          .map((first) => first + (numbers[i + 1] ?? 0))
          .filter((at) => at < content.length)
      : [],
  );
}
