import { afterEach, expect, test } from 'vitest';
import { createUpload } from '../admin/admin-test-client.ts';
import { createPdf } from '../support/goods-files.ts';
import { makePicture } from '../support/hostile-pictures.ts';
import { readPdfTexts } from '../support/read-goods.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createHttpBuyer, placeAndApprove, type HttpBuyer } from './http-buyers.ts';
import {
  openProgramsOfAStore,
  type FilePlaceKind,
  type ProgramsOfAStore,
} from './programs-of-a-store.ts';

let store: ProgramsOfAStore;
afterEach(() => store?.close());

type Three = readonly [ServerProcess, ServerProcess, ServerProcess];
const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

const listReports = () =>
  store.database.db
    .selectFrom('report')
    .select(['id', 'code', 'slug'])
    .where('state', '=', 'published')
    .orderBy('id')
    .limit(orders.length)
    .execute();

async function readBytes(program: ServerProcess, address: string): Promise<Buffer> {
  const answer = await program.request(address);
  expect([address, answer.status]).toEqual([address, 200]);
  return Buffer.from(await answer.arrayBuffer());
}

const readPage = async (program: ServerProcess, address: string): Promise<string> =>
  (await readBytes(program, address)).toString();

/** Uploads a PDF of so many pages, which the report is sold with from now on. */
async function uploadGoods(program: ServerProcess, reportId: number, pages: number) {
  const added = await store.post(
    program,
    `/admin/reports/${reportId}/files`,
    createUpload(
      { intent: 'upload', purpose: 'goods', 'licence.single-user': '1' },
      { 'report.pdf': await createPdf(pages) },
    ),
  );
  expect([added.status, added.status === 303 ? '' : await added.text()]).toEqual([303, '']);
}

/** Answers the number of the order, once it is paid and delivered by whoever took the job. */
async function buy(program: ServerProcess, reportCode: string, buyer: HttpBuyer): Promise<string> {
  const { origin, request } = program;
  const paid = await placeAndApprove({ origin, reportCode, request }, buyer);
  const back = await request(paid ?? '', { headers: { cookie: buyer.cookie } });
  expect([200, 303]).toContain(back.status);
  const { number } = await waitUntil(`the order of ${buyer.email} is delivered`, () =>
    store.database.db
      .selectFrom('purchase')
      .select('number')
      .where('email', '=', buyer.email)
      .where('state', '=', 'fulfilled')
      .executeTakeFirst(),
  );
  return number;
}

async function download(program: ServerProcess, number: string, { cookie }: HttpBuyer) {
  const page = await program.request(`/payment-success?order=${number}`, { headers: { cookie } });
  const [address = ''] = /\/download\/[0-9a-f]{32}/.exec(await page.text()) ?? [];
  expect(address).not.toBe('');
  const file = await program.request(address, { headers: { cookie } });
  expect(file.status).toBe(200);
  return (await readPdfTexts(new Uint8Array(await file.arrayBuffer()))).join(' ');
}

/** Each of the programs has shown the report before; each shows the new file at once. */
async function checkShown(programs: Three, { code, slug }: { code: string; slug: string }) {
  const covers: Buffer[] = [];
  for (const program of programs) {
    await waitUntil('the page of the report shows its new cover', async () =>
      (await readPage(program, `/${slug}`)).includes(`${code}.jpg`),
    );
    covers.push(await readBytes(program, `/cover/${code}.jpg`));
  }
  expect(covers.every((cover) => cover.equals(covers[0] ?? Buffer.alloc(0)))).toBe(true);
}

async function checkPicture(programs: Three) {
  for (const [i, program] of programs.entries()) {
    const library = await store.post(
      program,
      '/admin/media/data',
      createUpload(
        { alternativeText: 'A field' },
        { 'field.png': await makePicture(`#12345${i}`) },
      ),
    );
    const { value } = (await library.json()) as { value: { pictures: { name: string }[] } };
    const address = `/picture/${value.pictures[0]?.name}`;
    const own = await readBytes(program, address);
    for (const other of programs) expect((await readBytes(other, address)).equals(own)).toBe(true);
  }
}

test.each(['a folder', 'S3'] as const satisfies readonly FilePlaceKind[])(
  'F-67 over %s what is uploaded through any of three programs is bought through any, delivered and shown by any',
  async (place) => {
    store = await openProgramsOfAStore(place);
    const programs: Three = await store.startThree();
    const reports = await listReports();
    expect(reports).toHaveLength(orders.length);
    await checkPicture(programs);
    for (const [i, [uploads, sells, delivers]] of orders.entries()) {
      const report = reports[i];
      if (!report) throw new Error('too few reports');
      for (const program of programs)
        expect(await readPage(program, `/${report.slug}`)).not.toContain(`${report.code}.jpg`);
      await uploadGoods(programs[uploads], report.id, i + 2);
      await checkShown(programs, report);
      const buyer = createHttpBuyer(i);
      const number = await buy(programs[sells], report.code, buyer);
      const texts = await download(programs[delivers], number, buyer);
      expect(texts).toContain(`Page ${i + 2} of the report`);
      expect(texts).toContain(number);
    }
  },
);

test.each(['a folder', 'S3'] as const satisfies readonly FilePlaceKind[])(
  'F-67 over %s what was uploaded and sold through programs that are gone is delivered by the one that is left',
  async (place) => {
    store = await openProgramsOfAStore(place);
    const [one, two, three] = await store.startThree();
    const [report] = await listReports();
    if (!report) throw new Error('there is no report');
    await uploadGoods(one, report.id, 3);
    await one.kill();
    const buyer = createHttpBuyer(1);
    const number = await buy(two, report.code, buyer);
    await two.kill();
    expect(await download(three, number, buyer)).toContain('Page 3 of the report');
    expect((await readBytes(three, `/cover/${report.code}.jpg`)).length).toBeGreaterThan(0);
  },
);
