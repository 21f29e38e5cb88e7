import { createWriteStream, ReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Disk } from 'flydrive';
import type { FileStorage, StoredFile } from '#core/deps.ts';
import { WorkFolder } from '../work-folder.ts';

export type S3Settings = {
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of a service other than Amazon's. */
  readonly endpoint: string | undefined;
  /** Of the store's keys, with a slash at its end; '' for a bucket of the store's own. */
  readonly prefix: string;
};

/** A request without a body that has no answer by then: S3 is away. It is tried three times. */
const questionMs = { requestTimeout: 5000 };

/** The SDK itself waits for ever. A line that is silent for longer than our own readers may be ends. */
const connections = {
  connectionTimeout: 3000,
  socketTimeout: 60_000,
  throwOnRequestTimeout: true,
  // Each download holds one for as long as its reader takes.
  httpAgent: { keepAlive: true, maxSockets: 1000 },
  httpsAgent: { keepAlive: true, maxSockets: 1000 },
};

type OpenBucket = { readonly client: S3Client; readonly disk: Disk };

/**
 * Files in a bucket of S3, or of a service that speaks its protocol. An object is there whole or not
 * at all. S3 wants to know a length first: a stream that is not a file is written to `spoolFolder`
 * before. The libraries are loaded with the first file.
 */
export function createS3FileStorage(settings: S3Settings, spoolFolder: string): FileStorage {
  let opened: Promise<OpenBucket> | undefined;
  const spool = new WorkFolder(spoolFolder);
  const openOnce = (): Promise<OpenBucket> => (opened ??= openBucket(settings));
  return {
    put: async (key, content) => {
      const { disk } = await openOnce();
      if (content instanceof Readable) await putStream(disk, key, content, spool);
      else await disk.put(key, content);
    },
    read: async (key, range) => {
      const { client } = await openOnce();
      return readObject(client, settings.bucket, key, range);
    },
    getSizeBytes: async (key) =>
      askSizeBytes((await openOnce()).client, { Bucket: settings.bucket, Key: key }),
    list: async function* (prefix) {
      yield* listObjects((await openOnce()).client, settings.bucket, prefix);
    },
    remove: async (key) => (await openOnce()).disk.delete(key),
    // Copied whole before the first is removed: a killed process leaves one of them, or both.
    move: async (key, to) => {
      const { disk } = await openOnce();
      try {
        await disk.copy(key, to);
      } catch (error) {
        return undefinedWhereMissing(error) ?? false;
      }
      await disk.delete(key);
      return true;
    },
  };
}

async function openBucket(settings: S3Settings): Promise<OpenBucket> {
  const [{ S3Client: Client }, { S3Driver }, flydrive] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('flydrive/drivers/s3'),
    import('flydrive'),
  ]);
  const { bucket, region, accessKeyId, secretAccessKey, endpoint } = settings;
  const client = new Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Checksums at the end of a body are Amazon's own: other services refuse them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: connections,
  });
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });
  return { client, disk: new flydrive.Disk(driver) };
}

async function putStream(
  disk: Disk,
  key: string,
  content: Readable,
  spool: WorkFolder,
): Promise<void> {
  if (content instanceof ReadStream && typeof content.path === 'string') {
    const { size } = await stat(content.path);
    return disk.putStream(key, content, { contentLength: size });
  }
  await spool.use(async (folder) => {
    const file = path.join(folder, 'content');
    await pipeline(content, createWriteStream(file, { mode: 0o600 }));
    const handle = await open(file);
    const { size } = await handle.stat();
    await disk.putStream(key, handle.createReadStream(), { contentLength: size });
  });
}

async function askSizeBytes(
  client: S3Client,
  object: { readonly Bucket: string; readonly Key: string },
): Promise<number | undefined> {
  const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
  try {
    return (await client.send(new HeadObjectCommand(object), questionMs)).ContentLength;
  } catch (error) {
    return undefinedWhereMissing(error);
  }
}

async function readObject(
  client: S3Client,
  bucket: string,
  key: string,
  range: { start: number; end: number } | undefined,
): Promise<Readable | undefined> {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  try {
    const { Body } = await client.send(
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
      }),
      questionMs,
    );
    return Body instanceof Readable ? Body : undefined;
  } catch (error) {
    return undefinedWhereMissing(error);
  }
}

async function* listObjects(
  client: S3Client,
  bucket: string,
  prefix: string,
): AsyncGenerator<StoredFile> {
  const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3');
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
    for (const { Key: key, LastModified: changedAt } of page.Contents ?? [])
      if (key !== undefined && changedAt) yield { key, changedAt };
}

/** Throws what is not about a missing object: it may be there, and S3 away. */
function undefinedWhereMissing(error: unknown): undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (['NoSuchKey', 'NotFound'].includes(cause.name)) return undefined;
  throw error;
}
