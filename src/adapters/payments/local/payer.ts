import type { ServerResponse } from 'node:http';
import type { Place } from './place.ts';
import { lapsed } from './orders.ts';
import { payerPage, unknownPage } from './payer-page.ts';

/** The payer's page and his choice: to pay, with a good card or one that is declined, or to turn back. */
export async function payer(
  { ledger, account, webhooks }: Place,
  method: string,
  url: URL,
  form: URLSearchParams,
  res: ServerResponse,
): Promise<void> {
  const page = (status: number, html: string): void => {
    res.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    res.end(html);
  };
  const known = ledger.orders.get(url.searchParams.get('token') ?? '');
  const order = known && lapsed(ledger, account, known).order;
  if (!order || order.status === 'COMPLETED' || order.status === 'VOIDED')
    return page(404, unknownPage());
  if (method !== 'POST') return page(200, payerPage(order));
  const go = (to: string, values: Record<string, string>): void => {
    const target = new URL(to);
    for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value);
    res.writeHead(302, { location: target.href }).end();
  };
  if (form.get('choice') === 'cancel') return go(order.cancelUrl, { token: order.id });
  ledger.keep({
    ...order,
    status: 'APPROVED',
    badCard: form.get('choice') === 'decline',
    approvedAt: new Date(ledger.now()).toISOString(),
  });
  await webhooks.tell({
    type: 'CHECKOUT.ORDER.APPROVED',
    resource: { id: order.id, status: 'APPROVED' },
  });
  return go(order.returnUrl, { token: order.id, PayerID: 'LCALPAYER2345' });
}
