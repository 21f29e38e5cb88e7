import type { ApiRouter, ApiOptions } from '../options.ts';
import { serializeReport, centsToDollars } from '../serializers.ts';
import { numberToText, readJsonBody } from '../read-json-body.ts';
import { limitJsonBody, sendRefusal } from '../error-responses.ts';

/** Who buys: a link, an order, a capture. Nothing of it is ever stored on the way. */
export function addOrderRoutes(api: ApiRouter, options: ApiOptions): void {
  const {
    app: { orders, catalogue, accounts },
    origin,
    formatCookie,
  } = options;
  api.get('/custom-buy-now-link/:id', async (c) => {
    const found = await orders.offers.getOffer(c.req.param('id').slice(0, 60), c.req.query('type'));
    if (!found.ok) return sendRefusal(c, found);
    const { report, buyLinkId, priceCents } = found.value;
    const whole = await catalogue.getReportByCode(report.code);
    if (!whole)
      return sendRefusal(c, {
        ok: false,
        code: 'not-found',
        message: 'This report is not for sale: there is no such report.',
      });
    const { name } = serializeReport(whole, origin);
    return c.json(
      {
        success: true,
        reportId: buyLinkId,
        reportName: name,
        reportMetas: { keyword: report.title },
        category: report.industry,
        industrySlug: report.industrySlug,
        price: centsToDollars(priceCents),
        link: { page: report.pages },
      },
      200,
      { 'cache-control': 'no-store' },
    );
  });

  api.post('/paypal/create-order', limitJsonBody(options), async (c) => {
    const body = await readJsonBody(c);
    if (!body.ok) return sendRefusal(c, body);
    const buyer =
      c.env.buyerSecret ??
      crypto.randomUUID().replaceAll('-', '') + crypto.randomUUID().replaceAll('-', '');
    const customer = await accounts.getCurrentCustomer(c.env.sessionSecret);
    const placed = await orders.placement.placeOrder(
      {
        ...body.value,
        report_id: numberToText(body.value['report_id']),
        amount: numberToText(body.value['amount'] ?? ''),
      },
      buyer,
      { customerId: customer?.id, visitor: c.env.clientIp },
    );
    if (!placed.ok) return sendRefusal(c, placed);
    const answer = {
      success: true,
      approval_url: placed.value.approvalUrl,
      order_id: placed.value.providerId,
    };
    return c.json(answer, 200, {
      'cache-control': 'no-store',
      ...(c.env.buyerSecret ? {} : { 'set-cookie': formatCookie('buyer', buyer) }),
    });
  });

  api.get('/paypal/capture-order', async (c) => {
    // Scanners and prefetching browsers only look: they must not take money.
    if (c.req.raw.method === 'HEAD' || c.req.header('sec-purpose'))
      return sendRefusal(c, {
        ok: false,
        code: 'unavailable',
        message: 'This call is not answered ahead of time.',
        retryAfterSeconds: 1,
      });
    const finished = await orders.checkoutReturn.completeCheckout(
      (c.req.query('token') ?? '').slice(0, 60),
      c.env.buyerSecret,
      await accounts.getCurrentCustomer(c.env.sessionSecret),
    );
    if (!finished.ok) return sendRefusal(c, finished);
    if (finished.value.state === 'checking')
      return sendRefusal(c, {
        ok: false,
        code: 'unavailable',
        message: 'The payment is being checked. Please ask again; nothing is charged twice.',
        retryAfterSeconds: 5,
      });
    if (!('order' in finished.value))
      return sendRefusal(c, {
        ok: false,
        code: 'conflict',
        message: 'The payment provider is checking this payment. The buyer is told by mail.',
      });
    if (finished.value.state === 'closed')
      return sendRefusal(c, {
        ok: false,
        code: 'conflict',
        message: 'The money of this order went back, or is in dispute: its downloads are closed.',
      });
    const { order } = finished.value;
    const report = await catalogue.getSoldReport(order.reportId);
    const {
      id,
      status,
      purchase_units: [
        {
          payments: {
            captures: [capture],
          },
        },
      ],
      payer,
    } = order.payment;
    const data = {
      id,
      status,
      purchase_units: [
        {
          payments: {
            captures: [
              {
                id: capture.id,
                amount: {
                  value: capture.amount.value,
                  currency_code: capture.amount.currency_code,
                },
              },
            ],
          },
        },
      ],
      payer: { payer_id: payer.payer_id, email_address: payer.email_address },
    };
    return c.json(
      {
        success: true,
        data,
        report: serializeReport(report, origin),
        reportKeyword: order.reportTitle,
      },
      200,
      { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    );
  });
}
