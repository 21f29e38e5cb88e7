import { data, redirect } from 'react-router';
import type { Route } from './+types/payment-success.ts';
import type { Unpaid } from '#core/orders/again.ts';
import { paths } from '#src/paths.ts';
import { shopContext, visitContext } from '#site/context.ts';
import { Head } from '#site/layout/head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { textFields } from '#site/leads/send.ts';
import { Alert } from '#ui/alert.tsx';
import { AwaitingTransfer, Closed, isClosed, NotPaid, Unknown } from './order-states.tsx';
import { Paid } from './paid.tsx';

const done: Readonly<Record<string, string>> = {
  invite: 'The invitation is on its way.',
  again:
    'The seat stands. Its letter went out within the hour already, and works: another one can be sent later.',
  renew: 'Your downloads are renewed, and a letter with the links is on its way.',
  revoke: 'The seat is taken back.',
};
// To us alone: the token goes to nobody else. With no referrer at all a browser would post as "Origin: null".
const quiet = { headers: { 'referrer-policy': 'same-origin' } };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { orders, accounts } = context.get(shopContext);
  const { browser, session } = context.get(visitContext);
  const { searchParams } = new URL(request.url);
  const own = searchParams.get('order');
  if (own !== null) {
    const turned = searchParams.has('cancelled');
    if (turned && searchParams.get('token'))
      await orders.cancel(String(searchParams.get('token')).slice(0, 40));
    const order = await orders.ownOrder(own.slice(0, 40), {
      browser,
      customer: await accounts.who(session),
    });
    return order
      ? data(
          {
            order,
            message: undefined,
            waiting: false,
            done: turned
              ? 'You turned back before paying; nothing was charged.'
              : done[
                  order.state === 'awaiting-transfer' || order.files.length > 0
                    ? (searchParams.get('done') ?? '')
                    : ''
                ],
          },
          quiet,
        )
      : data(
          { order: undefined, message: undefined, waiting: false, asked: own.slice(0, 40) },
          { ...quiet, status: 404 },
        );
  }
  const token = searchParams.get('token');
  if (!token)
    return data(
      { order: undefined, message: texts.noToken, waiting: false },
      { ...quiet, status: 422 },
    );
  // A scanner or a prefetching browser only looks: it must not take money.
  if (request.method === 'HEAD' || request.headers.has('sec-purpose'))
    return data({ order: undefined, message: undefined, waiting: true }, quiet);
  const customer = await accounts.who(session);
  const finished = await orders.finish(token.slice(0, 40), browser, customer);
  if (!finished.ok)
    return data(
      {
        order: undefined,
        message: finished.message,
        waiting: false,
        unpaid: await orders.unpaid(token.slice(0, 40), { browser, customer }),
      },
      { ...quiet, status: finished.status },
    );
  if (!('order' in finished.value))
    return data({ order: undefined, message: undefined, waiting: true }, { ...quiet, status: 202 });
  const { order } = finished.value;
  // The token leaves the address bar with the first answer.
  if (order.own)
    return redirect(paths.paymentSuccess(order.number), { status: 303, headers: quiet.headers });
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
    return data(
      { good: false, message: placed.message, errors: {}, form: {} },
      { status: placed.status },
    );
  }
  const answer =
    what === 'invite'
      ? await orders.invite(number, buyer, form)
      : what === 'renew'
        ? await orders.renew(number, buyer)
        : await orders.revokeSeat(number, buyer, form['email'] ?? '');
  // Done is shown by another page load, so that going back or reloading does not send the form again.
  if (answer.ok)
    throw redirect(
      `${paths.paymentSuccess(number)}&done=${answer.value && 'again' in answer.value && answer.value.again ? 'again' : what}`,
      303,
    );
  return data(
    { good: false, message: answer.message, errors: answer.errors ?? {}, form },
    {
      status: answer.status,
      ...(answer.retryAfter ? { headers: { 'retry-after': String(answer.retryAfter) } } : {}),
    },
  );
}

/** What became of the payment, and the files for the browser that ordered. */
export default function PaymentSuccess({ loaderData, actionData }: Route.ComponentProps) {
  const { order, message, waiting } = loaderData;
  const said =
    actionData ??
    ('done' in loaderData && typeof loaderData.done === 'string'
      ? { good: true, message: loaderData.done }
      : undefined);
  const site = useSite();
  return (
    <div className="wrap max-w-[760px]! py-14">
      <Head
        title="Payment"
        siteName={site.siteName}
        description="The result of your payment."
        hidden
      />
      {said && (
        <div className="mb-6">
          <Alert kind={said.good ? 'note' : 'error'}>{said.message}</Alert>
        </div>
      )}
      {order?.state === 'awaiting-transfer' && <AwaitingTransfer order={order} bank={site.bank} />}
      {order && isClosed(order) && <Closed order={order} salesEmail={site.salesEmail} />}
      {order && order.state !== 'awaiting-transfer' && !isClosed(order) && (
        <Paid order={order} salesEmail={site.salesEmail} sent={actionData} />
      )}
      {waiting && (
        <div className="grid justify-items-start gap-5">
          <h1 className="text-[36px]">We are checking your payment</h1>
          <p>
            PayPal has not given us a clear answer yet. You don't need to pay again: we keep asking,
            and write to you as soon as it is confirmed. Your files come with that letter.
          </p>
          <p>
            <a className="button quiet" href="">
              Look again
            </a>
          </p>
        </div>
      )}
      {'asked' in loaderData && typeof loaderData.asked === 'string' && (
        <Unknown number={loaderData.asked} />
      )}
      {message && (
        <div className="grid justify-items-start gap-5">
          <h1 className="text-[36px]">Payment</h1>
          <Alert>{message}</Alert>
          <NotPaid
            order={'unpaid' in loaderData ? (loaderData.unpaid as Unpaid | undefined) : undefined}
          />
        </div>
      )}
    </div>
  );
}
