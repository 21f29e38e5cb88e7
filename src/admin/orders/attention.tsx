import type { ReactNode } from 'react';
import type { Route } from './+types/attention.ts';
import { formatMoney, formatSums } from '#core/kernel/money.model.ts';
import {
  attentionActions,
  attentionReasons,
  isAtRisk,
  type AttentionReason,
  type AttentionRow,
  type UnknownWebhook,
} from '#core/orders/staff/attention.model.ts';
import { staffContext } from '#admin/context.ts';
import { FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { FilterBar, SelectFilter, type SavedView } from '#admin/frame/filter-bar.tsx';
import { readListAddress } from '#admin/frame/list-address.ts';
import type { Column } from '#admin/frame/list-table.tsx';
import { List } from '#admin/frame/list.tsx';
import { formatAge, Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import {
  Comparison,
  ListReadings,
  PaymentDifferences,
  type DifferenceRights,
  settlePayment,
} from './payment-differences.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { hrefOfOrder } from './order-links.ts';
import { reasonWords } from './order-words.ts';
import { finishIntent, unwrap } from '#admin/frame/respond.ts';
import { RowTable, type RowColumn } from '#admin/frame/row-table.tsx';
import { formatCount } from '#ui/format.ts';

export const handle: AdminHandle = { verb: 'order.read' };

const attentionPath = '/admin/attention';

/** Compares PayPal's list of 31 days with the orders, or settles a payment that differs. */
export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { orders } = context.get(appContext);
  const { intent, captureId = '', kind } = form.fields;
  if (intent === 'recreate' || intent === 'refund-lost' || intent === 'settle-difference') {
    const done = await settlePayment(orders, { actor, intent, captureId, kind });
    return finishIntent(context, done, attentionPath);
  }
  if (intent !== 'reconcile') return respondRejected(unknownForm, {});
  const compared = await orders.staff.sync.reconcileTransactions(actor);
  return compared.ok ? { report: compared.value } : respondRejected(compared, {});
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor, may } = context.get(staffContext);
  const { orders } = context.get(appContext);
  const list = readListAddress(request.url, {
    filters: { reason: attentionReasons, risk: ['yes'] },
    sorts: [],
    defaultSort: '',
  });
  const { rows, unknownWebhooks, differences, readings } = unwrap(
    await orders.staff.attention.listNeedsAttention(actor),
  );
  const shown = rows.filter(
    ({ reason }) =>
      (list.filters['reason'] ?? reason) === reason &&
      (list.filters['risk'] === undefined || isAtRisk(reason)),
  );
  const allowed = attentionReasons.filter((reason) => may(attentionActions[reason]));
  const mayCompare = may('order.reconcile');
  const rights: DifferenceRights = {
    mayRecreate: may('order.mark-paid'),
    mayRefund: may('order.refund'),
    maySettle: mayCompare,
  };
  const payments = { differences, readings, rights };
  return { list, rows: shown, allowed, unknownWebhooks, now: Date.now(), mayCompare, payments };
}

/** The orders that only a person can bring to an end, the longest waiting first. */
export default function Attention({ loaderData, actionData }: Route.ComponentProps) {
  const { list, rows, allowed, unknownWebhooks, now, mayCompare, payments } = loaderData;
  return (
    <AdminPage
      title="Needs attention"
      actions={
        mayCompare && (
          <IntentButton
            intent="reconcile"
            label="Compare with PayPal"
            busyLabel="Comparing 31 days…"
          />
        )
      }
    >
      {actionData && 'errors' in actionData && <FormErrors rejected={actionData} />}
      {actionData && 'report' in actionData && <Comparison report={actionData.report} />}
      <PaymentDifferences differences={payments.differences} rights={payments.rights} />
      <ListReadings readings={payments.readings} />
      <UnknownWebhooks {...unknownWebhooks} />
      <FilterBar list={list} views={views}>
        <SelectFilter
          list={list}
          name="reason"
          label="Reason"
          options={attentionReasons.map((reason) => [reason, reasonWords[reason][0]])}
        />
      </FilterBar>
      {rows.length > 0 && <p className="admin-count">Together {formatSums(rows.map(toAmount))}</p>}
      <List
        list={list}
        page={{ rows, total: rows.length, isTotalCapped: false }}
        noun={['order needs somebody', 'orders need somebody']}
        columns={listColumns(rows, allowed, now)}
        rowKey={({ number, reason }) => `${number} ${reason}`}
        href={({ number }) => hrefOfOrder(number)}
        empty={<p>No order needs attention. Payments, refunds and deliveries are up to date.</p>}
      />
    </AdminPage>
  );
}

const toAmount = ({ amountCents: cents, currency }: AttentionRow) => ({ cents, currency });

const views: readonly SavedView[] = [{ label: 'Money at risk', filters: { risk: 'yes' } }];

const listColumns = (
  rows: readonly AttentionRow[],
  allowed: readonly AttentionReason[],
  now: number,
): readonly Column<AttentionRow>[] => [
  { key: 'order', label: 'Order', isMain: true, render: ({ number }) => number },
  {
    key: 'reason',
    label: 'Reason',
    render: ({ reason, why }) => (
      <>
        {reasonWords[reason][0]}
        <br />
        <span className="admin-by">
          {why && `${why} `}
          {reasonWords[reason][1]}
        </span>
      </>
    ),
  },
  {
    key: 'buyer',
    label: 'Buyer',
    render: ({ buyer }) => buyer.companyName || buyer.name,
  },
  {
    key: 'amount',
    label: 'Amount',
    isNumber: true,
    render: ({ amountCents, currency }) => formatMoney(amountCents, currency),
  },
  {
    key: 'age',
    label: 'Age',
    isNumber: true,
    render: ({ since }) => formatAge(now - since.getTime()),
  },
  ...(rows.some(({ reason }) => allowed.includes(reason))
    ? [
        {
          key: 'action',
          label: 'Action',
          render: (row: AttentionRow) => (allowed.includes(row.reason) ? renderAction(row) : ''),
        },
      ]
    : []),
];

function renderAction({ reason, number }: AttentionRow): ReactNode {
  const path = hrefOfOrder(number);
  if (reason === 'mismatch' || reason === 'paid-twice' || reason === 'refund-failed')
    return (
      <a className="admin-button" href={`${path}/refund`}>
        Refund
      </a>
    );
  if (reason === 'overdue' || reason === 'due-today')
    return (
      <a className="admin-button" href={`${path}#delivery`}>
        Deliver
      </a>
    );
  if (reason === 'email' || reason === 'refused')
    return (
      <a className="admin-button" href={path}>
        {reason === 'email' ? 'See its emails' : 'See the order'}
      </a>
    );
  const [intent, label] = buttons[reason];
  return (
    <IntentButton
      intent={intent}
      label={label}
      busyLabel="Asking…"
      name={`${label}: ${number}`}
      action={path}
    />
  );
}

const buttons: Readonly<
  Record<
    Exclude<
      AttentionReason,
      | ('due-today' | 'email' | 'mismatch' | 'overdue')
      | ('paid-twice' | 'refund-failed' | 'refused')
    >,
    readonly [intent: string, label: string]
  >
> = {
  suspended: ['sync', 'Ask PayPal now'],
  'second-payment': ['settle', 'It is settled'],
  refund: ['sync', 'Ask PayPal now'],
  review: ['sync', 'Ask PayPal now'],
  capture: ['sync', 'Ask PayPal now'],
  webhook: ['sync', 'Ask PayPal now'],
  delivery: ['sync', 'Deliver now'],
  file: ['sync', 'Look again'],
};

/** PayPal's webhooks about payments that are not this store's, to be looked up there. */
function UnknownWebhooks(props: {
  readonly count: number;
  readonly newest: readonly UnknownWebhook[];
}) {
  const { count, newest } = props;
  if (count === 0) return null;
  return (
    <details className="admin-numbers">
      <summary>
        {formatCount(count, 'webhook')} of PayPal {count === 1 ? 'belongs' : 'belong'} to no order
        of this store
      </summary>
      <p className="admin-by">
        Another program may use the same PayPal account. Search there for the id to see the payment.
        {count > newest.length && ` The newest ${newest.length} are shown.`}
      </p>
      <RowTable
        caption="Webhooks of unknown orders"
        rows={newest}
        rowKey={({ id }) => id}
        empty=""
        columns={columns}
      />
    </details>
  );
}

const columns: readonly RowColumn<UnknownWebhook>[] = [
  ['Time', ({ receivedAt }) => <Time at={receivedAt} />],
  ['Event', ({ type }) => type],
  ['PayPal order', ({ providerOrderId }) => providerOrderId],
  ['Payment', ({ captureId }) => captureId],
];
