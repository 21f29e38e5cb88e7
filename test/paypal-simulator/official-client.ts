import { importFromTool } from '../../scripts/support/install-tool.ts';

type Money = { readonly currencyCode: string; readonly value: string };
/** A call's answer; its messages are typed where we read them. */
type Answer<Result> = Promise<{ readonly result: Result }>;

type Order = {
  readonly id?: string;
  readonly links?: readonly { readonly rel: string; readonly href: string }[];
  readonly purchaseUnits?: readonly {
    readonly payments?: { readonly captures?: readonly { readonly id?: string }[] };
  }[];
  readonly paymentSource?: { readonly paypal?: { readonly emailAddress?: string } };
};

/** The part of PayPal's own client that we use; it is a package of its own. */
export type OfficialClient = {
  readonly Client: new (options: object) => object;
  readonly ApiError: new (...given: readonly never[]) => Error;
  readonly Environment: { readonly Sandbox: string };
  readonly CheckoutPaymentIntent: { readonly Capture: string };
  readonly OrdersController: new (client: object) => {
    readonly createOrder: (asked: {
      readonly body: object;
      readonly prefer: string;
      readonly paypalRequestId: string;
    }) => Answer<Order>;
    readonly getOrder: (asked: { readonly id: string }) => Answer<Order>;
    readonly captureOrder: (asked: {
      readonly id: string;
      readonly prefer?: string;
    }) => Answer<Order>;
  };
  readonly PaymentsController: new (client: object) => {
    readonly getCapturedPayment: (asked: { readonly captureId: string }) => Answer<object>;
    readonly refundCapturedPayment: (asked: {
      readonly captureId: string;
      readonly prefer: string;
      readonly body: { readonly amount: Money };
    }) => Answer<{ readonly id?: string }>;
    readonly getRefund: (asked: { readonly refundId: string }) => Answer<object>;
  };
  readonly TransactionSearchController: new (client: object) => {
    readonly searchTransactions: (asked: {
      readonly startDate: string;
      readonly endDate: string;
    }) => Answer<{ readonly transactionDetails?: readonly { readonly transactionInfo: object }[] }>;
  };
};

/** The newest client of PayPal's own making, as tools/test has it. */
export const importOfficialClient = async (): Promise<OfficialClient> =>
  (await importFromTool('test', '@paypal/paypal-server-sdk')) as OfficialClient;
