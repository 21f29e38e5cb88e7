import type { Route } from './+types/order-page.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { toDay } from '#core/kernel/time-zone.model.ts';
import { staffContext, type StaffVisit } from '#admin/context.ts';
import { FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { finishIntent, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm } from '#site/form-fields.ts';
import { OrderActions, type OrderRights } from './order-actions.tsx';
import { OrderDelivery } from './order-delivery.tsx';
import { OrderFacts } from './order-facts.tsx';
import { doOrderIntent } from './order-intents.ts';
import { hrefOfOrder, readBackLink } from './order-links.ts';
import { OrderPapers } from './order-papers.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { stateWords } from './order-words.ts';

export const handle: AdminHandle = { verb: 'order.read' };

const readRights = ({ may }: StaffVisit): OrderRights => ({
  mayRefund: may('order.refund'),
  mayMarkPaid: may('order.mark-paid'),
  mayClose: may('order.close-transfer'),
  mayChangeAddress: may('order.change-address'),
  mayRenew: may('order.renew'),
  mayAsk: may('order.reconcile'),
  mayResend: may('order.resend'),
  mayIssue: may('order.issue-document'),
  mayDeliver: may('order.deliver'),
});

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const visit = context.get(staffContext);
  const { orders, store } = context.get(appContext);
  const order = unwrap(await orders.staff.getOrder(visit.actor, params.number));
  const isWhole = new URL(request.url).searchParams.get('timeline') === 'all';
  const today = toDay(new Date(), await store.getTimeZone());
  return { order, rights: readRights(visit), isWhole, today, back: readBackLink(request.url) };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { orders } = context.get(appContext);
  const { number } = params;
  const done = await doOrderIntent(orders, {
    actor,
    number,
    fields: form.fields,
    file: form.file,
    fileRefusal: form.fileRefusal,
  });
  return finishIntent(context, done, hrefOfOrder(number));
}

/** One order with all that belongs to it, and everything that happened to it. */
export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, rights, isWhole, today, back } = loaderData;
  const [word, tone] = stateWords[order.state];
  const wholeHref = `${hrefOfOrder(order.number)}?timeline=all#timeline`;
  const rejected = actionData;
  const rejectedFile = findRejectedForm(actionData, 'add-file');
  return (
    <AdminPage
      title={`Order ${order.number}`}
      back={back}
      facts={
        <>
          <Badge tone={tone}>{word}</Badge>
          <span>{formatMoney(order.priceCents, order.currency)}</span>
          <span>{order.buyer.name}</span>
        </>
      }
      actions={<OrderActions order={order} rights={rights} />}
    >
      {rejected && !rejectedFile && <FormErrors rejected={rejected} />}
      <div className="admin-columns">
        <div>
          {order.delivery && (
            <OrderDelivery
              delivery={order.delivery}
              buyerName={order.buyer.name}
              today={today}
              mayDeliver={rights.mayDeliver}
              rejected={rejectedFile}
            />
          )}
          <OrderPapers order={order} rights={rights} />
          <AdminSection title="Timeline" id="timeline">
            <OrderTimeline
              entries={order.timeline}
              currency={order.currency}
              isWhole={isWhole}
              wholeHref={wholeHref}
            />
          </AdminSection>
        </div>
        <div>
          <OrderFacts order={order} />
        </div>
      </div>
    </AdminPage>
  );
}
