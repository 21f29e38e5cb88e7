import { Readable } from 'node:stream';

/** Headers of a file that belongs to one person: no proxy or browser may keep it. */
export const privateFileHeaders = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
} as const;

/** A file's stream as the body of an answer. */
export const toResponseBody = (stream: Readable): ReadableStream =>
  // The same object under two names: the types of node's web streams and of the browser's differ.
  Readable.toWeb(stream) as ReadableStream;
