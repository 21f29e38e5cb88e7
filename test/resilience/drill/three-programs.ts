import { sql } from 'kysely';
import { createHash, randomBytes } from 'node:crypto';
import type { Random } from '#demo/random.ts';
import { readZipParts } from '../../support/read-goods.ts';
import { signInOwner } from '../../support/staff-session.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { buyPatiently, createHttpBuyer, type HttpBuyer } from '../http-buyers.ts';
import { beginUpload, readUploadOffset, sendPiece, type UploadRequest } from '../staff-uploads.ts';
import type { Strike } from './drill-faults.ts';
import type { DrillStore } from './drill-store.ts';

/** Staff's uploads in a round: goods of a report, and a sheet of reports that are new. */
type Uploads = { readonly table: Buffer; readonly sheet: Buffer; readonly mark: string };

const pieceBytes = 300_000;
const rowCount = 400;

/**
 * Two files come in pieces through whichever program lives, and each of the three is killed in turn:
 * amid a piece of the one, amid a piece of the other, and amid the import. The goods have to arrive
 * byte for byte and reach a buyer, and the import has to end.
 */
export async function uploadThroughThree(store: DrillStore, random: Random): Promise<Strike> {
  const first = random(3);
  const victims = [first, (first + 1) % 3, (first + 2) % 3] as const;
  const uploads = await store.useDatabase((db) => makeUploads(db, random));
  const send = await openStaffRequest(store);
  const breaches: string[] = [];
  const kill = (number: number): Promise<void> =>
    store.programs[number]?.kill() ?? Promise.resolve();
  const sheet = await upload(send, 'sheet.csv', uploads.sheet, () => kill(victims[0]));
  const table = await upload(send, 'data.csv', uploads.table, () => kill(victims[1]));
  await store.startAgain(victims[0]);
  const report = await giveGoods(store, send, table, random);
  const importId = await beginImport(send, sheet);
  await kill(victims[2]);
  const note = (error: unknown): void => void breaches.push(String(error));
  await finishImport(store, send, importId, uploads.mark).catch(note);
  await checkGoods(store, report, uploads.table).catch(note);
  return {
    description: `programs ${victims.map((number) => number + 1).join(', ')} killed amid uploads`,
    count: 1,
    breaches,
    repair: async () => {
      for (const number of victims.slice(1)) await store.startAgain(number);
    },
  };
}

type Database = Parameters<Parameters<DrillStore['useDatabase']>[0]>[0];

async function makeUploads(db: Database, random: Random): Promise<Uploads> {
  const { slug } = await db.selectFrom('industry').select('slug').executeTakeFirstOrThrow();
  const mark = `DR-${randomBytes(4).toString('hex').toUpperCase()}`;
  const rows = Array.from({ length: rowCount }, (_, i) => `${mark}-${i},Report ${i},${slug},120`);
  // Some lines more, so that the pieces of two rounds end elsewhere.
  const lines = Array.from(
    { length: 30_000 + random(10_000) },
    () => `2025,${randomBytes(19).toString('hex')}`,
  );
  return {
    mark,
    sheet: Buffer.from(['code,title,industry,price_single', ...rows].join('\n')),
    table: Buffer.from(['year,value', ...lines, ''].join('\n')),
  };
}

/** Requests of an owner, to the programs that live in turn. */
async function openStaffRequest({ useDatabase, origin, request }: DrillStore) {
  const cookie = await useDatabase(signInOwner);
  const send: UploadRequest = (address, init) =>
    request(address, {
      ...init,
      redirect: 'manual',
      headers: { cookie, origin, ...(init.headers as Record<string, string>) },
    });
  return send;
}

/** Sends a file piece by piece as a browser does, with a kill amid one; answers its upload's id. */
async function upload(
  send: UploadRequest,
  name: string,
  file: Buffer,
  killAmid: () => Promise<void>,
): Promise<string> {
  const address = await beginUpload(send, { name, bytes: file.length });
  // A third of it at most, so that a small file has several pieces as well.
  const bytes = Math.min(pieceBytes, Math.ceil(file.length / 3));
  let killing: Promise<void> | undefined;
  await waitUntil(`${name} has arrived`, async () => {
    const offset = await readUploadOffset(send, address).catch(() => undefined);
    if (offset === undefined || offset === file.length) return offset === file.length;
    const sending = sendPiece(send, address, offset, file.subarray(offset, offset + bytes));
    if (offset > 0) killing ??= killAmid();
    await Promise.all([sending.then((answer) => answer.text()).catch(() => {}), killing]);
    return false;
  });
  return address.split('/').at(-1) ?? '';
}

/** The files of publishers that reports are sold with. */
const selectGoods = (db: Database) =>
  db
    .selectFrom('editionFile')
    .innerJoin('edition', 'edition.id', 'editionId')
    .where('purpose', '=', 'goods');

type SoldReport = { readonly id: number; readonly code: string };

/** A report that had no goods yet is sold with the uploaded table from now on. */
async function giveGoods(
  { useDatabase, reportCode }: DrillStore,
  send: UploadRequest,
  uploadId: string,
  random: Random,
): Promise<SoldReport> {
  const reports = await useDatabase((db) =>
    db
      .selectFrom('report')
      .select(['id', 'code'])
      .where('state', '=', 'published')
      .where(sql<boolean>`prices ? 'single'`)
      // Not one of an import, nor the one that all others buy.
      .where('code', 'not like', 'DR-%')
      .where('code', '!=', reportCode)
      .where('id', 'not in', selectGoods(db).select('reportId'))
      .orderBy('id')
      .execute(),
  );
  const report = reports[random(reports.length)];
  if (!report) throw new Error('every report has goods');
  const form = new URLSearchParams({ intent: 'upload', purpose: 'goods' });
  form.set('licence.single-user', '1');
  form.set('uploaded', `${uploadId}=data.csv`);
  const added = await send(`/admin/reports/${report.id}/files`, { method: 'POST', body: form });
  if (added.status !== 303) throw new Error(`the goods were refused: ${await added.text()}`);
  return report;
}

/** Sends the form of an import with the finished upload; answers the import's number. */
async function beginImport(send: UploadRequest, uploadId: string): Promise<number> {
  const form = new URLSearchParams({ mode: 'good', industries: 'known', published: '1' });
  form.set('uploaded', `${uploadId}=sheet.csv`);
  const sent = await send('/admin/imports', { method: 'POST', body: form });
  if (sent.status !== 303) throw new Error(`the import was refused: ${await sent.text()}`);
  return Number(sent.headers.get('location')?.split('/').at(-1));
}

async function finishImport(
  { useDatabase }: DrillStore,
  send: UploadRequest,
  id: number,
  mark: string,
): Promise<void> {
  const isIn = (state: 'checked' | 'done') => () =>
    useDatabase(async (db) => {
      const found = db.selectFrom('reportImport').select('state').where('id', '=', id);
      return (await found.executeTakeFirstOrThrow()).state === state;
    });
  await waitUntil(`the rows of import ${id} are checked`, isIn('checked'));
  const run = new URLSearchParams({ intent: 'run' });
  await send(`/admin/imports/${id}`, { method: 'POST', body: run });
  await waitUntil(`import ${id} is done`, isIn('done'));
  const { count } = await useDatabase((db) =>
    db
      .selectFrom('report')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('code', 'like', `${mark}-%`)
      .executeTakeFirstOrThrow(),
  );
  if (count !== rowCount) throw new Error(`import ${id} wrote ${count} of ${rowCount} reports`);
}

/** Checks that the kept file is the one that was sent, and that a buyer of the report gets it. */
async function checkGoods(store: DrillStore, { id, code }: SoldReport, sent: Buffer) {
  const kept = await store.useDatabase((db) =>
    selectGoods(db).select('sha256').where('reportId', '=', id).execute(),
  );
  const sha256 = createHash('sha256').update(sent).digest('hex');
  if (kept.length !== 1 || kept[0]?.sha256 !== sha256)
    throw new Error(`the goods of ${code} differ from what was sent`);
  const buyer = createHttpBuyer(1_000_000 + id);
  await buyPatiently({ ...store, reportCode: code }, buyer);
  const parts = await download(store, buyer);
  if (!parts.includes(sent.toString())) throw new Error(`the buyer of ${code} got other bytes`);
}

/** The texts of the delivered files of a buyer's one order. */
async function download({ useDatabase, request }: DrillStore, { email, cookie }: HttpBuyer) {
  const number = await waitUntil(`the order of ${email} is delivered`, () =>
    useDatabase(async (db) => {
      const orders = db.selectFrom('purchase').select('number').where('email', '=', email);
      return (await orders.where('state', '=', 'fulfilled').executeTakeFirst())?.number;
    }),
  );
  const headers = { cookie };
  const page = await request(`/payment-success?order=${number}`, { headers });
  const [address = ''] = /\/download\/[0-9a-f]{32}/.exec(await page.text()) ?? [];
  const file = await request(address, { headers });
  if (file.status !== 200) throw new Error(`the download of ${email} is ${file.status}`);
  return [...(await readZipParts(new Uint8Array(await file.arrayBuffer()))).values()];
}
