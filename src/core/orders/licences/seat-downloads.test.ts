import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  billing,
  buyerSecret,
  openTestBuyer,
  type TestBuyer,
} from '../../../../test/support/test-buyer.ts';
import type { Customer } from '#core/accounts/model.ts';

let at: TestBuyer;
beforeEach(async () => {
  at = await openTestBuyer();
});
afterEach(() => at.close());

const open = (url: string) => {
  const { pathname, searchParams } = new URL(url);
  return at.app.orders.downloads.openDownload(
    pathname.split('/')[2] ?? '',
    {
      browser: undefined,
      expires: searchParams.get('expires') ?? '',
      signature: searchParams.get('signature') ?? '',
    },
    'full',
    'x',
  );
};
const linkIn = async (subject: RegExp): Promise<string> => {
  const letters = await at.deps.db
    .selectFrom('outboxEmail')
    .selectAll()
    .orderBy('id', 'desc')
    .execute();
  const found = letters.find((one) => subject.test(one.subject));
  return (
    /https?:\/\/\S+\/download\/\S+/.exec(
      (found?.body as { text: string } | undefined)?.text ?? '',
    )?.[0] ?? ''
  );
};

test('a customer who comes back from the provider at another device finds his files there', async () => {
  const customer = { id: 9, email: billing.email, confirmed: true } as Customer;
  const { providerId } = await at.buyReport();
  expect(
    await at.app.orders.checkoutReturn.completeCheckout(providerId, 'd'.repeat(64), customer),
  ).toMatchObject({
    ok: true,
    value: { order: { isOwn: true, files: [{}, {}] } },
  });
  expect(
    await at.app.orders.checkoutReturn.completeCheckout(providerId, 'd'.repeat(64), {
      ...customer,
      email: 'other@company.example',
    }),
  ).toMatchObject({ value: { order: { isOwn: false, files: [] } } });
});

test('a link from before a renewal has ended, and a refused one says where new ones are', async () => {
  const { number } = await at.buyReport();
  const old = await linkIn(/^Your report/);
  expect((await open(old)).ok).toBe(true);
  at.advanceClock(1000);
  await at.app.orders.own.resendLinks(number, { browser: buyerSecret });
  expect(await open(old)).toMatchObject({
    ok: false,
    code: 'forbidden',
    message: expect.stringContaining('/renew-download'),
  });
  expect((await open(await linkIn(/renewed/))).ok).toBe(true);
});

describe('a seat', () => {
  async function seated() {
    const { number } = await at.buyReport('multiple-user');
    await at.app.orders.own.inviteToSeat(
      number,
      { browser: buyerSecret },
      { name: 'Grace', email: 'grace@other.example' },
    );
    const { token } = await at.deps.db.selectFrom('seat').select('token').executeTakeFirstOrThrow();
    await at.app.orders.seats.acceptSeat(token);
    return { number, token };
  }

  test('whose downloads are used up or have ended is renewed by its reader, some times a day', async () => {
    const { token } = await seated();
    await at.deps.db
      .updateTable('downloadGrant')
      .set({ downloadCount: 5 })
      .where('seatId', 'is not', null)
      .execute();
    const [used] = (await at.app.orders.seats.getSeat(token))?.links ?? [];
    expect(used?.isUsable).toBe(false);
    expect(await open(String(used?.url))).toMatchObject({
      ok: false,
      message: expect.stringContaining(`/seat/${token}`),
    });
    at.advanceClock(1000);
    for (let i = 0; i < 3; i++)
      expect((await at.app.orders.seats.renewSeatDownloads(token))?.ok).toBe(true);
    expect(await at.app.orders.seats.renewSeatDownloads(token)).toMatchObject({
      ok: false,
      code: 'rate-limited',
    });
    const [link] = (await at.app.orders.seats.getSeat(token))?.links ?? [];
    expect(link?.isUsable).toBe(true);
    expect((await open(String(link?.url))).ok).toBe(true);
    expect(await at.app.orders.seats.renewSeatDownloads('0'.repeat(32))).toBeUndefined();
  });

  test('that was taken back and given again has downloads again', async () => {
    const { number, token } = await seated();
    await at.deps.db
      .updateTable('downloadGrant')
      .set({ downloadCount: 5 })
      .where('seatId', 'is not', null)
      .execute();
    await at.app.orders.own.revokeSeat(number, { browser: buyerSecret }, 'grace@other.example');
    await at.app.orders.own.inviteToSeat(
      number,
      { browser: buyerSecret },
      { name: 'Grace', email: 'grace@other.example' },
    );
    const [link] = (await at.app.orders.seats.acceptSeat(token))?.links ?? [];
    expect((await open(String(link?.url))).ok).toBe(true);
  });

  test("keeps its reader's name, whoever has the address at which colleagues join", async () => {
    const { number } = await at.buyReport('corporate-user');
    const signature =
      new URL(String((await at.viewOwnOrder(number))?.joinUrl)).searchParams.get('signature') ?? '';
    await at.app.orders.own.inviteToSeat(
      number,
      { browser: buyerSecret },
      { name: 'Grace', email: 'grace@company.example' },
    );
    await at.app.orders.joinLinks.requestSeat(
      number,
      signature,
      { name: 'Mallory', email: 'grace@company.example' },
      'v1',
    );
    expect(await at.deps.db.selectFrom('seat').select('name').execute()).toEqual([
      { name: 'Grace' },
    ]);
  });
});

test('a customer is not offered his own order as one that is shared with him', async () => {
  const { number } = await at.buyReport('corporate-user', { email: 'ada@company.example' });
  const { id } = await at.deps.db
    .insertInto('customer')
    .values({
      email: 'chief@company.example',
      name: 'Ada',
      mobileNo: '1',
      address: 'x',
      passwordHash: 'x',
      createdAt: at.deps.clock(),
      confirmedAt: at.deps.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const customer = { id, email: 'chief@company.example', name: 'Ada', confirmed: true } as Customer;
  expect(await at.app.orders.joinLinks.listSharedSeats(customer)).toHaveLength(1);
  await at.deps.db
    .updateTable('purchase')
    .set({ customerId: id })
    .where('number', '=', number)
    .execute();
  expect(await at.app.orders.joinLinks.listSharedSeats(customer)).toEqual([]);
});

test('who pays by transfer and corrects his address gets letter and paper there, in an order of its own', async () => {
  const place = async (email: string) => {
    const placed = await at.app.orders.placement.placeOrder(
      { ...billing, email, report_id: at.reportCode, type: 'single-user', method: 'bank' },
      buyerSecret,
    );
    if (!placed.ok) throw new Error(placed.message);
    return placed.value.number;
  };
  const first = await place('ada@compny.example');
  expect(await place('ada@compny.example')).toBe(first);
  const second = await place('ada@company.example');
  expect(second).not.toBe(first);
  expect((await at.getOrder(first)).state).toBe('cancelled');
  expect(await at.emailSubjectsTo('ada@company.example')).toEqual([
    `Your order ${second}: how to pay`,
  ]);
});

test('an upgrade is of the edition that is for sale when it is bought', async () => {
  const { number } = await at.buyReport();
  await at.app.catalogue.publishCorrectedEdition(
    (await at.getOrder(number)).reportId,
    'A table was wrong.',
  );
  const placed = await at.app.orders.own.placeUpgrade(
    number,
    { browser: buyerSecret },
    'multiple-user',
  );
  expect((await at.getOrder(placed.ok ? placed.value.number : '')).editionNumber).toBe(2);
});

test('staff puts an order on another address, and its colleagues are those of that domain', async () => {
  const { number } = await at.buyReport('corporate-user', { email: 'ada@gmail.com' });
  expect((await at.viewOwnOrder(number))?.joinUrl).toBeUndefined();
  expect(
    await at.app.orders.emailChange.changeOrderEmail(number, 'no address', 'staff'),
  ).toMatchObject({
    ok: false,
    code: 'invalid',
  });
  expect(
    (await at.app.orders.emailChange.changeOrderEmail(number, 'ada@company.example', 'staff')).ok,
  ).toBe(true);
  expect((await at.viewOwnOrder(number))?.joinUrl).toBeDefined();
});
