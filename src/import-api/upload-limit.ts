import { fail, ok, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';
import { BodyTooLargeError } from '#src/faults/refused-body.ts';

/**
 * Lets few uploads arrive at once, each of at most `maxBytes`. `too-large`, `unavailable` while too
 * many others arrive; what was written of a refused one is thrown away by who stores it.
 */
export function createUploadLimit(maxAtOnce: number, maxBytes: number) {
  let count = 0;
  async function* bound(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let receivedBytes = 0;
    for await (const chunk of chunks) {
      receivedBytes += chunk.length;
      if (receivedBytes > maxBytes) throw new BodyTooLargeError(maxBytes);
      yield chunk;
    }
  }
  return {
    receive: async <T>(
      chunks: AsyncIterable<Uint8Array>,
      store: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
    ): Promise<Outcome<T>> => {
      if (count >= maxAtOnce) return failBusy();
      count++;
      try {
        return ok(await store(bound(chunks)));
      } catch (error) {
        if (!(error instanceof BodyTooLargeError)) throw error;
        return fail(
          'too-large',
          `The file is larger than ${maxBytes / 2 ** 20} MB. Send it in parts.`,
        );
      } finally {
        count--;
      }
    },
  };
}

const failBusy = (): Refusal => ({
  ...fail('unavailable', 'Other files are being uploaded. Please try again in a minute.'),
  retryAfterSeconds: 60,
});
