/** First and last byte, both included. */
export type ByteRange = { readonly start: number; readonly end: number };

/**
 * The one range of a Range header; undefined for the whole file (no range, or several of them),
 * 'unsatisfiable' if the file has none of it.
 */
export function parseByteRange(
  header: string | undefined,
  fileBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, fileBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? fileBytes - 1 : Math.min(Number(last), fileBytes - 1);
  return start > end || start >= fileBytes ? 'unsatisfiable' : { start, end };
}

/** How many bytes of a file the Range header asks for; 0 if the file has none of them. */
export function countRangeBytes(header: string | undefined, fileBytes: number): number {
  const range = parseByteRange(header, fileBytes);
  if (range === 'unsatisfiable') return 0;
  return range ? range.end - range.start + 1 : fileBytes;
}
