import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { S3Settings } from '#adapters/files/s3.ts';

type S3rver = { run: () => Promise<{ port: number }>; close: () => Promise<void> };
type S3rverOptions = {
  readonly port: number;
  readonly address: string;
  readonly silent: boolean;
  readonly directory: string;
  readonly configureBuckets: readonly { readonly name: string }[];
};
const S3rverClass = createRequire(import.meta.url)('s3rver') as new (
  options: S3rverOptions,
) => S3rver;

/** An S3 server of this machine with one empty bucket, which keeps its objects in the folder. */
export async function startS3Server(
  folder: string,
): Promise<{ settings: S3Settings; close: () => Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  const bucket = 'files';
  const server = new S3rverClass({
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
    },
    close: () => server.close(),
  };
}
