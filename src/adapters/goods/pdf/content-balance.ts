/** What has to stand around a page's content so that something can be drawn after it. */
export type ContentBalance = {
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
export function measureContentBalance(content: Uint8Array): ContentBalance {
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
