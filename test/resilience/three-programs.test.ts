import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { addTestStaff } from '../support/test-staff.ts';
import { waitUntil } from '../support/wait-until.ts';

let folder: TemporaryFolder;
let database: TestDatabase;
let cookie: string;
let closers: (() => Promise<unknown>)[];
beforeEach(async () => {
  folder = createTemporaryFolder('three-programs');
  database = await createTestDatabase('small');
  cookie = await signIn();
  closers = [];
});
afterEach(async () => {
  for (const close of closers.toReversed()) await close();
  await database.drop();
  folder.remove();
});

/** An owner's session, which every program over the database knows. */
async function signIn(): Promise<string> {
  const { staffId, ip, userAgent } = await addTestStaff(database.db, 'owner');
  const secret = randomBytes(32).toString('hex');
  const now = new Date();
  const session = { staffId, createdAt: now, lastUsedAt: now, provedAt: now, ip, userAgent };
  const tokenHash = createHash('sha256').update(secret).digest('hex');
  const expiresAt = new Date(now.getTime() + 3_600_000);
  await database.db
    .insertInto('staffSession')
    .values({ ...session, tokenHash, expiresAt })
    .execute();
  return `staff=${secret}`;
}

/** Three programs over the one database, each with a data folder of its own. */
async function startThree() {
  const FILES_DIR = path.join(folder.path, 'shared');
  const start = async (name: string): Promise<ServerProcess> => {
    const dataFolder = path.join(folder.path, name);
    mkdirSync(dataFolder, { recursive: true });
    const LINK_SECRET = 'the same secret of all programs, which is long enough';
    const program = await startServerProcess({
      DATABASE_URL: database.url,
      DATA_DIR: dataFolder,
      LINK_SECRET,
      FILES_DIR,
    });
    closers.push(() => program.close());
    return program;
  };
  return [await start('one'), await start('two'), await start('three')] as const;
}

const call = (program: ServerProcess, address: string, init: RequestInit = {}) =>
  program.request(address, {
    ...init,
    headers: { cookie, origin: program.origin, ...(init.headers as Record<string, string>) },
  });

const post = (program: ServerProcess, address: string, body: FormData | URLSearchParams) =>
  call(program, address, { method: 'POST', body });

const tus = { 'tus-resumable': '1.0.0' };
const offsetOf = (answer: Response) => Number(answer.headers.get('upload-offset'));

async function isImport(id: number, state: 'checked' | 'done'): Promise<boolean> {
  const found = database.db.selectFrom('reportImport').select('state').where('id', '=', id);
  return (await found.executeTakeFirstOrThrow()).state === state;
}

async function countImported(): Promise<number> {
  const { count } = await database.db
    .selectFrom('report')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('code', 'like', 'UP-%')
    .executeTakeFirstOrThrow();
  return count;
}

async function createSheet(): Promise<Buffer> {
  const industry = await database.db
    .selectFrom('industry')
    .select('slug')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: 3000 }, (_, i) => `UP-${i},Report ${i},${industry.slug},120`);
  return Buffer.from(['code,title,industry,price_single', ...rows].join('\n'));
}

test('F-65 B2: three programs take one upload in turn; it goes on at its byte when one is killed, and its import when two are', async () => {
  const programs = await startThree();
  const [one, two, three] = programs;
  const sheet = await createSheet();
  const created = await call(one, '/admin/uploads', {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(sheet.length),
      'upload-metadata': `filename ${Buffer.from('sheet.csv').toString('base64')}`,
    },
  });
  const address = created.headers.get('location') ?? '';
  const append = (program: ServerProcess, offset: number, end: number) =>
    call(program, address, {
      method: 'PATCH',
      headers: {
        ...tus,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(sheet.subarray(offset, end)),
    });
  const ask = async (program: ServerProcess) =>
    offsetOf(await call(program, address, { method: 'HEAD', headers: tus }));
  // Each of them takes a piece in turn, and knows what the others have.
  const pieceBytes = Math.floor(sheet.length / 8);
  for (let piece = 0; piece < 6; piece++) {
    const program = programs[piece % 3] ?? one;
    expect(await ask(program)).toBe(piece * pieceBytes);
    const answer = await append(program, piece * pieceBytes, (piece + 1) * pieceBytes);
    expect(answer.status).toBe(204);
  }
  // A request that stands elsewhere writes nothing, through whichever it comes.
  expect((await append(two, pieceBytes, 2 * pieceBytes)).status).toBe(409);
  await one.kill();
  expect(await ask(two)).toBe(6 * pieceBytes);
  expect((await append(two, 6 * pieceBytes, 7 * pieceBytes)).status).toBe(204);
  const form = new URLSearchParams({ mode: 'good', industries: 'known', published: '1' });
  form.set('uploaded', `${address.split('/').at(-1)}=sheet.csv`);
  expect((await append(three, 7 * pieceBytes, sheet.length)).status).toBe(204);
  const sent = await post(two, '/admin/imports', form);
  expect(sent.status).toBe(303);
  await two.kill();
  const id = Number(sent.headers.get('location')?.split('/').at(-1));
  await waitUntil('the rows are checked', () => isImport(id, 'checked'));
  await post(three, `/admin/imports/${id}`, new URLSearchParams({ intent: 'run' }));
  await waitUntil('the reports are imported', () => isImport(id, 'done'));
  expect(await countImported()).toBe(3000);
});
