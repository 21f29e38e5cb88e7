import { billing } from '../support/billing.ts';
import { approvePayment } from '../support/paypal.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Where buyers buy. A request may reject: they try again. */
export type Storefront = {
  readonly origin: string;
  readonly reportCode: string;
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
};

/** A person with an address, a browser and an IP address of their own, by their number. */
export type HttpBuyer = { readonly email: string; readonly cookie: string; readonly ip: string };

export const createHttpBuyer = (i: number): HttpBuyer => ({
  email: `buyer${i}@faults.example`,
  cookie: `buyer=${String(i).padStart(64, 'a')}`,
  ip: `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`,
});

/** The code of a report that is on sale. */
export async function findReportCode({
  request,
}: Pick<Storefront, 'request'>): Promise<string | undefined> {
  const page = await (await request('/report-store')).text();
  return /id=(QM-[A-Z]+-\d+)/.exec(page)?.[1];
}

/** Orders and approves, in one try; answers the page that PayPal sends the buyer back to. */
export async function placeAndApprove(
  { origin, reportCode, request }: Storefront,
  { email, cookie, ip }: HttpBuyer,
): Promise<string | undefined> {
  const placed = await request(`/buy-now?id=${reportCode}&type=single-user`, {
    method: 'POST',
    headers: { cookie, origin, 'x-forwarded-for': ip },
    body: new URLSearchParams({ ...billing, report_id: reportCode, type: 'single-user', email }),
  });
  const approvalUrl = placed.headers.get('location');
  if (placed.status < 300 || placed.status >= 400 || !approvalUrl) return undefined;
  const approved = await approvePayment(approvalUrl);
  const token = new URL(approved.headers.get('location') ?? '').searchParams.get('token');
  return `/payment-success?token=${token}`;
}

type Patience = { readonly limitMs: number };

/** Orders, approves and comes back. True if the store says that the order is paid. */
async function tryToBuy(store: Storefront, buyer: HttpBuyer, patience: Patience): Promise<boolean> {
  const pagePath = await placeAndApprove(store, buyer);
  return pagePath !== undefined && waitUntilPaid(store, buyer, pagePath, patience);
}

/** Reloads the page while it can't say more; true if it says that the order is paid. */
const waitUntilPaid = (
  { request }: Storefront,
  { email, cookie }: HttpBuyer,
  pagePath: string,
  { limitMs }: Patience,
): Promise<boolean> =>
  waitUntil(
    `the page of ${email} says whether the order is paid`,
    async () => {
      const page = await request(pagePath, { headers: { cookie } }).catch(() => undefined);
      await page?.arrayBuffer().catch(() => undefined);
      if (!page || page.status === 202 || page.status === 503) return undefined;
      return { isPaid: page.status === 200 || page.status === 303 };
    },
    { limitMs, intervalMs: 3000 },
  ).then(({ isPaid }) => isPaid);

/**
 * Tries again until the store says that the order is paid; a cut connection is a failed try.
 * Rejects if that takes longer than the limit.
 */
export const buyPatiently = (
  store: Storefront,
  buyer: HttpBuyer,
  patience: Patience = { limitMs: 1_200_000 },
): Promise<boolean> =>
  waitUntil(
    `${buyer.email} is told that the order is paid`,
    () => tryToBuy(store, buyer, patience).catch(() => false),
    { limitMs: patience.limitMs, intervalMs: 300 },
  );
