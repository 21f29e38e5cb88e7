import type { FileHandle } from 'node:fs/promises';
import { readFromStart } from './local-copy.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * The file's text without its byte order mark. What is not UTF-8 from beginning to end is
 * Windows-1252, which Excel writes on many machines.
 */
export async function* readText(handle: FileHandle): AsyncGenerator<string> {
  const decoder = new TextDecoder(await detectEncoding(handle));
  for await (const chunk of readFromStart(handle)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function detectEncoding(handle: FileHandle): Promise<Encoding> {
  const start = Buffer.alloc(2);
  await handle.read(start, 0, 2, 0);
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of readFromStart(handle)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

/** The most frequent of comma, semicolon and tab outside quotes in the first line. */
export function detectDelimiter(text: string): string {
  const counts = new Map([
    [',', 0],
    [';', 0],
    ['\t', 0],
  ]);
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') break;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}
