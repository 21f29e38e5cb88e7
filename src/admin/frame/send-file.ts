import { openStreamedBody } from '#src/streamed-body.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * A file to be saved under its name, sent while it is made. It has no length: if it breaks off,
 * the connection ends without the last chunk.
 */
export const sendFile = async (bytes: AsyncIterable<Uint8Array>, name: string): Promise<Response> =>
  new Response(await openStreamedBody(bytes), {
    headers: {
      'content-type': mediaTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '')}"`,
      'cache-control': 'private, no-store',
    },
  });
