import { createReadStream, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readParts } from '#core/catalogue/index.ts';
import type { FileStorage } from '#core/deps.ts';
import { classifyFault } from '#src/faults/faults.ts';
import { startS3Server } from '../../../test/support/s3-server.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { createDiskFileStorage } from './disk.ts';
import { createS3FileStorage } from './s3.ts';

const folder = createTemporaryFolder('storage');
const spoolFolder = path.join(folder.path, 'spool');
let storages: Record<'disk' | 'S3', FileStorage>;
let closeServer: () => Promise<void>;

beforeAll(async () => {
  const server = await startS3Server(path.join(folder.path, 's3'));
  closeServer = server.close;
  storages = {
    disk: createDiskFileStorage(path.join(folder.path, 'files')),
    S3: createS3FileStorage(server.settings, spoolFolder),
  };
});
afterAll(async () => {
  await closeServer();
  folder.remove();
});

async function readText(stream: Readable | undefined): Promise<string | undefined> {
  if (!stream) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces).toString();
}

describe.each(['disk', 'S3'] as const)('files on %s', (name) => {
  test('are stored from bytes, from a file and from any stream, and read whole or in ranges', async () => {
    const files = storages[name];
    const source = path.join(folder.path, 'source');
    writeFileSync(source, 'from a file');
    await files.put('a/bytes', Buffer.from('first'));
    await files.put('a/bytes', Buffer.from('bytes of a file'));
    await files.put('a/file', createReadStream(source));
    await files.put('a/stream', Readable.from([Buffer.from('from '), Buffer.from('a stream')]));
    expect(await readText(await files.read('a/bytes'))).toBe('bytes of a file');
    expect(await readText(await files.read('a/bytes', { start: 6, end: 7 }))).toBe('of');
    expect(await readText(await files.read('a/file'))).toBe('from a file');
    expect(await readText(await files.read('a/stream'))).toBe('from a stream');
    expect(await files.getSizeBytes('a/stream')).toBe(13);
    if (name === 'S3')
      expect(readdirSync(spoolFolder, { recursive: true })).toEqual([String(process.pid)]);
  });

  test('that are not there, or not any more, are undefined', async () => {
    const files = storages[name];
    expect(await files.read('no/such')).toBeUndefined();
    expect(await files.getSizeBytes('no/such')).toBeUndefined();
    await files.put('gone', Buffer.from('x'));
    await files.remove('gone');
    await files.remove('gone');
    expect(await files.read('gone')).toBeUndefined();
  });

  test('in two parts read as one, over every edge of a range', async () => {
    const files = storages[name];
    await files.put('body', Buffer.from('abcdef'));
    await files.put('tail', Buffer.from('ghi'));
    const parts = [
      { fileKey: 'body', bytes: 6 },
      { fileKey: 'tail', bytes: 3 },
    ];
    expect(await readText(await readParts(files, parts))).toBe('abcdefghi');
    for (const [start, end] of [
      [0, 1],
      [2, 5],
      [5, 7],
      [6, 8],
      [0, 8],
    ] as const)
      expect(await readText(await readParts(files, parts, { start, end }))).toBe(
        'abcdefghi'.slice(start, end + 1),
      );
    expect(await readParts(files, [{ fileKey: 'nothing', bytes: 3 }, ...parts])).toBeUndefined();
  });
});

test('a key never leads out of the folder', async () => {
  await expect(storages.disk.put('../outside', Buffer.from('x'))).rejects.toThrow('leaves');
});

test.each(['disk', 'S3'] as const)(
  'files on %s are listed by the beginning of their keys, with the time of their change',
  async (name) => {
    const files = storages[name];
    const keys = ['goods/1/body', 'goods/2/body', 'goods/2/master.json', 'goodsother'];
    for (const key of keys) await files.put(key, Buffer.from('x'));
    const listed = [];
    for await (const file of files.list('goods/')) listed.push(file);
    expect(listed.map(({ key }) => key).toSorted()).toEqual(keys.slice(0, 3));
    expect(listed.every(({ changedAt }) => !Number.isNaN(changedAt.getTime()))).toBe(true);
    for await (const file of files.list('nothing/')) expect(file).toBeUndefined();
  },
);

test('what the disk refuses is a fault and no missing file, also for one file that can’t be opened', async () => {
  const files = storages.disk;
  await files.put('refused/file', Buffer.from('x'));
  symlinkSync('loop', path.join(folder.path, 'files/refused/loop'));
  for (const key of ['refused/file/below', 'refused/loop'])
    for (const ask of [() => files.getSizeBytes(key), () => files.read(key)]) {
      const error = await ask().catch((refusal: unknown) => refusal);
      expect([key, classifyFault(error)]).toEqual([key, 'unavailable']);
    }
  mkdirSync(path.join(folder.path, 'files/refused/folder'));
  await expect(files.getSizeBytes('refused/folder')).rejects.toThrow('something else than a file');
});

test('of a file that could not be written to its end nothing stays', async () => {
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('the beginning');
      throw new Error('the line was cut');
    })(),
  );
  await expect(storages.disk.put('half/file', broken)).rejects.toThrow('the line was cut');
  expect(readdirSync(path.join(folder.path, 'files/half'))).toEqual([]);
});

/** A service in the place of S3 that answers every request so; undefined is silence. */
async function openFailing(status: number | undefined, code = '') {
  const server = http.createServer((_, response) => {
    if (status === undefined) return;
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const settings = {
    bucket: 'files',
    region: 'us-east-1',
    accessKeyId: 'a',
    secretAccessKey: 'b',
    endpoint: `http://127.0.0.1:${port}`,
    prefix: '',
  };
  return {
    files: createS3FileStorage(settings, spoolFolder),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

test.each([
  [403, 'AccessDenied'],
  [404, 'NoSuchBucket'],
  [500, 'InternalError'],
  [503, 'SlowDown'],
  [undefined, 'silence'],
  [0, 'nobody listens'],
] as const)(
  'S3 that answers %s %s is away, and its files are not missing',
  async (status, code) => {
    const { files, close } = await openFailing(status === 0 ? 500 : status, code);
    if (status === 0) close();
    const asks = [
      () => files.read('goods/1/body'),
      () => files.move('goods/1/body', 'trash/goods/1/body'),
      // Its answer to a question for the size has no body that could tell a bucket from an object.
      ...(status === 404 ? [] : [() => files.getSizeBytes('goods/1/body')]),
    ];
    // Silence is told by the clock of each question.
    const answers = await Promise.all(
      asks
        .slice(0, status === undefined ? 1 : 3)
        .map((ask) => ask().catch((error: unknown) => error)),
    );
    for (const error of answers)
      expect([error, classifyFault(error)]).toEqual([error, 'unavailable']);
    close();
  },
  40_000,
);
