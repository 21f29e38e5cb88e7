import { data, redirect } from 'react-router';
import type { Route } from './+types/payment-success.ts';
import { dollars } from '#core/kernel/cents.ts';
import type { PaidOrder } from '#core/orders/index.ts';
import { paths } from '#src/paths.ts';
import { shopContext, visitContext } from '#site/context.ts';
import { Head } from '#site/layout/head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { textFields } from '#site/leads/send.ts';
import { Alert } from '#ui/alert.tsx';
import { day } from '#ui/words.ts';
import { OrderCare, Papers, type Sent } from './order-care.tsx';

const done: Readonly<Record<string, string>> = { invite: 'The invitation is on its way.', renew: 'Your downloads are renewed, and a letter with the links is on its way.', revoke: 'The seat is taken back.' };
// To us alone: the token goes to nobody else. With no referrer at all a browser would post as "Origin: null".
const quiet = { headers: { 'referrer-policy': 'same-origin' } };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { orders, accounts } = context.get(shopContext);
  const { browser, session } = context.get(visitContext);
  const { searchParams } = new URL(request.url);
  const own = searchParams.get('order');
  if (own !== null) {
    const order = await orders.ownOrder(own.slice(0, 40), { browser, customer: await accounts.who(session) });
    return order ? data({ order, message: undefined, waiting: false, done: done[searchParams.get('done') ?? ''] }, quiet) : data({ order: undefined, message: undefined, waiting: false, asked: own.slice(0, 40) }, { ...quiet, status: 404 });
  }
  const token = searchParams.get('token');
  if (!token) return data({ order: undefined, message: texts.noToken, waiting: false }, { ...quiet, status: 422 });
  // A scanner or a prefetching browser only looks: it must not take money.
  if (request.method === 'HEAD' || request.headers.has('sec-purpose')) return data({ order: undefined, message: undefined, waiting: true }, quiet);
  const finished = await orders.finish(token.slice(0, 40), browser, await accounts.who(session));
  if (!finished.ok) return data({ order: undefined, message: finished.message, waiting: false }, { ...quiet, status: finished.status });
  if (!('order' in finished.value)) return data({ order: undefined, message: undefined, waiting: true }, { ...quiet, status: 202 });
  const { order } = finished.value;
  // The token leaves the address bar with the first answer.
  if (order.own) return redirect(paths.paymentSuccess(order.number), { status: 303, headers: quiet.headers });
  return data({ order, message: undefined, waiting: false }, quiet);
}

export async function action({ context, request }: Route.ActionArgs) {
  const { orders, accounts } = context.get(shopContext);
  const { browser, session } = context.get(visitContext);
  const number = (new URL(request.url).searchParams.get('order') ?? '').slice(0, 40);
  const buyer = { browser, customer: await accounts.who(session) };
  const { what = '', ...form } = textFields(await request.formData());
  if (what === 'upgrade') {
    const placed = await orders.upgrade(number, buyer, form['licence'] ?? '');
    if (placed.ok) throw redirect(placed.value.approvalUrl, 303);
    return data({ good: false, message: placed.message, errors: {}, form: {} }, { status: placed.status });
  }
  const answer = what === 'invite' ? await orders.invite(number, buyer, form) : what === 'renew' ? await orders.renew(number, buyer) : await orders.revokeSeat(number, buyer, form['email'] ?? '');
  // Done is shown by another page load, so that going back or reloading does not send the form again.
  if (answer.ok) throw redirect(`${paths.paymentSuccess(number)}&done=${what}`, 303);
  return data({ good: false, message: answer.message, errors: answer.errors ?? {}, form }, { status: answer.status, ...(answer.retryAfter ? { headers: { 'retry-after': String(answer.retryAfter) } } : {}) });
}

/** What became of the payment, and the files for the browser that ordered. */
export default function PaymentSuccess({ loaderData, actionData }: Route.ComponentProps) {
  const { order, message, waiting } = loaderData;
  const said = actionData ?? ('done' in loaderData && typeof loaderData.done === 'string' ? { good: true, message: loaderData.done } : undefined);
  const site = useSite();
  return (
    <div className="wrap max-w-[760px]! py-14">
      <Head title="Payment" siteName={site.siteName} description="The result of your payment." hidden />
      {said && <div className="mb-6"><Alert kind={said.good ? 'note' : 'error'}>{said.message}</Alert></div>}
      {order?.state === 'awaiting-transfer' && <AwaitingTransfer order={order} bank={site.bank} />}
      {order && isClosed(order) && <Closed order={order} salesEmail={site.salesEmail} />}
      {order && order.state !== 'awaiting-transfer' && !isClosed(order) && <Paid order={order} salesEmail={site.salesEmail} sent={actionData} />}
      {waiting && (
        <div className="grid justify-items-start gap-5">
          <h1 className="text-[36px]">We are checking your payment</h1>
          <p>PayPal has not given us a clear answer yet. You don't need to pay again: we keep asking, and write to you as soon as it is confirmed. Your files come with that letter.</p>
          <p><a className="button quiet" href="">Look again</a></p>
        </div>
      )}
      {'asked' in loaderData && typeof loaderData.asked === 'string' && <Unknown number={loaderData.asked} />}
      {message && (
        <div className="grid justify-items-start gap-5">
          <h1 className="text-[36px]">Payment</h1>
          <Alert>{message}</Alert>
          <p>No money was taken for this page. If you approved a payment, go back to the report and press BUY NOW: your open order is taken up again, and is never charged twice.</p>
          <p><a className="button" href={paths.reportStore()}>Report Store</a></p>
        </div>
      )}
    </div>
  );
}

/** An order's page shows itself to its buyer alone; who he is, this browser does not say. */
function Unknown({ number }: { number: string }) {
  return (
    <div className="grid justify-items-start gap-5">
      <h1 className="text-[36px]">Your order</h1>
      <p>An order's page opens in the browser that ordered, and in the account of its buyer. If order {number} is yours, log in, or have new download links sent to the address of the order.</p>
      <p className="flex flex-wrap gap-4"><a className="button" href={`${paths.login()}?from=${encodeURIComponent(paths.paymentSuccess(number))}`}>Login</a><a className="button quiet" href={paths.renewDownload()}>Send me new links</a></p>
    </div>
  );
}

/** How a transfer is made, until staff saw it arrive. */
function AwaitingTransfer({ order, bank }: { order: PaidOrder; bank: { holder: string; iban: string; bic: string } }) {
  const rows = [['To', bank.holder], ['IBAN', bank.iban], ['BIC', bank.bic], ['Reference', order.number], ['Amount', `${dollars(order.price)} USD`]];
  return (
    <>
      <p className="label">Order {order.number}</p>
      <h1 className="mt-1 text-[36px]">Thank you. Please transfer the total.</h1>
      <p className="mt-4 text-[17px]"><strong>{order.reportTitle}</strong> ({order.reportCode})</p>
      <dl className="figures mt-6 grid grid-cols-[140px_1fr] gap-y-2 border-t border-rule pt-5">
        {rows.map(([name, value]) => <div key={name} className="contents"><dt className="text-muted">{name}</dt><dd className="break-all">{value}</dd></div>)}
      </dl>
      <p className="mt-6">The files and the invoice come to {order.email} as soon as the transfer has arrived.</p>
      <p className="mt-4 flex flex-wrap gap-4">{order.papers.map(({ number, token }) => <a key={number} className="button quiet" href={paths.paper(token)}>Pro-forma invoice {number}</a>)}</p>
    </>
  );
}

const isClosed = ({ state }: PaidOrder): boolean => state === 'refunded' || state === 'reversed';

/** The money went back, or is in dispute: what that means, and the papers. */
function Closed({ order, salesEmail }: { order: PaidOrder; salesEmail: string }) {
  return (
    <>
      <p className="label">Order {order.number}</p>
      <h1 className="mt-1 text-[36px]">{order.state === 'refunded' ? 'This order was refunded' : 'The downloads of this order are paused'}</h1>
      <p className="mt-4 text-[17px]"><strong>{order.reportTitle}</strong> ({order.reportCode})</p>
      <p className="mt-4">{order.state === 'refunded' ? 'The payment went back to the account that paid. Your bank may need some days to show it. The files can no longer be downloaded, and the licence has ended.' : 'Its payment is in dispute, or the order that it enlarges is closed. They open again by themselves when that is settled.'}</p>
      {order.papers.length > 0 && <div className="mt-6"><Papers order={order} /></div>}
      <p className="mt-6 text-[15px] text-muted">Questions about this order: <a className="link" href={`mailto:${salesEmail}`}>{salesEmail}</a></p>
    </>
  );
}

function Paid({ order, salesEmail, sent }: { order: PaidOrder; salesEmail: string; sent: Sent | undefined }) {
  return (
    <>
      <p className="label">Order {order.number}</p>
      <h1 className="mt-1 text-[36px]">Thank you. Your payment is confirmed.</h1>
      <p className="mt-4 text-[17px]"><strong>{order.reportTitle}</strong> ({order.reportCode})</p>
      {order.own ? (
        <div className="mt-6 grid gap-3 sm:grid-cols-2">
          {order.files.map(({ kind, token, left, allowed, ends, works }) => (
            works
              ? (
                <a key={kind} className="sheet grid gap-1 border-accent! p-5 hover:bg-wash" href={paths.download(token)} download>
                  <span className="text-[18px] font-semibold text-accent">{kind === 'pdf' ? 'Download the report (PDF)' : 'Download the data (Excel)'}</span>
                  <span className="label">{left} of {allowed} downloads left, until {day(ends)}</span>
                </a>
              )
              : (
                <div key={kind} className="sheet grid gap-1 p-5">
                  <span className="text-[18px] font-semibold">{kind === 'pdf' ? 'The report (PDF)' : 'The data (Excel)'}</span>
                  <span className="label">{left < 1 ? `Downloaded ${allowed} times` : `Ended on ${day(ends)}`}: renew the links below</span>
                </div>
              )
          ))}
        </div>
      ) : <Alert kind="note">The files are shown to the browser that placed the order. The letter to {order.email} has the same links.</Alert>}
      <dl className="figures mt-8 grid grid-cols-[140px_1fr] gap-y-2 border-t border-rule pt-5 text-[15px]">
        <dt className="text-muted">Paid</dt><dd>{dollars(order.price)} USD</dd>
        {order.refunded > 0 && <><dt className="text-muted">Given back</dt><dd>{dollars(order.refunded)} USD</dd></>}
        <dt className="text-muted">Licence</dt><dd>{order.rights}</dd>
        {order.before && <><dt className="text-muted">Upgrade of</dt><dd><a className="link" href={paths.paymentSuccess(order.before)}>{order.before}</a></dd></>}
        {order.after.length > 0 && <><dt className="text-muted">Enlarged by</dt><dd className="flex flex-wrap gap-x-4">{order.after.map((number) => <a key={number} className="link" href={paths.paymentSuccess(number)}>{number}</a>)}</dd></>}
        <dt className="text-muted">Letter to</dt><dd className="break-all">{order.email}</dd>
        <dt className="text-muted">Payment</dt><dd className="break-all">{order.payment.id}, {order.payment.status.toLowerCase()}</dd>
      </dl>
      {order.own && <OrderCare order={order} sent={sent} />}
      <p className="mt-6 text-[15px] text-muted">Questions about this order: <a className="link" href={`mailto:${salesEmail}`}>{salesEmail}</a></p>
    </>
  );
}
