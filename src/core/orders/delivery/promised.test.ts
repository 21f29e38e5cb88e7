import { afterEach, beforeEach, expect, test } from 'vitest';
import { billing, buyerSecret } from '../../../../test/support/test-buyer.ts';
import { findDownloadLink } from '../../../../test/support/test-licences.ts';
import { openPromiseTester, type PromiseTester } from '../../../../test/support/test-promises.ts';
import { readPdfTexts } from '../../../../test/support/read-goods.ts';
import { removeSpaces } from '../../../../test/support/read-pdf.ts';
import { addTestStaff, testProgram } from '../../../../test/support/test-staff.ts';
import { listUnfinishedOrders } from '../views/personal-data.store.ts';

let tester: PromiseTester;
beforeEach(async () => {
  tester = await openPromiseTester();
});
afterEach(() => tester.close());

const dayMs = 86_400_000;
const day = (days: number): string =>
  new Date(tester.deps.clock().getTime() + days * dayMs).toISOString().slice(0, 10);
const receipts = () => tester.listEmailTexts('Your receipt');
const delivered = () => tester.listEmailTexts('Your report');

test('a paid order waits with its day: it has an invoice and a certificate, and one receipt with the promise', async () => {
  const { number } = await tester.buyReport();
  await tester.runDelivery(number);
  tester.advanceClock(60_000);
  await tester.app.orders.jobs['orders.reconcile']();
  const order = await tester.getOrder(number);
  expect(order).toMatchObject({ state: 'paid', deliveryDays: 5, deliverBy: day(5) });
  expect(await tester.viewOwnOrder(number)).toMatchObject({
    files: [],
    promise: { deliveryDays: 5, deliverBy: day(5) },
    documents: [{ kind: 'invoice' }],
    certificateToken: expect.stringMatching(/./),
  });
  const [receipt, ...further] = await receipts();
  expect(further).toEqual([]);
  expect(receipt?.replaceAll(/\s+/g, ' ')).toContain('We deliver it within 5 days, by ');
  expect(findDownloadLink(receipt)).toBe('');
  expect(await tester.listToDeliver()).toEqual([number]);
  expect(await tester.listReasons(number)).toEqual([]);
});

test('the promise stays as the order was placed, and its days count from the payment', async () => {
  const placed = await tester.placeOrder({ method: 'bank' });
  expect((await tester.listEmailTexts('Your order'))[0]?.replaceAll(/\s+/g, ' ')).toContain(
    'deliver your report within 5 days of that day',
  );
  await tester.deliver({ kind: 'by-us', days: 20 });
  tester.advanceClock(10 * dayMs);
  await tester.app.orders.bankTransfers.confirmTransfer(testProgram, placed.number);
  expect(await tester.getOrder(placed.number)).toMatchObject({
    deliveryDays: 5,
    deliverBy: day(5),
  });
});

test('an order that is placed again is promised what it was shown last', async () => {
  const first = await tester.placeOrder();
  await tester.deliver({ kind: 'by-us', days: 20 });
  const again = await tester.placeOrder();
  expect(again.number).toBe(first.number);
  expect(await tester.getOrder(again.number)).toMatchObject({ deliveryDays: 20 });
  const transfer = await tester.placeOrder({ method: 'bank' });
  await tester.deliver({ kind: 'by-us', days: 3 });
  const other = await tester.placeOrder({ method: 'bank' });
  expect(other.number).not.toBe(transfer.number);
  expect(await tester.getOrder(transfer.number)).toMatchObject({ state: 'cancelled' });
});

test('staff prepare files that the buyer does not see, replace and remove them, and deliver a copy with the buyer’s name', async () => {
  const { number } = await tester.buyReport();
  const { staff } = tester.app.orders;
  const empty = await staff.promised.deliver(tester.sales, number, { isForAlike: false });
  expect(empty).toMatchObject({ ok: false, code: 'conflict' });
  await tester.addFile(number, 2);
  await tester.addFile(number, 2);
  await tester.addFile(number, 3);
  await tester.addFile(number, 1, 'A letter');
  const seen = await staff.details.getOrder(tester.sales, number);
  const files = seen.ok ? (seen.value.delivery?.files ?? []) : [];
  expect(files).toMatchObject([
    { title: 'Report (PDF)', pages: 3 },
    { title: 'A letter', pages: 1 },
  ]);
  await staff.promised.removeFile(tester.sales, number, files[1]?.id ?? 0);
  expect(await tester.viewOwnOrder(number)).toMatchObject({ files: [] });

  expect(await tester.release(number)).toEqual([number]);
  expect(await tester.release(number)).toEqual([]);
  await tester.runDelivery(number);
  const order = await tester.viewOwnOrder(number);
  expect(order).toMatchObject({ state: 'fulfilled', promise: undefined });
  expect(order?.files).toMatchObject([{ title: 'Report (PDF)', pages: 3, edition: 1 }]);
  const [email, ...further] = await delivered();
  expect(further).toEqual([]);
  expect(await tester.openLink(findDownloadLink(email))).toMatchObject({ ok: true });
  const opened = await tester.openOwnFile(String(order?.files[0]?.token));
  if (!opened.ok) throw new Error(opened.message);
  const copy = await tester.app.orders.downloads.readDownload(opened.value);
  const bytes = Buffer.concat(copy.ok ? await copy.value.toArray() : []);
  for (const page of await readPdfTexts(bytes))
    expect(removeSpaces(page)).toContain(removeSpaces(`Licensed to ${billing.name}`));
  expect(await tester.listToDeliver()).toEqual([]);

  const history = await staff.details.getOrder(tester.sales, number);
  const told = history.ok
    ? history.value.timeline.flatMap((entry) =>
        entry.source === 'order' && 'by' in entry.facts ? [[entry.kind, entry.facts['by']]] : [],
      )
    : [];
  const { name } = tester.sales;
  expect(told).toEqual([
    ['file-added', name],
    ['file-replaced', name],
    ['file-added', name],
    ['file-removed', name],
    ['files-released', name],
  ]);
  const kept = await tester.deps.db.selectFrom('editionFile').select('title').execute();
  expect(kept).toEqual([{ title: 'Report (PDF)' }]);
});

test('a file that is no file for sale is refused with a sentence, and an order that does not wait takes none', async () => {
  const { number } = await tester.buyReport();
  const { staff } = tester.app.orders;
  const file = { path: 'package.json', fileName: 'package.json' };
  const refused = await staff.promised.addFile(tester.sales, number, file);
  expect(refused).toMatchObject({ ok: false, code: 'unsupported-type' });
  await tester.addFile(number);
  await tester.release(number);
  const pdf = { path: await tester.writePdf(4), fileName: 'late.pdf' };
  const late = await staff.promised.addFile(tester.sales, number, pdf);
  expect(late).toMatchObject({ ok: false, message: 'This order is delivered already.' });
  await tester.deliver({ kind: 'made' });
  const usual = await tester.buyReport('multiple-user');
  expect(await staff.promised.addFile(tester.sales, usual.number, pdf)).toMatchObject({
    ok: false,
    message: 'This order does not wait for a file from us.',
  });
  const viewer = await addTestStaff(tester.deps.db, 'viewer');
  for (const outcome of [
    await staff.promised.addFile(viewer, number, pdf),
    await staff.promised.removeFile(viewer, number, 1),
    await staff.promised.deliver(viewer, number, { isForAlike: false }),
  ])
    expect(outcome).toMatchObject({ ok: false, code: 'forbidden' });
});

test('colleagues have their seats before the report is there, and are told when it is', async () => {
  const { number } = await tester.buyReport('multiple-user');
  const early = await tester.giveSeat(number, 'early@other.example', 'Early');
  const { seats } = tester.app.orders;
  expect(await seats.getSeat(early)).toMatchObject({ links: [], promise: { deliverBy: day(5) } });
  await tester.inviteToSeat(number, 'never@other.example', 'Never');
  await tester.addFile(number);
  await tester.release(number);
  expect(await seats.getSeat(early)).toMatchObject({
    links: [{ isUsable: true }],
    promise: undefined,
  });
  expect(await tester.emailSubjectsTo('early@other.example')).toContainEqual(
    expect.stringMatching(/^Your report .* is ready/),
  );
  expect(await tester.emailSubjectsTo('never@other.example')).toHaveLength(1);
  const late = await tester.giveSeat(number, 'late@other.example', 'Late');
  const links = (await seats.getSeat(late))?.links ?? [];
  expect(await tester.openLink(links[0]?.url ?? '')).toMatchObject({ ok: true });
});

test('a file serves all who wait for the same licence, where staff say so, and none who have their own', async () => {
  const first = await tester.buyReport();
  const second = await tester.buyReport('single-user', { email: 'second@buyer.example' });
  const own = await tester.buyReport('single-user', { email: 'own@buyer.example' });
  const team = await tester.buyReport('multiple-user', { email: 'team@buyer.example' });
  await tester.addFile(own.number, 1);
  await tester.addFile(first.number, 3);
  const seen = await tester.app.orders.staff.details.getOrder(tester.sales, first.number);
  expect(seen).toMatchObject({ value: { delivery: { alike: [second.number], upgrades: [] } } });
  expect(await tester.release(first.number, true)).toEqual([first.number, second.number]);
  expect(await tester.viewOwnOrder(second.number)).toMatchObject({ files: [{ pages: 3 }] });
  expect((await tester.listToDeliver()).toSorted()).toEqual([own.number, team.number].toSorted());
  expect(await tester.emailSubjectsTo('second@buyer.example')).toContainEqual(
    expect.stringMatching(/^Your report/),
  );
});

test('what is due today and what is overdue needs attention, and stands first; nothing else does', async () => {
  const early = await tester.buyReport();
  tester.advanceClock(5 * dayMs);
  await tester.deliver({ kind: 'by-us', days: 2 });
  const late = await tester.buyReport('multiple-user');
  expect(await tester.listReasons(early.number)).toEqual(['due-today']);
  tester.advanceClock(dayMs);
  expect(await tester.listReasons(early.number)).toEqual(['overdue']);
  expect(await tester.listReasons(late.number)).toEqual([]);
  expect(await tester.listToDeliver()).toEqual([early.number, late.number]);
  await tester.addFile(early.number);
  await tester.release(early.number);
  expect(await tester.listReasons(early.number)).toEqual([]);
});

test('a refund takes an order off the list; a dispute until it ends, and nothing is delivered meanwhile', async () => {
  const refunded = await tester.buyReport();
  await tester.app.orders.refunds.refundOrder(testProgram, refunded.number, {
    amountCents: refunded.priceCents,
    reason: 'a reason',
  });
  expect(await tester.listToDeliver()).toEqual([]);
  const disputed = await tester.buyReport();
  await tester.addFile(disputed.number);
  const { captureId } = disputed;
  await tester.callControlApi('dispute', { captureId });
  await tester.deliverWebhooks();
  expect(await tester.listToDeliver()).toEqual([]);
  const { staff } = tester.app.orders;
  const refusedDelivery = await staff.promised.deliver(tester.sales, disputed.number, {
    isForAlike: false,
  });
  expect(refusedDelivery).toMatchObject({ ok: false, code: 'conflict' });
  await tester.callControlApi('dispute', { captureId, outcome: 'RESOLVED_SELLER_FAVOUR' });
  await tester.deliverWebhooks();
  expect(await tester.getOrder(disputed.number)).toMatchObject({ state: 'paid' });
  await tester.runDelivery(disputed.number);
  expect(await tester.listToDeliver()).toEqual([disputed.number]);
  expect(await tester.release(disputed.number)).toEqual([disputed.number]);
  expect(await receipts()).toHaveLength(2);
});

test('an order that is refunded in part waits on, and its buyer can’t be erased before it is delivered', async () => {
  const { number } = await tester.buyReport();
  await tester.app.orders.refunds.refundOrder(testProgram, number, {
    amountCents: 100,
    reason: 'a reason',
  });
  expect(await tester.getOrder(number)).toMatchObject({ state: 'partly-refunded' });
  expect(await tester.listToDeliver()).toEqual([number]);
  const unfinished = () => listUnfinishedOrders(tester.deps.db, [billing.email.toLowerCase()]);
  expect(await unfinished()).toEqual([number]);
  await tester.addFile(number);
  await tester.release(number);
  expect(await unfinished()).toEqual([]);
});

test('a report that has files by now is delivered from them with one click, and at once to who pays then', async () => {
  const waiting = await tester.buyReport();
  const placed = await tester.placeOrder({ type: 'multiple-user' });
  await tester.deliver({ kind: 'made' });
  const paid = await tester.payOrder(placed);
  expect(await tester.viewOwnOrder(paid.number)).toMatchObject({
    state: 'fulfilled',
    promise: undefined,
    files: [{ kind: 'pdf' }, { kind: 'workbook' }],
  });
  expect(await tester.getOrder(paid.number)).toMatchObject({ deliveryDays: 5, deliverBy: null });
  expect(await tester.viewOwnOrder(waiting.number)).toMatchObject({ files: [] });
  const { staff } = tester.app.orders;
  expect(await staff.details.getOrder(tester.sales, waiting.number)).toMatchObject({
    value: { delivery: { hasReportFiles: true } },
  });
  expect(await tester.release(waiting.number)).toEqual([waiting.number]);
  expect((await tester.viewOwnOrder(waiting.number))?.files).toHaveLength(2);
});

test('files that were sold when an order was placed are delivered at once, however later ones are', async () => {
  await tester.deliver({ kind: 'made' });
  const placed = await tester.placeOrder();
  await tester.deliver({ kind: 'by-us', days: 5 });
  const { number } = await tester.payOrder(placed);
  expect(await tester.viewOwnOrder(number)).toMatchObject({
    state: 'fulfilled',
    files: [{ kind: 'pdf' }, { kind: 'workbook' }],
  });
  const seat = await tester.openUpgrade(number, 'multiple-user');
  await tester.payOrder(seat);
  expect(await tester.getOrder(seat.number)).toMatchObject({ state: 'paid', deliverBy: day(5) });
});

test('an upgrade has what was given to its order at once; one of a waiting order waits with it', async () => {
  const given = await tester.buyReport();
  await tester.addFile(given.number);
  await tester.release(given.number);
  const [offered] = (await tester.viewOwnOrder(given.number))?.upgrades ?? [];
  expect(offered).toMatchObject({ licence: 'multiple-user', deliveryDays: null });
  const upgrade = await tester.payOrder(await tester.openUpgrade(given.number, 'multiple-user'));
  expect(await tester.viewOwnOrder(upgrade.number)).toMatchObject({
    state: 'fulfilled',
    files: [{ title: 'Report (PDF)', pages: 3 }],
  });

  const waiting = await tester.buyReport();
  tester.advanceClock(2 * dayMs);
  const [promised] = (await tester.viewOwnOrder(waiting.number))?.upgrades ?? [];
  expect(promised).toMatchObject({ deliveryDays: 5 });
  const larger = await tester.payOrder(await tester.openUpgrade(waiting.number, 'multiple-user'));
  expect(await tester.getOrder(larger.number)).toMatchObject({
    deliveryDays: 5,
    deliverBy: day(3),
  });
  await tester.addFile(larger.number);
  expect(await tester.release(larger.number)).toEqual([larger.number, waiting.number]);
});

test('links of a waiting order can’t be renewed; who asks by number, or has another address, gets the receipt again', async () => {
  const { number } = await tester.buyReport();
  const { own, resendLinks } = tester.app.orders;
  const renewed = await own.resendLinks(number, { browser: buyerSecret });
  expect(renewed).toMatchObject({ ok: false, code: 'conflict' });
  expect(renewed.ok ? '' : renewed.message).toContain('within 5 days, by ');
  expect(await resendLinks.resendLinksForStaff(tester.sales, number)).toMatchObject({
    ok: false,
    code: 'conflict',
  });
  await resendLinks.resendLinksByEmail(number, billing.email, '203.0.113.1');
  expect(await receipts()).toHaveLength(2);
  await tester.changeOrderEmail(number, 'new@buyer.example');
  expect(await tester.emailSubjectsTo('new@buyer.example')).toEqual([
    expect.stringMatching(/^Your receipt/),
  ]);
});

test('a new edition is no news for who still waits, nor one that brings nothing to who had a file', async () => {
  const had = await tester.buyReport();
  await tester.addFile(had.number);
  await tester.release(had.number);
  const waits = await tester.buyReport('single-user', { email: 'waits@buyer.example' });
  const { reportId } = await tester.getOrder(had.number);
  const { jobs } = tester.app.orders;
  const publish = async () => {
    const reason = 'A table was wrong.';
    const edition = await tester.app.catalogue.editions.publishCorrected(reportId, reason);
    await jobs['orders.emailNewEdition']({ reportId, edition, reason });
  };
  await publish();
  expect(await tester.listEmailTexts('Edition')).toEqual([]);
  await tester.deliver({ kind: 'made' });
  await publish();
  expect(await tester.listEmailTexts('Edition')).toHaveLength(1);
  expect((await tester.viewOwnOrder(had.number))?.files).toMatchObject([
    { kind: 'pdf', edition: 3 },
    { kind: 'workbook', edition: 3 },
    { kind: 'file', edition: 1 },
  ]);
  expect(await tester.viewOwnOrder(waits.number)).toMatchObject({ files: [] });
});

test('a file for one order leaves the edition free for files of its own, and is none of them', async () => {
  const { number } = await tester.buyReport();
  await tester.addFile(number);
  await tester.release(number);
  const { catalogue } = tester.app;
  const { reportCode } = tester;
  const file = { path: await tester.writePdf(7), fileName: 'report.pdf' };
  expect(await catalogue.goods.attachFile({ reportCode, ...file })).toMatchObject({ ok: true });
  expect(await catalogue.goods.listFiles(reportCode)).not.toContainEqual(
    expect.objectContaining({ pages: 3 }),
  );
});
