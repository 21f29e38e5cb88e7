import { Readable } from 'node:stream';
import type { Deps } from '#core/deps.ts';
import {
  countArrival,
  giveBackRangeBytes,
  lockGrant,
  noteSent,
  takeArrivalBack,
  type SentBytes,
} from './download.store.ts';

/** The end of a file is held back until its arrival is counted: so many bytes, or half of it. */
const heldBytes = 1024;

type Counted = {
  readonly grantId: number;
  readonly downloadId: number;
  readonly fileBytes: number;
  /** The most that a range that is cut leaves to others. */
  readonly maxRangeBytes: number;
};

/**
 * One request of a download. It counts what of the file it has sent: the download has arrived when
 * all bytes were, by this request or by several, and not before.
 */
export class CountedRequest {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'log'>;
  readonly #counted: Counted;
  /** Settles when what was sent is noted. */
  #noting: Promise<unknown> = Promise.resolve();
  /** The bytes that this request has sent, if the download arrived by it. */
  #arrivedBy: SentBytes | undefined;

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'log'>, counted: Counted) {
    this.#deps = deps;
    this.#counted = counted;
  }

  /** The same bytes; the last ones are sent when the database has noted all of them. */
  count(stream: Readable, { start, bytes }: SentBytes): Readable {
    return Readable.from(this.#pass(stream, { start, bytes }), {
      objectMode: false,
      // Read when it is asked for: what is read ahead was not sent.
      highWaterMark: 0,
    });
  }

  /** The connection was cut before its last bytes had arrived: what was counted is taken back. */
  async takeBack(): Promise<void> {
    await this.#noting;
    const sent = this.#arrivedBy;
    if (!sent) return;
    this.#arrivedBy = undefined;
    const { downloadId: id, grantId } = this.#counted;
    await this.#deps.db.transaction().execute(async (tx) => {
      await lockGrant(tx, grantId);
      await takeArrivalBack(tx, { id, grantId }, sent);
    });
  }

  async *#pass(stream: Readable, { start, bytes }: SentBytes): AsyncGenerator<Uint8Array> {
    let sent = 0;
    try {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        const isLast = sent + chunk.length >= bytes;
        const held = isLast ? Math.min(heldBytes, Math.ceil(chunk.length / 2)) : 0;
        sent += chunk.length - held;
        if (chunk.length > held) yield chunk.subarray(0, chunk.length - held);
        if (!isLast) continue;
        sent = bytes;
        await this.#note({ start, bytes }, bytes);
        yield chunk.subarray(chunk.length - held);
      }
    } finally {
      if (sent < bytes) await this.#noteCut({ start, bytes: sent }, bytes);
    }
  }

  async #noteCut(sent: SentBytes, askedBytes: number): Promise<void> {
    try {
      await this.#note(sent, askedBytes);
    } catch (error) {
      this.#deps.log.warn({ error }, 'a download that was cut could not be noted');
    }
  }

  #note(sent: SentBytes, askedBytes: number): Promise<void> {
    const noting = this.#write(sent, askedBytes);
    this.#noting = noting.catch(() => {});
    return noting;
  }

  async #write(sent: SentBytes, askedBytes: number): Promise<void> {
    const { grantId, downloadId: id, fileBytes, maxRangeBytes } = this.#counted;
    const { db, clock } = this.#deps;
    const hasArrived = await db.transaction().execute(async (tx) => {
      await lockGrant(tx, grantId);
      const isRange = askedBytes < fileBytes;
      if (isRange) await giveBackRangeBytes(tx, id, askedBytes - sent.bytes, maxRangeBytes);
      if (sent.bytes === 0 || !(await noteSent(tx, id, sent, fileBytes))) return false;
      await countArrival(tx, { id, grantId, now: clock() });
      return true;
    });
    if (hasArrived) this.#arrivedBy = sent;
  }
}
