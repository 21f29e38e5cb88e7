import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { ApiContext, ApiOptions } from '../options.ts';
import { serializeReport } from '../serializers.ts';

/**
 * All reports, streamed: a hundred are in memory at a time, and the next hundred are read when the
 * client has taken them. The ETag changes with any report.
 */
export async function streamAllReports(
  c: ApiContext,
  { app: { catalogue }, origin }: ApiOptions,
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
  const json = Readable.from(writeReportsJson(catalogue, origin), {
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

async function* writeReportsJson(
  catalogue: ApiOptions['app']['catalogue'],
  origin: string,
): AsyncGenerator<string> {
  let separator = '{"reports":[';
  for await (const batch of catalogue.streamReports()) {
    const reports = batch.map((report) => JSON.stringify(serializeReport(report, origin)));
    yield separator + reports.join(',');
    separator = ',';
  }
  yield separator === ',' ? ']}' : '{"reports":[]}';
}

/** The streams end together: errors reach the client, and a client that leaves stops the reads. */
function gzip(source: Readable): Readable {
  const compressed = source.pipe(createGzip({ level: 4 })).on('close', () => source.destroy());
  source.on('error', (error) => compressed.destroy(error));
  return compressed;
}

const toWebStream = (stream: Readable): ReadableStream => Readable.toWeb(stream) as ReadableStream;
