import { Readable } from 'node:stream';

type Options = {
  /** Hears of a fault after the first byte. */
  readonly onFault?: (error: unknown) => void;
  /** Called once, when nothing more will be read, however that came. */
  readonly onEnd?: () => void;
};

/**
 * Bytes as the body of an answer, once the first of them are there. What fails before is thrown, and
 * can be answered as a fault. What fails later ends the connection without the last chunk, so that
 * nobody takes a part for the whole.
 */
export async function openStreamedBody(
  bytes: AsyncIterable<Uint8Array>,
  { onFault = () => {}, onEnd = () => {} }: Options = {},
): Promise<ReadableStream<Uint8Array>> {
  const iterator = bytes[Symbol.asyncIterator]();
  const first = await iterator.next().catch((error: unknown) => {
    onEnd();
    throw error;
  });
  const stream = Readable.from(continueFrom(first, iterator, onFault));
  stream.once('close', () => {
    // A reader who left before the first byte has not begun the generator, which would end it.
    void iterator.return?.().catch(onFault);
    onEnd();
  });
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

async function* continueFrom(
  first: IteratorResult<Uint8Array>,
  iterator: AsyncIterator<Uint8Array>,
  onFault: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    for (let part = first; part.done !== true; part = await iterator.next()) yield part.value;
  } catch (error) {
    onFault(error);
    throw error;
  }
}
