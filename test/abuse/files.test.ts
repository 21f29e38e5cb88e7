import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAttack, type Attack, type BoughtOrder, type Visitor } from './attacker.ts';

let at: Attack;
let buyer: Visitor;
let bought: BoughtOrder;
beforeAll(async () => {
  at = await openAttack();
  buyer = at.buyer('a');
  bought = await at.buy(buyer, { type: 'multiple-user' });
});
afterAll(() => at?.close());

/** A signed link as the letter brings it. */
async function signedLink(): Promise<URL> {
  const [letter] = (await at.letters('ada@company.example')).filter(({ subject }) =>
    subject.includes(bought.number),
  );
  return new URL(/http\S+\/download\/\S+/.exec(letter?.text ?? '')?.[0] ?? '');
}

test('A-04 nobody but the buyer reaches an order: every address and every form, as a stranger, as another buyer and as another customer', async () => {
  const strangers = [
    at.visitor(),
    at.buyer('b'),
    await at.customer('stranger@other.example'),
    at.visitor(`buyer=${'a'.repeat(63)}b`),
    at.visitor('buyer=; session='),
  ];
  const before = JSON.stringify(await at.store.db.selectFrom('seat').selectAll().execute());
  for (const stranger of strangers) {
    for (const path of [bought.page, ...bought.downloads]) {
      const answer = await stranger.ask(path);
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
      const answer = await stranger.post(bought.page, form);
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
      expect([path, (await stranger.ask(path)).status]).toEqual([path, 404]);
  }
  for (const id of [1, 2, 3, 'QI-000001', 'QI-000002', '00000000-0000-4000-8000-000000000000'])
    expect((await at.visitor().ask(`/payment-success?order=${id}`)).status).toBe(404);
  expect(JSON.stringify(await at.store.db.selectFrom('seat').selectAll().execute())).toBe(before);
  const own = await strangers[2]?.ask('/profile/export');
  expect(await own?.text()).not.toContain(bought.number);
});

test('A-05 no spelling of a path leads to another file', async () => {
  const [download = ''] = bought.downloads;
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
    const said = await at.raw(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${buyer.cookie}\r\nConnection: close\r\n\r\n`,
    );
    expect([path, said.slice(9, 12)]).toEqual([path, '404']);
    expect(said).not.toMatch(/root:|"reportstand"/);
  }
  expect((await buyer.ask(`${download}?f=../../../package.json`)).headers.get('content-type')).toBe(
    'application/pdf',
  );
});

test('A-06 looking and going on with a cut download are not counted, a rest that nobody began is; after the fifth it is over until the buyer renews', async () => {
  const order = await at.buy(buyer, { email: 'count@company.example', type: 'corporate-user' });
  const [download = ''] = order.downloads;
  const counted = async () =>
    (
      await at.store.db
        .selectFrom('deliveryGrant')
        .select('downloads')
        .where('token', '=', download.split('/')[2] ?? '')
        .executeTakeFirstOrThrow()
    ).downloads;
  expect((await buyer.ask(download, { method: 'HEAD' })).status).toBe(200);
  expect(await counted()).toBe(0);
  expect((await buyer.ask(download, { headers: { range: 'bytes=1-' } })).status).toBe(206);
  expect(await counted()).toBe(1);
  expect((await buyer.ask(download, { headers: { range: 'bytes=1000-' } })).status).toBe(206);
  expect(await counted()).toBe(1);
  expect((await buyer.ask(download, { headers: { range: 'bytes=-500' } })).status).toBe(206);
  for (let i = 0; i < 3; i++) expect((await buyer.ask(download)).status).toBe(200);
  expect(await counted()).toBe(5);
  expect((await buyer.ask(download)).status).toBe(403);
  expect((await buyer.post(order.page, { what: 'renew' })).status).toBe(303);
  expect((await buyer.ask(download)).status).toBe(200);
  const grants = await at.store.db
    .selectFrom('download')
    .innerJoin('deliveryGrant', 'deliveryGrant.id', 'download.grantId')
    .select('download.address')
    .where('token', '=', download.split('/')[2] ?? '')
    .execute();
  expect(grants).toHaveLength(6);
});

test("A-07 a signed link with any byte of signature or time changed, or another order's signature, is 404", async () => {
  const link = await signedLink();
  const open = (url: URL) => at.visitor().ask(url.pathname + url.search, { method: 'HEAD' });
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
    (await at.buy(at.buyer('c'), { email: 'foreign@company.example' })).downloads[0],
  );
  expect((await open(foreign)).status).toBe(404);
  for (const cut of ['', signature.slice(0, 20), `${signature}A`, signature.toLowerCase()]) {
    const changed = new URL(link);
    changed.searchParams.set('signature', cut);
    expect((await open(changed)).status).toBe(404);
  }
});

test('F-10 a payment that the provider still looks at opens no file; one that is denied never does', async () => {
  const review = at.buyer('d');
  await fetch(`${at.store.paypal}/__sim/faults`, {
    method: 'POST',
    body: JSON.stringify({ 'capture-outcome': ['pending'] }),
  });
  const placed = await review.post(`/buy-now?id=${at.code}&type=single-user`, {
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
    report_id: at.code,
    type: 'single-user',
  });
  const approval = placed.headers.get('location') ?? '';
  await fetch(approval, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  const page = await review.ask(
    `/payment-success?token=${new URL(approval).searchParams.get('token')}`,
  );
  expect(page.status).toBe(202);
  expect(await page.text()).not.toContain('/download/');
  const { id } = await at.store.db
    .selectFrom('purchase')
    .select('id')
    .where('email', '=', 'review@company.example')
    .executeTakeFirstOrThrow();
  expect(
    await at.store.db
      .selectFrom('deliveryGrant')
      .select('id')
      .where('purchaseId', '=', id)
      .execute(),
  ).toEqual([]);
});
