import { afterEach, expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  openProgramsOfAStore,
  type FilePlaceKind,
  type ProgramsOfAStore,
} from './programs-of-a-store.ts';
import { beginUpload, readUploadOffset, sendPiece, type UploadRequest } from './staff-uploads.ts';

let store: ProgramsOfAStore;
afterEach(() => store?.close());

async function isImport(id: number, state: 'checked' | 'done'): Promise<boolean> {
  const found = store.database.db.selectFrom('reportImport').select('state').where('id', '=', id);
  return (await found.executeTakeFirstOrThrow()).state === state;
}

async function countImported(): Promise<number> {
  const { count } = await store.database.db
    .selectFrom('report')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('code', 'like', 'UP-%')
    .executeTakeFirstOrThrow();
  return count;
}

async function createSheet(): Promise<Buffer> {
  const industry = await store.database.db
    .selectFrom('industry')
    .select('slug')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: 3000 }, (_, i) => `UP-${i},Report ${i},${industry.slug},120`);
  return Buffer.from(['code,title,industry,price_single', ...rows].join('\n'));
}

const throughIt =
  (program: ServerProcess): UploadRequest =>
  (address, init) =>
    store.call(program, address, init);

/** Sends the form of an import with the finished upload; answers the import's number. */
async function importUpload(program: ServerProcess, address: string): Promise<number> {
  const form = new URLSearchParams({ mode: 'good', industries: 'known', published: '1' });
  form.set('uploaded', `${address.split('/').at(-1)}=sheet.csv`);
  const sent = await store.post(program, '/admin/imports', form);
  expect(sent.status).toBe(303);
  return Number(sent.headers.get('location')?.split('/').at(-1));
}

const places = ['a folder', 'S3'] as const satisfies readonly FilePlaceKind[];

test.each(places)(
  'F-65 B2: over %s three programs take one upload in turn; it goes on at its byte when one is killed, and its import when two are',
  async (place) => {
    store = await openProgramsOfAStore(place);
    const programs = await store.startThree();
    const [one, two, three] = programs;
    const sheet = await createSheet();
    const address = await beginUpload(throughIt(one), { name: 'sheet.csv', bytes: sheet.length });
    const pieceBytes = Math.floor(sheet.length / 8);
    const send = (program: ServerProcess, piece: number, end = (piece + 1) * pieceBytes) =>
      sendPiece(
        throughIt(program),
        address,
        piece * pieceBytes,
        sheet.subarray(piece * pieceBytes, end),
      );
    // Each of them takes a piece in turn, and knows what the others have.
    for (let piece = 0; piece < 6; piece++) {
      const program = programs[piece % 3] ?? one;
      expect(await readUploadOffset(throughIt(program), address)).toBe(piece * pieceBytes);
      expect((await send(program, piece)).status).toBe(204);
    }
    // A request that stands elsewhere writes nothing, through whichever it comes.
    expect((await send(two, 1)).status).toBe(409);
    await one.kill();
    expect(await readUploadOffset(throughIt(two), address)).toBe(6 * pieceBytes);
    expect((await send(two, 6)).status).toBe(204);
    expect((await send(three, 7, sheet.length)).status).toBe(204);
    const id = await importUpload(two, address);
    await two.kill();
    await waitUntil('the rows are checked', () => isImport(id, 'checked'));
    await store.post(three, `/admin/imports/${id}`, new URLSearchParams({ intent: 'run' }));
    await waitUntil('the reports are imported', () => isImport(id, 'done'));
    expect(await countImported()).toBe(3000);
  },
);
