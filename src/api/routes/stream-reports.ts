import { Readable } from 'node:stream';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { ApiContext, ApiOptions } from '../options.ts';
import { serializeReport } from '../serializers.ts';

/**
 * All reports, or those of an industry, streamed: a few are in memory at a time, and the next are
 * read when the client has taken them. The ETag changes with any report.
 */
export async function streamReports(
  c: ApiContext,
  { app: { catalogue }, origin }: ApiOptions,
  industrySlug?: string,
): Promise<Response> {
  const isGzipped = (c.req.header('accept-encoding') ?? '').includes('gzip');
  const etag = `"reports-${await catalogue.getRevision()}${isGzipped ? '-gzip' : ''}"`;
  const headers = {
    etag,
    'cache-control': 'public, no-cache',
    vary: 'accept-encoding',
    'content-type': 'application/json; charset=utf-8',
  };
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
  if (c.req.raw.method === 'HEAD') return c.body(null, 200, headers);
  const json = Readable.from(writeReportsJson(catalogue.streamReports(industrySlug), origin), {
    objectMode: true,
    highWaterMark: 1,
  });
  if (isGzipped)
    return c.body(toWebStream(gzip(json)), 200, { ...headers, 'content-encoding': 'gzip' });
  const buffered = Readable.from(json, { objectMode: false, highWaterMark: 64 * 1024 });
  return c.body(toWebStream(buffered), 200, headers);
}

const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.trim() === etag));

type Reports = ReturnType<ApiOptions['app']['catalogue']['streamReports']>;

async function* writeReportsJson(reports: Reports, origin: string): AsyncGenerator<string> {
  let separator = '{"reports":[';
  try {
    for (;;) {
      const json = await inTurn(() => writeNextReports(reports, origin));
      if (json === undefined) break;
      yield separator + json;
      separator = ',';
    }
  } finally {
    await reports.return(undefined);
  }
  yield separator === ',' ? ']}' : '{"reports":[]}';
}

/** undefined behind the last report. */
async function writeNextReports(reports: Reports, origin: string): Promise<string | undefined> {
  const { value: batch, done } = await reports.next();
  if (done) return undefined;
  return batch.map((report) => JSON.stringify(serializeReport(report, origin))).join(',');
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

const toWebStream = (stream: Readable): ReadableStream => Readable.toWeb(stream) as ReadableStream;
