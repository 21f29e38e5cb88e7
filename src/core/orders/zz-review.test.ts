import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWorker } from '#adapters/later.ts';
import { billing, browser, openBuyer, type Buyer } from '../../../test/support/buyer.ts';

let at: Buyer;
const say = (...all: unknown[]) => process.stderr.write(`@@ ${all.map((x) => (typeof x === 'string' ? x : JSON.stringify(x))).join(' ')}\n`);
beforeEach(async () => { at = await openBuyer(); });
afterEach(() => at.close());
const approve = (url: string) => fetch(url, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' }).then((r) => r.status);
const place = async (more: object = {}) => {
  const placed = await at.shop.orders.place({ ...billing, report_id: at.code, type: 'single-user', ...more }, browser);
  if (!placed.ok) throw new Error(placed.message);
  return placed.value;
};
const stateOf = async (n: string) => (await at.orderOf(n)).state;
const o = () => at.shop.orders;
const rec = () => o().jobs['orders.reconcile']();
const both = async (ms: number) => { at.pass(ms); await at.sim('clock', { pass: ms }); };
const texts = async () => (await at.world.db.selectFrom('letter').select(['subject', 'body']).orderBy('id').execute()).map((l) => `${l.subject} :: ${(l.body as { text: string }).text.slice(0, 160).replaceAll('\n', ' ')}`);
const tried = (p: Promise<unknown>) => p.then((v) => JSON.stringify(v) ?? 'ok', (e: unknown) => `THROWS ${String(e)}`);
const ledger = async () => (await (await fetch(`${at.paypal}/__sim/ledger`)).json()) as { charges: any[]; refunds: any[] };
const refunds = () => at.world.db.selectFrom('refund').select(['id', 'cents', 'state', 'requestId', 'providerId']).orderBy('id').execute();
async function held(cut = 100) {
  const p = await place();
  await approve(p.approvalUrl);
  const { id, priceCents } = await at.orderOf(p.number);
  await at.world.db.updateTable('purchase').set({ priceCents: priceCents + cut }).where('id', '=', id).execute();
  await o().finish(p.providerId, browser);
  const seen = await at.world.payments.look(p.providerId);
  return { ...p, price: priceCents, captureId: seen.kind === 'seen' ? String(seen.captures[0]?.id) : '' };
}


test('T2b two equal refunds', async () => {
  const { number, providerId, price } = await at.bought();
  await at.hearAll();
  await at.fault({ refund: ['reset', 'lose-answer'] });
  say('T2b', await tried(o().refund(number, 5000, 'x')), await tried(o().refund(number, 5000, 'y')));
  await at.sim('resend', { orderId: providerId });
  await at.hearAll();
  say('T2b after hook', await refunds());
  const p = await place({ type: 'multiple-user' });
  await approve(p.approvalUrl); await o().finish(p.providerId, browser);
  const b = await place({ type: 'corporate-user', method: 'bank' });
  await at.world.db.updateTable('purchase').set({ placedAt: new Date(Date.now() - 70 * 86_400_000) }).where('number', '=', b.number).execute();
  for (let i = 0; i < 4; i++) { at.pass(3_600_000); say('T2b reconcile', await tried(rec())); }
  say('T2b undelivered order', await stateOf(p.number), 'transfer 70 days old', await stateOf(b.number));
  say('T2b end', await refunds(), (await ledger()).refunds.map((x) => x.value), (await at.orderOf(number)).refundedCents);
});
test('T6b old attempt lapses while the new one is not due', async () => {
  const p1 = await place();
  await both(2.8 * 3_600_000);
  const p2 = await place();
  await both(0.3 * 3_600_000);
  await at.world.db.updateTable('paymentAttempt').set({ nextLookAt: new Date(at.world.clock().getTime() + 600_000), looks: 8 }).where('attempt', '=', 2).execute();
  await rec();
  say('T6b state', await stateOf(p1.number));
  const p3 = await place();
  say('T6b third', p3.number);
  await approve(p2.approvalUrl); await approve(p3.approvalUrl);
  say('T6b', (await tried(o().finish(p2.providerId, browser))).slice(0, 60), (await tried(o().finish(p3.providerId, browser))).slice(0, 60), 'charges', (await at.charges()).length);
});
test.each(['card first', 'two transfers'])('T16b deadlock %s', async (what) => {
  await at.bought('corporate-user');
  const t1 = await place({ method: 'bank' });
  const { reportId } = await at.orderOf(t1.number);
  let t2 = t1;
  if (what === 'two transfers') {
    await at.world.db.updateTable('report').set({ singleCents: 390_000 }).where('id', '=', reportId).execute();
    t2 = await place({ method: 'bank' });
  }
  const c = await place(); await approve(c.approvalUrl);
  const pool = new pg.Pool({ connectionString: at.databaseUrl, max: 2 });
  const cl = await pool.connect();
  await cl.query('begin'); await cl.query("select * from paper_series where kind='invoice' for update");
  const runs = what === 'card first' ? [tried(o().finish(c.providerId, browser))] : [tried(o().markPaid(t2.number, 's'))];
  await new Promise((s) => setTimeout(s, 500));
  runs.push(tried(o().markPaid(t1.number, 's')));
  await new Promise((s) => setTimeout(s, 300));
  await cl.query('commit');
  say('T16b', what, t1.number, t2.number, (await Promise.all(runs)).map((x) => x.slice(0, 100)), await stateOf(t1.number), await stateOf(t2.number), await stateOf(c.number));
  cl.release(); await pool.end();
});
test('T35 restore with the lag of the books', async () => {
  const a = await at.bought();
  await at.sim('account', { lag: 3 * 3_600_000 });
  await (at.world.db as any).executeQuery((await import('kysely')).CompiledQuery.raw('truncate purchase restart identity cascade'));
  await o().compareBooks();
  const r = await o().place({ ...billing, name: 'Second', email: 'second@else.example', report_id: at.code, type: 'single-user' }, 'c'.repeat(64));
  say('T35 after a paid one', a.number, r);
});
test('T35b restore: a lost order that was not paid', async () => {
  const a = await place();
  await at.sim('account', { lag: 3 * 3_600_000 });
  await (at.world.db as any).executeQuery((await import('kysely')).CompiledQuery.raw('truncate purchase restart identity cascade'));
  await o().compareBooks();
  const r = await o().place({ ...billing, name: 'Second', email: 'second@else.example', report_id: at.code, type: 'corporate-user' }, 'c'.repeat(64));
  say('T35b', a.number, r.ok && r.value.number, r.ok && r.value.providerId === a.providerId);
  if (r.ok) { await approve(r.value.approvalUrl); say('T35b finish', (await tried(o().finish(r.value.providerId, 'c'.repeat(64)))).slice(0, 100), await stateOf(r.value.number), (await at.charges()).map((x) => x.value)); }
});
test('T36 stale billing on the invoice', async () => {
  const p = await place(); await approve(p.approvalUrl);
  const look = at.world.payments.look.bind(at.world.payments);
  let once = false;
  (at.world.payments as any).look = async (id: string) => { const seen = await look(id); if (!once) { once = true; await place({ company_name: 'New GmbH', tax_id: 'DE123', email: 'new@company.example' }); } return seen; };
  at.pass(31_000); await rec();
  const order = await at.orderOf(p.number);
  const body = (await at.papers())[0]?.body as any;
  say('T36', order.state, order.companyName, order.email, 'invoice says', body?.buyer.company, body?.buyer.email, body?.buyer.taxId);
});
test('T40 refund that ends as FAILED', async () => {
  const { number, price } = await at.bought();
  const refund = at.world.payments.refund;
  (at.world.payments as any).refund = async () => ({ kind: 'done', refundId: 'RF1', status: 'FAILED' });
  say('T40', await tried(o().refund(number, price, 'x')));
  at.pass(60_000); await rec();
  (at.world.payments as any).refund = refund;
  say('T40 again', await tried(o().refund(number, price, 'x')), await refunds(), await stateOf(number));
});
test('T44 readdress', async () => {
  const { number } = await at.bought();
  const { id } = await at.orderOf(number);
  await at.world.db.insertInto('customer').values({ email: 'old@company.example', name: 'Old', mobileNo: '1', address: 'x', password: 'x', createdAt: new Date() } as never).execute();
  const c = await at.world.db.selectFrom('customer').select('id').executeTakeFirstOrThrow();
  await at.world.db.updateTable('purchase').set({ customerId: c.id }).where('id', '=', id).execute();
  const [letter] = (await at.world.db.selectFrom('letter').select('body').orderBy('id').execute()).map((l) => (l.body as any).text as string).filter((t) => t.includes('/download/'));
  const url = new URL(String(/http:\S+\/download\/\S+/.exec(String(letter))?.[0]));
  await o().readdress(number, 'right@company.example', 's');
  const lib = await o().library({ id: c.id, email: 'old@company.example', confirmed: true } as never);
  const open = await o().openDownload(url.pathname.split('/')[2] ?? '', { browser: undefined, expires: url.searchParams.get('expires') ?? '', signature: url.searchParams.get('signature') ?? '' }, 'look', 'x');
  say('T44 old account sees', lib.map((x) => [x.number, x.files.length]), 'old link works', open.ok, 'letters to the new address', await at.lettersTo('right@company.example'));
});
test('T45 held in two attempts / upgrade mismatch says bought', async () => {
  const base = await at.bought();
  const a = await o().upgrade(base.number, { browser }, 'multiple-user'); if (!a.ok) throw new Error('u');
  await approve(a.value.approvalUrl);
  const { id, priceCents } = await at.orderOf(a.value.number);
  await at.world.db.updateTable('purchase').set({ priceCents: priceCents + 100 }).where('id', '=', id).execute();
  await o().finish(a.value.providerId, browser);
  await at.world.db.updateTable('purchase').set({ priceCents }).where('id', '=', id).execute();
  const again = await o().upgrade(base.number, { browser }, 'multiple-user');
  say('T45', await stateOf(a.value.number), again.ok ? 'ok' : again.message);
});
test('T46 killed after the claim, down for a night', async () => {
  const p = await place(); await approve(p.approvalUrl);
  await at.world.db.updateTable('purchase').set({ state: 'capturing', claim: 'dead', claimedUntil: new Date(Date.now() + 60_000) }).where('number', '=', p.number).execute();
  await both(8 * 3_600_000);
  for (let i = 0; i < 4; i++) { await rec(); await at.hearAll(); at.pass(3_600_000); }
  say('T46', await stateOf(p.number), await texts(), (await o().waiting()).orders.length);
});
test('T47 expired transfer has a line and a letter', async () => {
  const b = await place({ method: 'bank' });
  at.pass(61 * 86_400_000); await rec();
  const { id } = await at.orderOf(b.number);
  say('T47', await stateOf(b.number), (await at.world.db.selectFrom('orderEvent').select('kind').where('purchaseId', '=', id).execute()).map((x) => x.kind), await at.lettersTo(billing.email));
});
test('T48 a transfer closed by a card payment', async () => {
  const b = await place({ method: 'bank' });
  const c = await at.bought();
  say('T48', await stateOf(b.number), 'then its transfer arrives', await tried(o().markPaid(b.number, 's')), await stateOf(b.number), await stateOf(c.number), await at.lettersTo(billing.email), (await at.papers()).map((x) => x.number));
});
test('T49 seat accepted while it is taken back', async () => {
  const { number } = await at.bought('multiple-user');
  await o().invite(number, { browser }, { name: 'Bo', email: 'bo@other.example' });
  const { token } = await at.world.db.selectFrom('seat').select('token').executeTakeFirstOrThrow();
  // The revocation commits between openSeat's look and its transaction.
  const pool = new pg.Pool({ connectionString: at.databaseUrl, max: 2 });
  const cl = await pool.connect();
  await cl.query('begin'); await cl.query('select * from seat for update');
  const accepting = tried(o().openSeat(token, true));
  await new Promise((s) => setTimeout(s, 400));
  await cl.query('update seat set revoked_at = now(), accepted_at = null'); await cl.query('update delivery_grant set suspended = true where seat_id is not null');
  await cl.query('commit');
  await accepting;
  const grants = await at.world.db.selectFrom('deliveryGrant').select(['token', 'suspended', 'expiresAt']).where('seatId', 'is not', null).execute();
  const seat = await at.world.db.selectFrom('seat').select(['revokedAt', 'acceptedAt']).executeTakeFirstOrThrow();
  const g = grants[0]!; const expires = String(Math.floor(g.expiresAt.getTime() / 1000));
  say('T49', seat, grants.map((x) => x.suspended), (await o().openDownload(g.token, { browser: undefined, expires, signature: at.world.sign.make(`download ${g.token} ${expires}`) }, 'look', 'x')).ok);
  cl.release(); await pool.end();
});
