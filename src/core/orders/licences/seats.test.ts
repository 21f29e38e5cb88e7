import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createCustomer,
  openLicenceTester,
  type LicenceTester,
} from '../../../../test/support/test-licences.ts';

let tester: LicenceTester;
beforeEach(async () => {
  tester = await openLicenceTester();
});
afterEach(() => tester.close());

test('a licence for a single user has no seats to give', async () => {
  const { number } = await tester.buyReport();
  expect(await tester.inviteToSeat(number, 'bo@company.example')).toMatchObject({
    ok: false,
    code: 'conflict',
  });
});

test('five users share a licence; only the buyer invites', async () => {
  const { number } = await tester.buyReport('multiple-user');
  for (const name of ['b', 'c', 'd', 'e'])
    expect((await tester.inviteToSeat(number, `${name}@other.example`)).ok).toBe(true);
  expect(await tester.inviteToSeat(number, 'f@other.example')).toMatchObject({
    ok: false,
    code: 'conflict',
  });
  const stranger = { browser: 'x'.repeat(64) };
  const form = { name: 'Bo', email: 'g@other.example' };
  expect(await tester.app.orders.own.inviteToSeat(number, stranger, form)).toMatchObject({
    ok: false,
    code: 'not-found',
  });
  await tester.revokeSeat(number, 'b@other.example');
  expect((await tester.inviteToSeat(number, 'f@other.example')).ok).toBe(true);
});

test.each([
  ['multiple-user', 'You can invite up to 4 colleagues to download'],
  ['single-user', undefined],
])(
  'the receipt of a %s licence says how many colleagues may be invited',
  async (licence, words) => {
    await tester.buyReport(licence);
    const [receipt] = await tester.listEmailTexts('Your receipt');
    if (words === undefined) expect(receipt).not.toContain('colleague');
    else expect(receipt).toContain(words);
  },
);

test('a seat has links once it is accepted, to copies of its own, and none that work once it is revoked', async () => {
  const { number } = await tester.buyReport('multiple-user');
  await tester.inviteToSeat(number, 'b@other.example');
  const token = await tester.getSeatToken('b@other.example');
  const { seats } = tester.app.orders;
  expect((await seats.getSeat(token))?.links).toEqual([]);
  const [link] = (await seats.acceptSeat(token))?.links ?? [];
  const readersCopy = await tester.openLink(String(link?.url));
  const [buyersFile] = (await tester.viewOwnOrder(number))?.files ?? [];
  const buyersCopy = await tester.openOwnFile(String(buyersFile?.token));
  expect(
    readersCopy.ok &&
      buyersCopy.ok &&
      readersCopy.value.parts[0]?.fileKey !== buyersCopy.value.parts[0]?.fileKey,
  ).toBe(true);
  await tester.revokeSeat(number, 'b@other.example');
  expect(await tester.openLink(String(link?.url))).toMatchObject({ ok: false, code: 'forbidden' });
  expect([await seats.getSeat(token), await seats.acceptSeat(token)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(await seats.getClosedSeat(token)).toMatchObject({ isRevoked: true });
});

test('a corporate licence is for one email domain, and never for a free one', async () => {
  const { number } = await tester.buyReport('corporate-user');
  expect((await tester.inviteToSeat(number, 'bo@company.example')).ok).toBe(true);
  expect(await tester.inviteToSeat(number, 'bo@other.example')).toMatchObject({
    ok: false,
    code: 'invalid',
  });
  const free = await tester.buyReport('corporate-user', { email: 'ada@gmail.com', name: 'Other' });
  expect(await tester.inviteToSeat(free.number, 'bo@gmail.com')).toMatchObject({ ok: false });
});

test("the number of a team's readers is a setting, and an order keeps the one that it was sold with", async () => {
  const { store } = tester.app;
  const settings = await store.getSettings();
  const before = await tester.buyReport('multiple-user');
  const licences = settings.licences.map((terms) =>
    terms.id === 'multiple-user' ? { ...terms, seats: 3 } : terms,
  );
  expect((await store.replaceSettings({ ...settings, licences }, 'test')).ok).toBe(true);
  const after = await tester.buyReport('multiple-user', {
    name: 'Later',
    email: 'later@company.example',
  });
  const viewBefore = await tester.viewOwnOrder(before.number);
  const viewAfter = await tester.viewOwnOrder(after.number);
  expect([viewBefore?.seatsLeft, viewAfter?.seatsLeft]).toEqual([4, 2]);
  expect(viewAfter?.rights).toContain('Up to three named people');
  const { certificates } = tester.app.orders;
  expect(await certificates.verifyCertificate(String(viewBefore?.certificateToken))).toMatchObject({
    certificate: { seats: 'Up to 5 named readers of the company.' },
  });
});

/** The store's licences have so many readers each; null for a whole company. */
async function setSeats(seats: Readonly<Record<string, number | null>>): Promise<void> {
  const { store } = tester.app;
  const settings = await store.getSettings();
  const licences = settings.licences.map((terms) => {
    const wanted = seats[terms.id];
    return wanted === undefined ? terms : { ...terms, seats: wanted };
  });
  expect((await store.replaceSettings({ ...settings, licences }, 'test')).ok).toBe(true);
}

test('who may read comes from a licence’s terms, whatever it is called', async () => {
  await setSeats({ 'multiple-user': null, 'corporate-user': 20 });
  const all = await tester.buyReport('multiple-user');
  expect((await tester.inviteToSeat(all.number, 'bo@company.example')).ok).toBe(true);
  expect(await tester.inviteToSeat(all.number, 'bo@other.example')).toMatchObject({
    code: 'invalid',
  });
  expect(await tester.viewOwnOrder(all.number)).toMatchObject({
    isForCompany: true,
    joinUrl: expect.stringContaining(`/join/${all.number}`),
  });
  const colleague = createCustomer(7, 'cy@company.example');
  const { joinLinks } = tester.app.orders;
  expect(await joinLinks.listSharedSeats(colleague)).toMatchObject([{ number: all.number }]);
  const named = await tester.buyReport('corporate-user');
  expect((await tester.inviteToSeat(named.number, 'bo@other.example')).ok).toBe(true);
  expect(await tester.viewOwnOrder(named.number)).toMatchObject({
    isForCompany: false,
    joinUrl: undefined,
    seatsLeft: 18,
  });
});

test('an upgrade is to a licence for more readers than the order has', async () => {
  const listNames = async (number: string) =>
    (await tester.viewOwnOrder(number))?.upgrades.map(({ licence }) => licence);
  const { number } = await tester.buyReport('multiple-user');
  expect(await listNames(number)).toEqual(['corporate-user']);
  await setSeats({ 'corporate-user': 4 });
  expect(await listNames(number)).toEqual([]);
  await setSeats({ 'corporate-user': 6 });
  expect(await listNames(number)).toEqual(['corporate-user']);
});
