import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { enqueue } from '#adapters/jobs/enqueue.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  openProgramsOfAStore,
  type FilePlaceKind,
  type ProgramsOfAStore,
} from './programs-of-a-store.ts';
import {
  beginUpload,
  readUploadOffset,
  sendPiece,
  tus,
  type UploadRequest,
} from './staff-uploads.ts';

let store: ProgramsOfAStore;
afterEach(() => store?.close());

const places = ['a folder', 'S3'] as const satisfies readonly FilePlaceKind[];

/** A publisher's table of about so many bytes, no two of its lines alike. */
function createTable(bytes: number): Buffer {
  const lines = Array.from({ length: bytes / 44 }, () => `2025,${randomBytes(19).toString('hex')}`);
  return Buffer.from(['year,value', ...lines, ''].join('\n'));
}

const throughIt =
  (program: ServerProcess): UploadRequest =>
  (address, init) =>
    store.call(program, address, init);

const begin = (program: ServerProcess, bytes: number): Promise<string> =>
  beginUpload(throughIt(program), { name: 'data.csv', bytes });

const readOffset = (program: ServerProcess, address: string): Promise<number> =>
  readUploadOffset(throughIt(program), address);

/** A PATCH that says that it sends all the rest, of which only `sent` comes. */
function openPatch(program: ServerProcess, address: string, offset: number, rest: Buffer) {
  const request = http.request(`http://127.0.0.1:${program.port}${address}`, {
    method: 'PATCH',
    headers: {
      ...tus,
      cookie: store.cookie,
      origin: program.origin,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(rest.length),
    },
  });
  let hasAnswer = false;
  const ended = new Promise<number | undefined>((resolve) => {
    request.on('response', (response) => {
      response.resume();
      hasAnswer = true;
      resolve(response.statusCode);
    });
    request.on('error', () => {}).on('close', () => resolve(undefined));
  });
  return {
    write: (bytes: number) => request.write(rest.subarray(0, bytes)),
    /** The status of its answer; undefined if the line was cut. */
    ended,
    hasAnswer: () => hasAnswer,
  };
}

/** More than one part: the first is kept while the second comes. */
const someBytes = 6 * 2 ** 20;

/** Sends a part of the rest through the program, and kills it amid; answers what is kept then. */
async function killAmid(
  program: ServerProcess,
  witness: ServerProcess,
  address: string,
  file: Buffer,
): Promise<number> {
  const offset = await readOffset(program, address);
  const patch = openPatch(program, address, offset, file.subarray(offset));
  patch.write(someBytes);
  await waitUntil(
    'a part of it is kept',
    async () => (await readOffset(witness, address)) > offset,
  );
  // What a killed program had told the database may come to it late: this one has to ask again then.
  if (patch.hasAnswer()) return killAmid(program, witness, address, file);
  await program.kill();
  expect([undefined, 409]).toContain(await patch.ended);
  return readOffset(witness, address);
}

/** Sends what is missing, as a client does: it asks again if the upload stands elsewhere. */
async function sendRest(program: ServerProcess, address: string, file: Buffer) {
  await waitUntil('the rest is sent', async () => {
    const offset = await readOffset(program, address);
    const sent = await sendPiece(throughIt(program), address, offset, file.subarray(offset));
    expect([204, 409]).toContain(sent.status);
    return sent.status === 204;
  });
}

async function useAsGoods(program: ServerProcess, address: string) {
  const { db } = store.database;
  const { id } = await db
    .selectFrom('report')
    .select('id')
    .where('state', '=', 'published')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const form = new URLSearchParams({ intent: 'upload', purpose: 'goods' });
  form.set('licence.single-user', '1');
  form.set('uploaded', `${address.split('/').at(-1)}=data.csv`);
  const added = await store.post(program, `/admin/reports/${id}/files`, form);
  expect([added.status, added.status === 303 ? '' : await added.text()]).toEqual([303, '']);
}

const listParts = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of store.files.list('upload-parts/')) keys.push(key);
  return keys;
};

test.each(places)(
  'F-68 over %s a program is killed amid a PATCH, again and again: it goes on at the restarted one and at others, and byte for byte arrives',
  async (place) => {
    store = await openProgramsOfAStore(place);
    const [one, two, three] = await store.startThree();
    const file = createTable(4 * someBytes);
    const address = await begin(one, file.length);
    const first = await killAmid(one, three, address, file);
    const again = await store.start('one');
    expect(await readOffset(again, address)).toBeGreaterThanOrEqual(first);
    const second = await killAmid(again, three, address, file);
    expect(second).toBeGreaterThan(first);
    const third = await killAmid(two, three, address, file);
    expect(third).toBeGreaterThan(second);
    await sendRest(three, address, file);
    await useAsGoods(three, address);
    const stored = await store.database.db
      .selectFrom('editionFile')
      .select('sha256')
      .where('purpose', '=', 'goods')
      .execute();
    const sha256 = createHash('sha256').update(file).digest('hex');
    expect(stored).toEqual([{ sha256 }]);
    expect(await listParts()).toEqual([]);
  },
);

test.each(places)(
  'F-68 over %s a body that is silent is dropped, what came before is kept, and nothing stays of what is given up',
  async (place) => {
    store = await openProgramsOfAStore(place);
    const { db } = store.database;
    const [one, two] = [await store.start('one'), await store.start('two')];
    const file = createTable(2 * someBytes);
    const address = await begin(one, file.length);
    const patch = openPatch(one, address, 0, file);
    patch.write(1000);
    expect(await patch.ended).toBe(408);
    expect(await readOffset(two, address)).toBe(1000);
    await killAmid(one, two, address, file);
    expect((await listParts()).length).toBeGreaterThan(1);
    const touchedAt = new Date(Date.now() - 25 * 3_600_000);
    await db.updateTable('keptUpload').set({ touchedAt }).execute();
    await db.transaction().execute((tx) => enqueue(tx, 'uploads.removeOld', {}));
    await waitUntil('it is given up', async () => {
      const left = await db.selectFrom('keptUpload').select('id').execute();
      return left.length === 0;
    });
    expect(await listParts()).toEqual([]);
    expect((await store.call(two, address, { method: 'HEAD', headers: tus })).status).toBe(404);
  },
);
