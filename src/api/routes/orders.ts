import { isSpecifiedLicence } from '#core/catalogue/reports/licence.model.ts';
import { fail, type Outcome } from '#core/kernel/outcome.model.ts';
import { limitJsonBody, sendRefusal } from '../error-responses.ts';
import type { ApiContext, ApiOptions, ApiRouter } from '../options.ts';
import { numberToText, readJsonBody } from '../read-json-body.ts';
import { toUnits } from '#core/kernel/money.model.ts';
import { serializePayment, serializeReport } from '../serializers.ts';

/** Buy links, new orders and captures. None of the responses is stored by caches. */
export function addOrderRoutes(api: ApiRouter, options: ApiOptions): void {
  addBuyLinkRoute(api, options);
  addCreateOrderRoute(api, options);
  api.get('/paypal/capture-order', (c) => captureOrder(c, options));
}

function addBuyLinkRoute(api: ApiRouter, { app, origin }: ApiOptions): void {
  api.get('/custom-buy-now-link/:id', async (c) => {
    const type = c.req.query('type');
    // The contract knows the specification's licences alone.
    const offer = await app.orders.offers.getOffer(
      c.req.param('id').slice(0, 60),
      type === undefined || isSpecifiedLicence(type) ? type : '',
    );
    if (!offer.ok) return sendRefusal(c, offer);
    const { report, buyLinkId, priceCents, currency } = offer.value;
    const reportWithText = await app.catalogue.reports.getByCode(report.code);
    if (!reportWithText)
      return sendRefusal(
        c,
        fail('not-found', 'This report is not for sale: there is no such report.'),
      );
    const { name } = serializeReport(reportWithText, { origin, currency });
    return c.json(
      {
        success: true,
        reportId: buyLinkId,
        reportName: name,
        reportMetas: { keyword: report.title },
        category: report.industry,
        industrySlug: report.industrySlug,
        price: toUnits(priceCents, currency),
        link: { page: report.pages },
      },
      200,
      { 'cache-control': 'no-store' },
    );
  });
}

const generateBuyerSecret = (): string =>
  (crypto.randomUUID() + crypto.randomUUID()).replaceAll('-', '');

function addCreateOrderRoute(api: ApiRouter, options: ApiOptions): void {
  const {
    app: { orders, accounts },
    formatBuyerCookie,
    origin,
  } = options;
  api.post('/paypal/create-order', limitJsonBody(options), async (c) => {
    const body = await readJsonBody(c);
    if (!body.ok) return sendRefusal(c, body);
    const buyerSecret = c.env.buyerSecret ?? generateBuyerSecret();
    const customer = await accounts.sessions.getCurrentCustomer(c.env.sessionSecret);
    const placed = await orders.placement.placeOrder(
      {
        ...body.value,
        report_id: numberToText(body.value['report_id']),
        amount: numberToText(body.value['amount'] ?? ''),
      },
      buyerSecret,
      { customer, visitor: c.env.clientIp },
    );
    if ('earlierOrder' in placed) {
      const orderUrl = `${origin}/payment-success?order=${placed.earlierOrder.number}`;
      return sendRefusal(c, { ...placed, message: `${placed.message} ${orderUrl}` });
    }
    if (!placed.ok) return sendRefusal(c, placed);
    const { approvalUrl, providerId } = placed.value;
    return c.json({ success: true, approval_url: approvalUrl, order_id: providerId }, 200, {
      'cache-control': 'no-store',
      ...(c.env.buyerSecret ? {} : { 'set-cookie': formatBuyerCookie(buyerSecret) }),
    });
  });
}

type FinishedCheckout =
  Awaited<
    ReturnType<ApiOptions['app']['orders']['checkoutReturn']['completeCheckout']>
  > extends Outcome<infer T>
    ? T
    : never;
type PaidOrder = Extract<FinishedCheckout, { order: unknown }>['order'];

/** Refuses `unavailable` while a payment is checked, `conflict` if it is in review or closed. */
function requirePaid(checkout: FinishedCheckout): Outcome<PaidOrder> {
  if (checkout.state === 'checking')
    return {
      ...fail(
        'unavailable',
        'The payment is being checked. Please ask again; nothing is charged twice.',
      ),
      retryAfterSeconds: 5,
    };
  if (!('order' in checkout))
    return fail(
      'conflict',
      'The payment provider is checking this payment. The buyer is told by email.',
    );
  if (checkout.state === 'closed')
    return fail(
      'conflict',
      'The payment of this order was refunded or is in dispute: its downloads are closed.',
    );
  return { ok: true, value: checkout.order };
}

/** Captures the payment of an approved order once; repeated requests get the same response. */
async function captureOrder(
  c: ApiContext,
  { app: { orders, catalogue, accounts, store }, origin }: ApiOptions,
): Promise<Response> {
  // Link scanners and prefetching browsers must not cause a charge.
  if (c.req.raw.method === 'HEAD') {
    c.header('allow', 'GET');
    const message = 'This call answers GET.';
    return sendRefusal(c, { ok: false, code: 'method-not-allowed', message });
  }
  if (c.req.header('sec-purpose'))
    return sendRefusal(c, {
      ...fail('unavailable', 'This call is not answered ahead of time.'),
      retryAfterSeconds: 1,
    });
  const checkout = await orders.checkoutReturn.completeCheckout(
    (c.req.query('token') ?? '').slice(0, 60),
    c.env.buyerSecret,
    await accounts.sessions.getCurrentCustomer(c.env.sessionSecret),
  );
  const paid = checkout.ok ? requirePaid(checkout.value) : checkout;
  if (!paid.ok) return sendRefusal(c, paid);
  const { reportId, reportTitle, payment } = paid.value;
  const report = await catalogue.reports.getSold(reportId);
  const { currency } = await store.getSiteInfo();
  return c.json(
    {
      success: true,
      data: serializePayment(payment),
      report: serializeReport(report, { origin, currency }),
      reportKeyword: reportTitle,
    },
    200,
    { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  );
}
