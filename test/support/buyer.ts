import { openTestWorld, type TestWorld } from './world.ts';

export const browser = 'b'.repeat(64);
export const billing = {
  name: 'Łucja Example',
  email: 'ada@company.example',
  mobile_no: '+1 202-555-0100',
  company_name: 'Example',
  title: 'Analyst',
  country: '1',
  address: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  zip: '62701',
  policy: '1',
};

export type Bought = {
  readonly number: string;
  readonly providerId: string;
  readonly captureId: string;
  readonly price: number;
};

export type Placed = {
  readonly number: string;
  readonly providerId: string;
  readonly approvalUrl: string;
};

export type Buyer = TestWorld & {
  /** Code of the report that is bought. */
  readonly code: string;
  /** An order for a single user, of what `more` changes. */
  place(more?: object): Promise<Placed>;
  /** Such a one that its buyer approved at the provider, and did not come back from. */
  approved(more?: object): Promise<Placed>;
  /** An order that is paid by card and delivered. */
  bought(licence?: string, more?: object): Promise<Bought>;
  /** Approves a placed order, comes back and has it delivered. */
  pay(placed: { approvalUrl: string; providerId: string; number: string }): Promise<Bought>;
  orderOf(number: string): ReturnType<typeof orderIn>;
  papers(): ReturnType<typeof papersIn>;
  own(number: string): ReturnType<TestWorld['shop']['orders']['ownOrder']>;
  /** Subjects of the letters to an address, oldest first. */
  lettersTo(to: string): Promise<string[]>;
};

const orderIn = (at: TestWorld, number: string) =>
  at.world.db
    .selectFrom('purchase')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
const papersIn = (at: TestWorld) =>
  at.world.db.selectFrom('paper').selectAll().orderBy('id').execute();

/** What a payer does on the provider's page. */
export const approve = (approvalUrl: string): Promise<Response> =>
  fetch(approvalUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });

/** A test's world with a buyer in it. */
export async function openBuyer(): Promise<Buyer> {
  const at = await openTestWorld();
  const code = String((await at.shop.catalogue.list(1)).items[0]?.code);
  const place: Buyer['place'] = async (more = {}) => {
    const placed = await at.shop.orders.place(
      { ...billing, report_id: code, type: 'single-user', ...more },
      browser,
    );
    if (!placed.ok) throw new Error(placed.message);
    return placed.value;
  };
  const pay: Buyer['pay'] = async ({ approvalUrl, providerId, number }) => {
    await approve(approvalUrl);
    const finished = await at.shop.orders.finish(providerId, browser);
    if (!finished.ok || finished.value.state !== 'paid') throw new Error('not paid');
    const { id, priceCents } = await orderIn(at, number);
    await at.shop.orders.jobs['orders.deliver']({ purchaseId: id });
    const { captureId } = await at.world.db
      .selectFrom('paymentAttempt')
      .select('captureId')
      .where('purchaseId', '=', id)
      .executeTakeFirstOrThrow();
    return { number, providerId, captureId: String(captureId), price: priceCents };
  };
  return {
    ...at,
    code,
    pay,
    place,
    approved: async (more) => {
      const placed = await place(more);
      await approve(placed.approvalUrl);
      return placed;
    },
    bought: async (licence = 'single-user', more = {}) =>
      pay(await place({ type: licence, ...more })),
    orderOf: (number) => orderIn(at, number),
    papers: () => papersIn(at),
    own: (number) => at.shop.orders.ownOrder(number, { browser }),
    lettersTo: async (to) =>
      (
        await at.world.db
          .selectFrom('letter')
          .select('subject')
          .where('to', '=', to)
          .orderBy('id')
          .execute()
      ).map(({ subject }) => subject),
  };
}
