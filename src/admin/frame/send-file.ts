import { Readable } from 'node:stream';

const mediaTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A file to be saved under its name, sent while it is made. */
export const sendFile = (bytes: AsyncIterable<Uint8Array>, name: string): Response =>
  new Response(Readable.toWeb(Readable.from(bytes)) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': mediaTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '')}"`,
      'cache-control': 'private, no-store',
    },
  });
