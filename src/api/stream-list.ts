import { Readable } from 'node:stream';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { openStreamedBody } from '#src/streamed-body.ts';
import type { ApiContext } from './options.ts';

type WholeList<Entry> = {
  /** The field of the answer that holds the entries. */
  readonly name: string;
  /** Another text after every change of any entry. */
  readonly revision: string;
  /** Reads the entries, a batch at a time. */
  readonly read: () => AsyncGenerator<readonly Entry[]>;
  /** Returns the entry as the contract spells it. */
  readonly toEntry: (entry: Entry) => object;
};

/**
 * Answers with a whole list, streamed: a batch is in memory at a time, and the next is read when the
 * client has taken it. The ETag changes with the list's revision.
 */
export async function streamList<Entry>(
  c: ApiContext,
  { name, revision, read, toEntry }: WholeList<Entry>,
): Promise<Response> {
  const isGzipped = (c.req.header('accept-encoding') ?? '').includes('gzip');
  const etag = `"${name}-${revision}${isGzipped ? '-gzip' : ''}"`;
  const headers = {
    etag,
    'cache-control': 'public, no-cache',
    vary: 'accept-encoding',
    'content-type': 'application/json; charset=utf-8',
  };
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
  if (c.req.raw.method === 'HEAD') return c.body(null, 200, headers);
  const json = writeJson(name, read(), toEntry);
  if (!isGzipped) return c.body(await openStreamedBody(json), 200, headers);
  const compressed = gzip(Readable.from(json, { highWaterMark: 1 }));
  return c.body(await openStreamedBody(compressed), 200, {
    ...headers,
    'content-encoding': 'gzip',
  });
}

const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.trim() === etag));

const encoder = new TextEncoder();

async function* writeJson<Entry>(
  name: string,
  batches: AsyncGenerator<readonly Entry[]>,
  toEntry: (entry: Entry) => object,
): AsyncGenerator<Uint8Array> {
  let separator = `{"${name}":[`;
  try {
    for (;;) {
      const json = await inTurn(async () => {
        const { value: batch, done } = await batches.next();
        return done ? undefined : batch.map((one) => JSON.stringify(toEntry(one))).join(',');
      });
      if (json === undefined) break;
      yield encoder.encode(separator + json);
      separator = ',';
    }
  } finally {
    await batches.return(undefined);
  }
  yield encoder.encode(separator === ',' ? ']}' : `{"${name}":[]}`);
}

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * One batch at a time of all lists together, with everything else that waits in between: the
 * processor is never theirs alone, however many readers ask.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(() => letOthersRun()).then(work);
  lastTurn = turn.catch(() => {});
  return turn;
}

/** The streams end together: errors reach the client, and a client that leaves stops the reads. */
function gzip(source: Readable): Readable {
  const compressed = source.pipe(createGzip({ level: 4 })).on('close', () => source.destroy());
  source.on('error', (error) => compressed.destroy(error));
  return compressed;
}
