import { openTestApp, type TestApp } from './test-app.ts';

export const buyerSecret = 'b'.repeat(64);
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

export type PaidOrder = {
  readonly number: string;
  readonly providerId: string;
  readonly captureId: string;
  readonly priceCents: number;
};

export type PlacedOrder = {
  readonly number: string;
  readonly providerId: string;
  readonly approvalUrl: string;
};

export type TestBuyer = TestApp & {
  /** Code of the report that is bought. */
  readonly reportCode: string;
  /** An order for a single user, of what `more` changes. */
  placeOrder(more?: object): Promise<PlacedOrder>;
  /** Such a one that its buyer approved at the provider, and did not come back from. */
  placeApprovedOrder(more?: object): Promise<PlacedOrder>;
  /** An order that is paid by card and delivered. */
  buyReport(licence?: string, more?: object): Promise<PaidOrder>;
  /** Approves a placed order, comes back and has it delivered. */
  payOrder(placed: { approvalUrl: string; providerId: string; number: string }): Promise<PaidOrder>;
  getOrder(number: string): ReturnType<typeof getOrderFrom>;
  listDocuments(): ReturnType<typeof listDocumentsFrom>;
  viewOwnOrder(number: string): ReturnType<TestApp['app']['orders']['own']['getOwnOrder']>;
  /** Subjects of the letters to an address, oldest first. */
  emailSubjectsTo(to: string): Promise<string[]>;
};

const getOrderFrom = (at: TestApp, number: string) =>
  at.deps.db
    .selectFrom('purchase')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
const listDocumentsFrom = (at: TestApp) =>
  at.deps.db.selectFrom('orderDocument').selectAll().orderBy('id').execute();

/** What a payer does on the provider's page. */
export const approvePayment = (approvalUrl: string): Promise<Response> =>
  fetch(approvalUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });

/** A test's world with a buyer in it. */
export async function openTestBuyer(): Promise<TestBuyer> {
  const at = await openTestApp();
  const reportCode = String((await at.app.catalogue.listReports(1)).items[0]?.code);
  const placeOrder: TestBuyer['placeOrder'] = async (more = {}) => {
    const placed = await at.app.orders.placement.placeOrder(
      { ...billing, report_id: reportCode, type: 'single-user', ...more },
      buyerSecret,
    );
    if (!placed.ok) throw new Error(placed.message);
    return placed.value;
  };
  const payOrder: TestBuyer['payOrder'] = async ({ approvalUrl, providerId, number }) => {
    await approvePayment(approvalUrl);
    const finished = await at.app.orders.checkoutReturn.completeCheckout(providerId, buyerSecret);
    if (!finished.ok || finished.value.state !== 'paid') throw new Error('not paid');
    const { id, priceCents } = await getOrderFrom(at, number);
    await at.app.orders.jobs['orders.deliver']({ purchaseId: id });
    const { captureId } = await at.deps.db
      .selectFrom('paymentAttempt')
      .select('captureId')
      .where('purchaseId', '=', id)
      .executeTakeFirstOrThrow();
    return { number, providerId, captureId: String(captureId), priceCents: priceCents };
  };
  return {
    ...at,
    reportCode,
    payOrder,
    placeOrder,
    placeApprovedOrder: async (more) => {
      const placed = await placeOrder(more);
      await approvePayment(placed.approvalUrl);
      return placed;
    },
    buyReport: async (licence = 'single-user', more = {}) =>
      payOrder(await placeOrder({ type: licence, ...more })),
    getOrder: (number) => getOrderFrom(at, number),
    listDocuments: () => listDocumentsFrom(at),
    viewOwnOrder: (number) => at.app.orders.own.getOwnOrder(number, { browser: buyerSecret }),
    emailSubjectsTo: async (to) =>
      (
        await at.deps.db
          .selectFrom('outboxEmail')
          .select('subject')
          .where('recipient', '=', to)
          .orderBy('id')
          .execute()
      ).map(({ subject }) => subject),
  };
}
