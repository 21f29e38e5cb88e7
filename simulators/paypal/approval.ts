import type { ServerResponse } from 'node:http';
import type { SimulatorContext } from './context.ts';
import type { SimulatedOrder } from './ledger.ts';
import { expireOrder } from './orders.ts';
import escapeHtml from 'escape-html';

/**
 * The page on which the payer approves an order, and their choice if a form was sent: to pay,
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

type Item = NonNullable<SimulatedOrder['items']>[number];

/** Where the payer decides: pay, pay with a card that is declined, or cancel. */
function approvalPage({ unit, brand, items = [] }: SimulatedOrder): string {
  const amount = Number(unit.amount.value).toLocaleString('en-US', {
    style: 'currency',
    currency: unit.amount.currency_code,
  });
  return htmlPage(
    'Approve the payment',
    `<div class="box"><h1>Approve the payment</h1>
<p>To ${escapeHtml(brand)}</p><p class="sum">${amount}</p>
${items.length > 0 ? items.map(renderItem).join('') : `<p>${escapeHtml(unit.description ?? '')}</p>`}<p>Invoice ${escapeHtml(unit.invoice_id ?? '')}</p>
<form method="post"><button class="pay" name="choice" value="pay">Pay now</button>
<button name="choice" value="decline">Pay with a card that is declined</button>
<button name="choice" value="cancel">Cancel and return</button></form></div>`,
  );
}

const renderItem = ({ name, description = '' }: Item): string =>
  `<p><strong>${escapeHtml(name)}</strong><br>${escapeHtml(description)}</p>`;

const paymentUnavailablePage = (): string =>
  htmlPage(
    'Not available',
    `<div class="box"><h1>This payment is not available</h1>
<p>It was completed already, or it has expired.</p></div>`,
  );

const styles = `
body { margin: 0; background: #eef1f6; color: #14213d; font: 17px/1.5 system-ui, sans-serif; }
main { max-width: 460px; margin: 0 auto; padding: 32px 20px; }
.note { background: #fff3cd; border: 1px solid #8a6d00; padding: 10px 14px; border-radius: 4px; }
.box { background: #fff; border-radius: 8px; padding: 24px; margin-top: 16px;
  box-shadow: 0 1px 3px #0003; }
.sum { font-size: 34px; font-weight: 700; margin: 8px 0; }
button { display: block; width: 100%; min-height: 48px; margin-top: 12px; font: inherit;
  font-weight: 600; border-radius: 24px; border: 1px solid #14213d; background: #fff;
  color: #14213d; cursor: pointer; }
button.pay { background: #14407a; border-color: #14407a; color: #fff; }
button:focus-visible { outline: 3px solid #b35900; outline-offset: 2px; }
`;

const simulatorNote =
  '<strong>Local PayPal simulator.</strong> No real money moves, and nothing leaves this machine.';

const htmlPage = (title: string, body: string): string => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${styles}</style></head>
<body><main><p class="note">${simulatorNote}</p>${body}</main></body></html>`;
