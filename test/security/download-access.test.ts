import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAttacker, type Attacker, type BoughtOrder, type AttackerSession } from './attacker.ts';

let at: Attacker;
let buyer: AttackerSession;
let bought: BoughtOrder;
beforeAll(async () => {
  at = await openAttacker();
  buyer = at.openBuyerSession('a');
  bought = await at.buyReport(buyer, { type: 'multiple-user' });
});
afterAll(() => at?.close());

/** A signed link as the letter brings it. */
async function readSignedLink(): Promise<URL> {
  const [letter] = (await at.listEmailsTo('ada@company.example')).filter(({ subject }) =>
    subject.includes(bought.number),
  );
  return new URL(/http\S+\/download\/\S+/.exec(letter?.text ?? '')?.[0] ?? '');
}

test('A-04 nobody but the buyer reaches an order: every address and every form, as a stranger, as another buyer and as another customer', async () => {
  const strangers = [
    at.openSession(),
    at.openBuyerSession('b'),
    await at.createCustomer('stranger@other.example'),
    at.openSession(`buyer=${'a'.repeat(63)}b`),
    at.openSession('buyer=; session='),
  ];
  const before = JSON.stringify(await at.server.db.selectFrom('seat').selectAll().execute());
  for (const stranger of strangers) {
    for (const path of [bought.pagePath, ...bought.downloadPaths]) {
      const answer = await stranger.request(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).not.toMatch(/ada@company|\/paper\/|\/verify\//);
    }
    const forms: Record<string, string>[] = [
      { what: 'renew' },
      { what: 'invite', name: 'Eve', email: 'eve@evil.example' },
      { what: 'revoke', email: 'x@y.example' },
      { what: 'upgrade', licence: 'corporate-user' },
    ];
    for (const form of forms) {
      const answer = await stranger.postForm(bought.pagePath, form);
      expect([form['what'], answer.status, answer.headers.get('location')]).toEqual([
        form['what'],
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
  }
  for (const id of [1, 2, 3, 'QI-000001', 'QI-000002', '00000000-0000-4000-8000-000000000000'])
    expect((await at.openSession().request(`/payment-success?order=${id}`)).status).toBe(404);
  expect(JSON.stringify(await at.server.db.selectFrom('seat').selectAll().execute())).toBe(before);
  const own = await strangers[2]?.request('/profile/export');
  expect(await own?.text()).not.toContain(bought.number);
});

test('A-05 no spelling of a path leads to another file', async () => {
  const [download = ''] = bought.downloadPaths;
  for (const tail of [
    '../x',
    '../',
    '%2e%2e%2f',
    '..%5c',
    '%00',
    '/etc/passwd',
    '%252e%252e%252f',
    '?f=../../etc/passwd',
    '/../../../package.json',
  ]) {
    const path = tail.startsWith('?') ? `/download/x${tail}` : `/download/${tail}`;
    const said = await at.sendRawHttp(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${buyer.cookieHeader}\r\nConnection: close\r\n\r\n`,
    );
    expect([path, said.slice(9, 12)]).toEqual([path, '404']);
    expect(said).not.toMatch(/root:|"reportstand"/);
  }
  expect(
    (await buyer.request(`${download}?f=../../../package.json`)).headers.get('content-type'),
  ).toBe('application/pdf');
});

test('A-06 looking and going on with a cut download are not counted, a rest that nobody began is; after the fifth it is over until the buyer renews', async () => {
  const order = await at.buyReport(buyer, {
    email: 'count@company.example',
    type: 'corporate-user',
  });
  const [download = ''] = order.downloadPaths;
  const counted = async () =>
    (
      await at.server.db
        .selectFrom('downloadGrant')
        .select('downloadCount')
        .where('token', '=', download.split('/')[2] ?? '')
        .executeTakeFirstOrThrow()
    ).downloadCount;
  expect((await buyer.request(download, { method: 'HEAD' })).status).toBe(200);
  expect(await counted()).toBe(0);
  expect((await buyer.request(download, { headers: { range: 'bytes=1-' } })).status).toBe(206);
  expect(await counted()).toBe(1);
  expect((await buyer.request(download, { headers: { range: 'bytes=1000-' } })).status).toBe(206);
  expect(await counted()).toBe(1);
  expect((await buyer.request(download, { headers: { range: 'bytes=-500' } })).status).toBe(206);
  for (let i = 0; i < 3; i++) expect((await buyer.request(download)).status).toBe(200);
  expect(await counted()).toBe(5);
  expect((await buyer.request(download)).status).toBe(403);
  expect((await buyer.postForm(order.pagePath, { what: 'renew' })).status).toBe(303);
  expect((await buyer.request(download)).status).toBe(200);
  const grants = await at.server.db
    .selectFrom('download')
    .innerJoin('downloadGrant', 'downloadGrant.id', 'download.grantId')
    .select('download.clientIp')
    .where('token', '=', download.split('/')[2] ?? '')
    .execute();
  expect(grants).toHaveLength(6);
});

test("A-07 a signed link with any byte of signature or time changed, or another order's signature, is 404", async () => {
  const link = await readSignedLink();
  const open = (url: URL) =>
    at.openSession().request(url.pathname + url.search, { method: 'HEAD' });
  expect((await open(link)).status).toBe(200);
  const signature = link.searchParams.get('signature') ?? '';
  for (let i = 0; i < signature.length - 1; i++) {
    const changed = new URL(link);
    changed.searchParams.set(
      'signature',
      signature.slice(0, i) + (signature[i] === 'A' ? 'B' : 'A') + signature.slice(i + 1),
    );
    expect([i, (await open(changed)).status]).toEqual([i, 404]);
  }
  for (const expires of [
    String(Number(link.searchParams.get('expires')) + 1),
    '9999999999',
    '0',
    'NaN',
    '',
  ]) {
    const changed = new URL(link);
    changed.searchParams.set('expires', expires);
    expect((await open(changed)).status).toBe(404);
  }
  const foreign = new URL(link);
  foreign.pathname = String(
    (await at.buyReport(at.openBuyerSession('c'), { email: 'foreign@company.example' }))
      .downloadPaths[0],
  );
  expect((await open(foreign)).status).toBe(404);
  for (const cut of ['', signature.slice(0, 20), `${signature}A`, signature.toLowerCase()]) {
    const changed = new URL(link);
    changed.searchParams.set('signature', cut);
    expect((await open(changed)).status).toBe(404);
  }
});

test('F-10 a payment that the provider still looks at opens no file; one that is denied never does', async () => {
  const review = at.openBuyerSession('d');
  await fetch(`${at.server.paypalUrl}/__sim/faults`, {
    method: 'POST',
    body: JSON.stringify({ 'capture-outcome': ['pending'] }),
  });
  const placed = await review.postForm(`/buy-now?id=${at.reportCode}&type=single-user`, {
    name: 'R',
    email: 'review@company.example',
    mobile_no: '+1 202-555-0100',
    company_name: 'E',
    title: 'A',
    country: '1',
    address: 'M',
    city: 'S',
    state: 'I',
    zip: '6',
    policy: '1',
    report_id: at.reportCode,
    type: 'single-user',
  });
  const approval = placed.headers.get('location') ?? '';
  await fetch(approval, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  const page = await review.request(
    `/payment-success?token=${new URL(approval).searchParams.get('token')}`,
  );
  expect(page.status).toBe(202);
  expect(await page.text()).not.toContain('/download/');
  const { id } = await at.server.db
    .selectFrom('purchase')
    .select('id')
    .where('email', '=', 'review@company.example')
    .executeTakeFirstOrThrow();
  expect(
    await at.server.db
      .selectFrom('downloadGrant')
      .select('id')
      .where('purchaseId', '=', id)
      .execute(),
  ).toEqual([]);
});
