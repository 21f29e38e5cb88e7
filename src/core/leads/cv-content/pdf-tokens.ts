/** The few tokens of PDF (ISO 32000-1, 7.2 and 7.3) that the check of CVs reads. */

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x0c || byte === 0;
const delimiters = new Set(Buffer.from('()<>[]{}/%'));
const endsToken = (byte: number | undefined): boolean =>
  byte === undefined || isSpace(byte) || delimiters.has(byte);

/** No name of interest is longer, even with every character written as "#xx". */
const maxNameBytes = 64;
/** White space and comments between two tokens; no program that writes PDFs needs more. */
const maxGapBytes = 256;

const slash = 0x2f;

/** The position of the next "/" before `end`; `end` where there is none. */
export function findSlash(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== slash) at++;
  return at;
}

/** The name whose "/" is at `at`, with "#xx" decoded, in lower case; cut after 64 bytes. */
export function readName(bytes: Buffer, at: number): { name: string; end: number } {
  let end = at + 1;
  while (end - at <= maxNameBytes && !endsToken(bytes[end])) end++;
  const raw = bytes.toString('latin1', at + 1, end);
  const name = raw.includes('#')
    ? raw.replaceAll(/#([0-9a-f]{2})/gi, (_: string, hex: string) =>
        String.fromCharCode(parseInt(hex, 16)),
      )
    : raw;
  return { name: name.toLowerCase(), end };
}

/** The position of the next token; undefined where white space and comments go on for too long. */
export function skipGap(bytes: Buffer, from: number): number | undefined {
  let isComment = false;
  for (let at = from; at - from <= maxGapBytes; at++) {
    const byte = bytes[at];
    if (isComment) isComment = byte !== 0x0a && byte !== 0x0d;
    else if (byte === 0x25) isComment = true;
    else if (!isSpace(byte)) return at;
  }
  return undefined;
}

export type PdfValueKind = 'name' | 'array' | 'dictionary' | 'string' | 'reference' | 'other';

/** Reads the token at `at`: a number is taken for the begin of a reference. */
export function kindOfValue(bytes: Buffer, at: number): PdfValueKind {
  const byte = bytes[at] ?? 0;
  if (byte === slash) return 'name';
  if (byte === 0x5b) return 'array';
  if (byte === 0x28) return 'string';
  if (byte === 0x3c) return bytes[at + 1] === 0x3c ? 'dictionary' : 'string';
  return byte >= 0x30 && byte <= 0x39 ? 'reference' : 'other';
}

/** The digits at `at` as a number; NaN where there are none, or more than ten. */
export const readInteger = (bytes: Buffer, at: number): number =>
  Number.parseInt(/^\d{1,10}(?!\d)/.exec(bytes.toString('latin1', at, at + 11))?.[0] ?? '', 10);

/** The number of the object that the keyword "obj" at `at` begins; NaN where it begins none. */
export function readObjectNumber(bytes: Buffer, at: number): number {
  const before = bytes.toString('latin1', Math.max(0, at - 40), at);
  return Number(/(\d{1,10})[\s\0]{1,10}\d{1,5}[\s\0]{0,10}$/.exec(before)?.[1]);
}
