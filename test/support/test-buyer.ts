import { billing } from './billing.ts';
import { approvePayment } from './paypal.ts';
import { openTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

export { approvePayment, billing };

/** The secret in the buyer's cookie. */
export const buyerSecret = 'b'.repeat(64);

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
  /**
   * Places an order for a single user, another copy if there is one already; `changes` replace
   * fields of the checkout form.
   */
  readonly placeOrder: (changes?: object) => Promise<PlacedOrder>;
  /** Places an order and approves it at PayPal; the buyer doesn't come back to the store. */
  readonly placeApprovedOrder: (changes?: object) => Promise<PlacedOrder>;
  /** Places an order, pays it by card and has it delivered. */
  readonly buyReport: (licence?: string, changes?: object) => Promise<PaidOrder>;
  /** Approves a placed order, comes back to the store and has it delivered. */
  readonly payOrder: (placed: PlacedOrder) => Promise<PaidOrder>;
  readonly getOrder: (number: string) => ReturnType<typeof getOrderFrom>;
  readonly listDocuments: () => ReturnType<typeof listDocumentsFrom>;
  readonly viewOwnOrder: (
    number: string,
  ) => ReturnType<TestApp['app']['orders']['own']['getOwnOrder']>;
  /** Subjects of all emails to an address, sent or queued, oldest first. */
  readonly emailSubjectsTo: (to: string) => Promise<string[]>;
};

const getOrderFrom = ({ deps }: TestApp, number: string) =>
  deps.db.selectFrom('purchase').selectAll().where('number', '=', number).executeTakeFirstOrThrow();

async function listDocumentsFrom({ deps }: TestApp) {
  const rows = await deps.db.selectFrom('orderDocument').selectAll().orderBy('id').execute();
  return rows.map((row) => ({ ...row, token: deps.vault.open(row.token) }));
}

async function listEmailSubjects({ deps }: TestApp, to: string): Promise<string[]> {
  const emails = await deps.db
    .selectFrom('outboxEmail')
    .select('subject')
    .where('recipient', '=', to)
    .orderBy('id')
    .execute();
  return emails.map(({ subject }) => subject);
}

async function completePayment(testApp: TestApp, placed: PlacedOrder): Promise<PaidOrder> {
  const { orders } = testApp.app;
  const { approvalUrl, providerId, number } = placed;
  await approvePayment(approvalUrl);
  const finished = await orders.checkoutReturn.completeCheckout(providerId, buyerSecret);
  if (!finished.ok || finished.value.state !== 'paid') throw new Error('not paid');
  const { id, priceCents } = await getOrderFrom(testApp, number);
  await orders.jobs['orders.deliver']({ purchaseId: id });
  const { captureId } = await testApp.deps.db
    .selectFrom('paymentAttempt')
    .select('captureId')
    .where('purchaseId', '=', id)
    .executeTakeFirstOrThrow();
  return { number, providerId, captureId: String(captureId), priceCents };
}

/** A test app with one buyer in it. */
export async function openTestBuyer(options?: TestAppOptions): Promise<TestBuyer> {
  const testApp = await openTestApp(options);
  const reportCode = String((await testApp.app.catalogue.reports.list(1)).items[0]?.code);
  const tryToPlace = (changes: object) =>
    testApp.app.orders.placement.placeOrder(
      { ...billing, report_id: reportCode, type: 'single-user', ...changes },
      buyerSecret,
    );
  const placeOrder: TestBuyer['placeOrder'] = async (changes = {}) => {
    const first = await tryToPlace(changes);
    const placed =
      'earlierOrder' in first
        ? await tryToPlace({ ...changes, another: first.earlierOrder.number })
        : first;
    if (!placed.ok) throw new Error(placed.message);
    return placed.value;
  };
  return {
    ...testApp,
    reportCode,
    placeOrder,
    payOrder: (placed) => completePayment(testApp, placed),
    placeApprovedOrder: async (changes) => {
      const placed = await placeOrder(changes);
      await approvePayment(placed.approvalUrl);
      return placed;
    },
    buyReport: async (licence = 'single-user', changes = {}) =>
      completePayment(testApp, await placeOrder({ type: licence, ...changes })),
    getOrder: (number) => getOrderFrom(testApp, number),
    listDocuments: () => listDocumentsFrom(testApp),
    viewOwnOrder: (number) => testApp.app.orders.own.getOwnOrder(number, { browser: buyerSecret }),
    emailSubjectsTo: (to) => listEmailSubjects(testApp, to),
  };
}
