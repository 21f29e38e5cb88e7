import { mkdirSync } from 'node:fs';
import type { S3Settings } from '#adapters/files/s3.ts';
import { importFromTool } from '../../scripts/support/install-tool.ts';

/** The part of s3rver that we use; it brings no types. */
type S3rver = {
  readonly default: new (options: {
    readonly port: number;
    readonly address: string;
    readonly silent: boolean;
    readonly directory: string;
    readonly configureBuckets: readonly { readonly name: string }[];
  }) => { readonly run: () => Promise<{ port: number }>; readonly close: () => Promise<void> };
};

const { default: S3Server } = (await importFromTool('test', 's3rver')) as S3rver;

/** An S3 server of this machine with one empty bucket, which keeps its objects in the folder. */
export async function startS3Server(
  folder: string,
): Promise<{ settings: S3Settings; close: () => Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  const bucket = 'files';
  const server = new S3Server({
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
