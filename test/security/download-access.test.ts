import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForEmailLink } from '../support/emails.ts';
import {
  openAttacker,
  rawGet,
  type Attacker,
  type BoughtOrder,
  type AttackerSession,
} from './attacker.ts';
import { testProgram } from '../support/test-staff.ts';

let attacker: Attacker;
let buyer: AttackerSession;
let bought: BoughtOrder;
beforeAll(async () => {
  attacker = await openAttacker();
  buyer = attacker.openBuyerSession('a');
  bought = await attacker.buyReport(buyer, { type: 'multiple-user' });
});
afterAll(() => attacker?.close());

const listSeats = () => attacker.server.db.selectFrom('seat').selectAll().execute();

const strangers: [string, () => Promise<AttackerSession>][] = [
  ['a visitor', async () => attacker.openSession()],
  ['another buyer', async () => attacker.openBuyerSession('b')],
  ['a customer', () => attacker.createCustomer('stranger@other.example')],
  ['a nearly right cookie', async () => attacker.openSession(`buyer=${'a'.repeat(63)}b`)],
  ['empty cookies', async () => attacker.openSession('buyer=; session=')],
];

test.each(strangers)("A-04 nobody reaches another's order: %s", async (_, openStranger) => {
  const stranger = await openStranger();
  const seatsBefore = await listSeats();
  for (const path of [bought.pagePath, ...bought.downloadPaths]) {
    const response = await stranger.request(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).not.toMatch(/ada@company|\/paper\/|\/verify\//);
  }
  const forms: ({ what: string } & Record<string, string>)[] = [
    { what: 'renew' },
    { what: 'invite', name: 'Eve', email: 'eve@evil.example' },
    { what: 'revoke', email: 'x@y.example' },
    { what: 'upgrade', licence: 'corporate-user' },
  ];
  for (const form of forms) {
    const response = await stranger.postForm(bought.pagePath, form);
    expect([form.what, response.status, response.headers.get('location')]).toEqual([
      form.what,
      404,
      null,
    ]);
  }
  for (const path of [
    '/paper/00000000000000000000000000000000',
    '/certificate/1',
    '/verify/1',
    '/seat/1',
    `/join/${bought.number}?signature=x`,
  ])
    expect([path, (await stranger.request(path)).status]).toEqual([path, 404]);
  expect(await listSeats()).toEqual(seatsBefore);
  expect(await (await stranger.request('/profile/export')).text()).not.toContain(bought.number);
});

test('A-04 nobody finds an order by guessing its number', async () => {
  for (const id of [1, 2, 3, 'QI-000001', 'QI-000002', '00000000-0000-4000-8000-000000000000'])
    expect((await attacker.openSession().request(`/payment-success?order=${id}`)).status).toBe(404);
});

test('A-05 no spelling of a path leads to another file', async () => {
  const [download = ''] = bought.downloadPaths;
  for (const path of [
    '/download/../x',
    '/download/../',
    '/download/%2e%2e%2f',
    '/download/..%5c',
    '/download/%00',
    '/download//etc/passwd',
    '/download/%252e%252e%252f',
    '/download/x?f=../../etc/passwd',
    '/download//../../../package.json',
  ]) {
    const response = await attacker.sendRawHttp(rawGet(path, `Cookie: ${buyer.cookieHeader}`));
    expect([path, response.slice(9, 12)]).toEqual([path, '404']);
    expect(response).not.toMatch(/root:|"reportstand"/);
  }
  const own = await buyer.request(`${download}?f=../../../package.json`);
  expect(own.headers.get('content-type')).toBe('application/pdf');
});

/** A bought file: opened with any headers, and how often that counted. */
async function buyCountedFile(browser: string, email: string) {
  const session = attacker.openBuyerSession(browser);
  const order = await attacker.buyReport(session, { email, type: 'corporate-user' });
  const [download = ''] = order.downloadPaths;
  const token = download.split('/')[2] ?? '';
  const open = (init: RequestInit = {}): Promise<Response> => session.request(download, init);
  return {
    order,
    token,
    open,
    openRange: (range: string) => open({ headers: { range } }),
    countDownloads: async (): Promise<number> => {
      const grant = await attacker.server.db
        .selectFrom('downloadGrant')
        .select('downloadCount')
        .where('token', '=', attacker.server.vault.seal(token))
        .executeTakeFirstOrThrow();
      return grant.downloadCount;
    },
  };
}

/** As if the downloads so far had been an hour earlier. */
const letAnHourPass = () =>
  attacker.server.db
    .updateTable('download')
    .set({
      downloadedAt: sql`downloaded_at - interval '61 minutes'`,
      arrivedAt: sql`arrived_at - interval '61 minutes'`,
    })
    .execute();

test('A-06 a sixth download is refused until renewed; looking, scanning and cut connections use up none', async () => {
  const { order, token, open, countDownloads } = await buyCountedFile('a', 'count@company.example');
  const takeWhole = async (init?: RequestInit): Promise<number> => {
    const response = await open(init);
    await response.arrayBuffer();
    return response.status;
  };
  expect((await open({ method: 'HEAD' })).status).toBe(200);
  expect(await takeWhole({ headers: { 'sec-purpose': 'prefetch' } })).toBe(503);
  for (let i = 0; i < 3; i++) {
    const cut = new AbortController();
    const response = await open({ signal: cut.signal });
    expect(response.status).toBe(200);
    await response.body?.getReader().read();
    cut.abort();
    await expect.poll(countDownloads).toBe(0);
  }
  await letAnHourPass();
  for (let hour = 1; hour <= 5; hour++) {
    // A mail scanner takes the file five times within the hour.
    for (let i = 0; i < 5; i++) expect(await takeWhole()).toBe(200);
    // What a cut connection counted is taken back when its end is noticed.
    await expect.poll(countDownloads).toBe(hour);
    await letAnHourPass();
  }
  expect(await takeWhole()).toBe(403);
  expect((await buyer.postForm(order.pagePath, { what: 'renew' })).status).toBe(303);
  expect(await takeWhole()).toBe(200);
  const listArrived = () =>
    attacker.server.db
      .selectFrom('download')
      .innerJoin('downloadGrant', 'downloadGrant.id', 'download.grantId')
      .select('download.clientIp')
      .where('token', '=', attacker.server.vault.seal(token))
      .where('arrivedAt', 'is not', null)
      .execute();
  await expect.poll(listArrived).toHaveLength(6);
});

test('A-57 ranges are no way around the limit of downloads', async () => {
  const { open, openRange, countDownloads } = await buyCountedFile('f', 'ranges@company.example');
  const fileBytes = (await (await open()).arrayBuffer()).byteLength;
  // A viewer that loads page by page stays within one download.
  const takeRange = async (range: string): Promise<number> => {
    const response = await openRange(range);
    await response.arrayBuffer();
    return response.status;
  };
  const pieces = Array.from({ length: 40 }, (_, i) => Math.floor((i * fileBytes) / 40));
  for (const [i, start] of pieces.entries())
    expect(await takeRange(`bytes=${start}-${(pieces[i + 1] ?? fileBytes) - 1}`)).toBe(206);
  expect(await countDownloads()).toBe(1);
  // Outside of the file, and headers alone: nothing is counted.
  expect((await openRange(`bytes=${fileBytes}-`)).status).toBe(416);
  const headers = await open({ method: 'HEAD', headers: { range: 'bytes=1-' } });
  expect([headers.status, headers.headers.get('content-length')]).toEqual([200, `${fileBytes}`]);
  expect(await countDownloads()).toBe(1);
  // These are answered with the whole file, or have all of it.
  for (const range of ['bytes=5-6,8-9', 'bytes=0-', `bytes=-${fileBytes}`]) {
    await letAnHourPass();
    const body = await (await openRange(range)).arrayBuffer();
    expect([range, body.byteLength]).toEqual([range, fileBytes]);
  }
  expect(await countDownloads()).toBe(4);
  // All but a byte each time: the fifteen downloads that may begin have three sizes each.
  let fetched = 0;
  while ((await takeRange('bytes=1-')) === 206) fetched++;
  expect([fetched <= 45, await countDownloads()]).toEqual([true, 4]);
});

async function openSignedLink(url: URL): Promise<number> {
  const target = url.pathname + url.search;
  return (await attacker.openSession().request(target, { method: 'HEAD' })).status;
}

function changeParameter(url: URL, name: string, value: string): URL {
  const changed = new URL(url);
  changed.searchParams.set(name, value);
  return changed;
}

test('A-07 a signed link with any part changed is 404', async () => {
  const link = new URL(
    await waitForEmailLink(attacker.server.mailboxUrl, 'ada@company.example', {
      subject: new RegExp(bought.number),
      pathPart: '/download/',
    }),
  );
  expect(await openSignedLink(link)).toBe(200);
  const signature = link.searchParams.get('signature') ?? '';
  for (let i = 0; i < signature.length - 1; i++) {
    const other = signature[i] === 'A' ? 'B' : 'A';
    const changed = signature.slice(0, i) + other + signature.slice(i + 1);
    const status = await openSignedLink(changeParameter(link, 'signature', changed));
    expect([i, status]).toEqual([i, 404]);
  }
  const nextSecond = String(Number(link.searchParams.get('expires')) + 1);
  for (const expires of [nextSecond, '9999999999', '0', 'NaN', ''])
    expect(await openSignedLink(changeParameter(link, 'expires', expires))).toBe(404);
  for (const cut of ['', signature.slice(0, 20), `${signature}A`, signature.toLowerCase()])
    expect(await openSignedLink(changeParameter(link, 'signature', cut))).toBe(404);
  const otherOrder = await attacker.buyReport(attacker.openBuyerSession('c'), {
    email: 'foreign@company.example',
  });
  const foreign = new URL(link);
  foreign.pathname = String(otherOrder.downloadPaths[0]);
  expect(await openSignedLink(foreign)).toBe(404);
});

test('A-38 a refund closes the download at once', async () => {
  const refunded = attacker.openBuyerSession('3');
  const { number, downloadPaths } = await attacker.buyReport(refunded);
  const [download = ''] = downloadPaths;
  expect((await refunded.request(download)).status).toBe(200);
  const { priceCents } = await attacker.server.db
    .selectFrom('purchase')
    .select('priceCents')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const { orders } = attacker.server.app;
  expect(
    (
      await orders.refunds.refundOrder(testProgram, number, {
        amountCents: priceCents,
        reason: 'a test',
      })
    ).ok,
  ).toBe(true);
  expect((await refunded.request(download)).status).toBe(403);
});
