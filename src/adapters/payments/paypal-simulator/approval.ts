import type { ServerResponse } from 'node:http';
import type { SimulatorContext } from './context.ts';
import { expireOrder } from './orders.ts';
import { approvalPage, paymentUnavailablePage } from './approval-page.ts';

/** The payer's page and his choice: to pay, with a good card or one that is declined, or to turn back. */
export async function handleApprovalPage(
  { ledger, account, webhooks }: SimulatorContext,
  method: string,
  url: URL,
  form: URLSearchParams,
  res: ServerResponse,
): Promise<void> {
  const sendPage = (status: number, html: string): void => {
    res.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    res.end(html);
  };
  const known = ledger.orders.get(url.searchParams.get('token') ?? '');
  const order = known && expireOrder(ledger, account, known).order;
  if (!order || order.status === 'COMPLETED' || order.status === 'VOIDED')
    return sendPage(404, paymentUnavailablePage());
  if (method !== 'POST') return sendPage(200, approvalPage(order));
  const redirectTo = (to: string, values: Record<string, string>): void => {
    const target = new URL(to);
    for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value);
    res.writeHead(302, { location: target.href }).end();
  };
  if (form.get('choice') === 'cancel') return redirectTo(order.cancelUrl, { token: order.id });
  ledger.save({
    ...order,
    status: 'APPROVED',
    badCard: form.get('choice') === 'decline',
    approvedAt: new Date(ledger.now()).toISOString(),
  });
  await webhooks.emit({
    type: 'CHECKOUT.ORDER.APPROVED',
    resource: { id: order.id, status: 'APPROVED' },
  });
  return redirectTo(order.returnUrl, { token: order.id, PayerID: 'LCALPAYER2345' });
}
