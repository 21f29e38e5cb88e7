import { Readable } from 'node:stream';

/** A CSV that is sent while it is made, to be saved under a name. */
export const respondCsv = (chunks: AsyncIterable<Uint8Array>, name: string): Response =>
  new Response(Readable.toWeb(Readable.from(chunks)) as ReadableStream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name.replaceAll(/[^\w-]/g, '')}.csv"`,
    },
  });
