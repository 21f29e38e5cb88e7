import { mkdirSync } from 'node:fs';
import S3rver from 's3rver';
import type { S3Settings } from '#adapters/files/s3.ts';

/** An S3 server of this machine with one empty bucket, which keeps its objects in the folder. */
export async function startS3Server(
  folder: string,
): Promise<{ settings: S3Settings; close: () => Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  const bucket = 'files';
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  return {
    settings: {
      bucket,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      endpoint: `http://127.0.0.1:${port}`,
      prefix: '',
    },
    close: () => server.close(),
  };
}
