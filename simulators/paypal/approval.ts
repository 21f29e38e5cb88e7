import type { ServerResponse } from 'node:http';
import { approvalPage, paymentUnavailablePage } from './approval-page.ts';
import type { SimulatorContext } from './context.ts';
import type { SimulatedOrder } from './ledger.ts';
import { expireOrder } from './orders.ts';

/**
 * The page on which the payer approves an order, and their choice where a form was sent: to pay,
 * with a good card or one that will be declined, or to cancel. 404 for an order that can't be paid.
 */
export async function handleApprovalPage(
  context: SimulatorContext,
  orderId: string,
  form: URLSearchParams | undefined,
  res: ServerResponse,
): Promise<void> {
  const stored = context.ledger.orders.get(orderId);
  const order = stored && expireOrder(context, stored).order;
  if (!order || order.status === 'COMPLETED' || order.status === 'VOIDED')
    return sendPage(res, 404, paymentUnavailablePage());
  if (!form) return sendPage(res, 200, approvalPage(order));
  const choice = form.get('choice');
  if (choice === 'cancel') return redirect(res, order.cancelUrl, { token: order.id });
  await approve(context, order, choice === 'decline');
  return redirect(res, order.returnUrl, { token: order.id, PayerID: 'LCALPAYER2345' });
}

async function approve(
  { ledger, webhooks }: SimulatorContext,
  order: SimulatedOrder,
  badCard: boolean,
): Promise<void> {
  const approvedAt = new Date(ledger.now()).toISOString();
  ledger.save({ ...order, status: 'APPROVED', badCard, approvedAt });
  await webhooks.emit({
    type: 'CHECKOUT.ORDER.APPROVED',
    resource: { id: order.id, status: 'APPROVED' },
  });
}

function sendPage(res: ServerResponse, status: number, html: string): void {
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  });
  res.end(html);
}

function redirect(res: ServerResponse, url: string, query: Readonly<Record<string, string>>): void {
  const target = new URL(url);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  res.writeHead(302, { location: target.href }).end();
}
