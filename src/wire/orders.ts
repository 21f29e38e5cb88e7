import type { WireApp, WireOptions } from './options.ts';
import { reportAnswer, usd } from './answers.ts';
import { asText, jsonBody } from './read-body.ts';
import { jsonLimit, refused } from './refusals.ts';

/** Who buys: a link, an order, a capture. Nothing of it is ever stored on the way. */
export function orderCalls(api: WireApp, options: WireOptions): void {
  const {
    shop: { orders, catalogue, accounts },
    origin,
    cookie,
  } = options;
  api.get('/custom-buy-now-link/:id', async (c) => {
    const found = await orders.offer(c.req.param('id').slice(0, 60), c.req.query('type'));
    if (!found.ok) return refused(c, found);
    const { report, linkId, price } = found.value;
    const whole = await catalogue.reportByCode(report.code);
    if (!whole)
      return refused(c, {
        ok: false,
        status: 404,
        message: 'This report is not for sale: there is no such report.',
      });
    const { name } = reportAnswer(whole, origin);
    return c.json(
      {
        success: true,
        reportId: linkId,
        reportName: name,
        reportMetas: { keyword: report.title },
        category: report.industry,
        industrySlug: report.industrySlug,
        price: usd(price),
        link: { page: report.pages },
      },
      200,
      { 'cache-control': 'no-store' },
    );
  });

  api.post('/paypal/create-order', jsonLimit(options), async (c) => {
    const body = await jsonBody(c);
    if (!body.ok) return refused(c, body);
    const buyer =
      c.env.buyer ??
      crypto.randomUUID().replaceAll('-', '') + crypto.randomUUID().replaceAll('-', '');
    const customer = await accounts.who(c.env.session);
    const placed = await orders.place(
      {
        ...body.value,
        report_id: asText(body.value['report_id']),
        amount: asText(body.value['amount'] ?? ''),
      },
      buyer,
      { customerId: customer?.id, visitor: c.env.address },
    );
    if (!placed.ok) return refused(c, placed);
    const answer = {
      success: true,
      approval_url: placed.value.approvalUrl,
      order_id: placed.value.providerId,
    };
    return c.json(answer, 200, {
      'cache-control': 'no-store',
      ...(c.env.buyer ? {} : { 'set-cookie': cookie('buyer', buyer) }),
    });
  });

  api.get('/paypal/capture-order', async (c) => {
    // Scanners and prefetching browsers only look: they must not take money.
    if (c.req.raw.method === 'HEAD' || c.req.header('sec-purpose'))
      return refused(c, {
        ok: false,
        status: 503,
        message: 'This call is not answered ahead of time.',
        retryAfter: 1,
      });
    const finished = await orders.finish(
      (c.req.query('token') ?? '').slice(0, 60),
      c.env.buyer,
      await accounts.who(c.env.session),
    );
    if (!finished.ok) return refused(c, finished);
    if (finished.value.state === 'checking')
      return refused(c, {
        ok: false,
        status: 503,
        message: 'The payment is being checked. Please ask again; nothing is charged twice.',
        retryAfter: 5,
      });
    if (!('order' in finished.value))
      return refused(c, {
        ok: false,
        status: 409,
        message: 'The payment provider is checking this payment. The buyer is told by mail.',
      });
    if (finished.value.state === 'closed')
      return refused(c, {
        ok: false,
        status: 409,
        message: 'The money of this order went back, or is in dispute: its downloads are closed.',
      });
    const { order } = finished.value;
    const report = await catalogue.soldReport(order.reportId);
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
        report: reportAnswer(report, origin),
        reportKeyword: order.reportTitle,
      },
      200,
      { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    );
  });
}
