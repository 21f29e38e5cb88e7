import type { Route } from './+types/order-page.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { toDay } from '#core/kernel/time-zone.model.ts';
import { staffContext, type StaffVisit } from '#admin/context.ts';
import { FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge, DefinitionList } from '#admin/frame/blocks.tsx';
import { finishIntent, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm, readIntent, type FieldValues } from '#site/form-fields.ts';
import { OrderActions, type OrderRights } from './order-actions.tsx';
import { OrderDelivery } from './order-delivery.tsx';
import { hrefOfOrder, readBackLink } from './order-links.ts';
import { OrderPapers } from './order-papers.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { stateWords, methodWords } from './order-words.ts';
import type { ReactNode } from 'react';
import { formatDay } from '#core/kernel/date.model.ts';
import type { StaffOrder } from '#core/orders/staff/order-details.model.ts';
import { Time } from '#admin/frame/times.tsx';
import { reportPaths } from '#admin/catalogue/report-paths.ts';
import type { App } from '#core/app.ts';
import { readFieldId } from '#admin/frame/read-id.ts';
import { describeSending } from '#core/kernel/email-outcome.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { findLineFault, trimLine } from '#core/kernel/single-line.model.ts';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import { describeAfterPayment } from '#core/orders/delivery/promise.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { formatCount } from '#ui/format.ts';
import { placeRefusal } from '#admin/frame/goods-file-fields.tsx';

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
  const order = unwrap(await orders.staff.details.getOrder(visit.actor, params.number));
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

type Row = readonly [name: string, value: ReactNode];

/** Rows that have a value. */
const present = (rows: readonly Row[]): Row[] => rows.filter(([, value]) => Boolean(value));

/** The order's report, buyer and payment. */
function OrderFacts({ order }: { readonly order: StaffOrder }) {
  return (
    <>
      <AdminSection title="Buyer">
        <DefinitionList rows={listBuyer(order)} />
      </AdminSection>
      <AdminSection title="Bought">
        <DefinitionList rows={listBought(order)} />
      </AdminSection>
      <AdminSection title="Payment">
        <DefinitionList rows={listPayment(order)} />
      </AdminSection>
    </>
  );
}

const kindWords = { company: 'A company', person: 'A person' };

function listBuyer(order: StaffOrder) {
  const { buyer, buyerKind, contact, country, vatNumberStatus, vatConsultation } = order;
  return present([
    ['Bought as', kindWords[buyerKind]],
    ['Name', buyer.name],
    ['Company', buyer.companyName],
    ['Email', buyer.email],
    ['Phone', contact?.mobileNo],
    ['Position', contact?.jobTitle],
    ['Address', contact?.address.join(', ')],
    ['Country', country],
    ['Tax number', contact?.taxId],
    ['Checked', [vatNumberStatus, vatConsultation].filter(Boolean).join(' ')],
  ]);
}

const linkOrder = (number: string): ReactNode => <a href={hrefOfOrder(number)}>{number}</a>;

const listBought = (order: StaffOrder): Row[] =>
  present([
    [
      'Report',
      <a key="report" href={reportPaths.ofCode(order.reportCode)}>
        {order.reportTitle} ({order.reportCode})
      </a>,
    ],
    ['Edition', String(order.editionNumber)],
    ['Licence', order.licenceName],
    ['Rights', order.rights],
    ['Terms', order.termsTitle],
    ['Agreed to', order.withdrawalWaiver],
    ['Upgrade of', order.upgradeOf && linkOrder(order.upgradeOf)],
    [
      'Upgraded by',
      order.upgrades.length > 0 &&
        order.upgrades.map((number) => <span key={number}>{linkOrder(number)} </span>),
    ],
  ]);

function listPayment(order: StaffOrder): Row[] {
  const { currency, taxCents, taxName, refundedCents, paidAt, fulfilledAt } = order;
  return present([
    ['Total', formatMoney(order.priceCents, currency)],
    [taxName || 'Tax', taxCents > 0 && `${formatMoney(taxCents, currency)}, in the total`],
    ['Refunded', refundedCents > 0 && formatMoney(refundedCents, currency)],
    ['Method', methodWords[order.paymentMethod]],
    ['Placed', <Time key="placed" at={order.placedAt} />],
    ['Paid', paidAt && <Time key="paid" at={paidAt} />],
    ['To deliver by', order.dueOn && formatDay(order.dueOn)],
    ['Delivered', fulfilledAt && <Time key="delivered" at={fulfilledAt} />],
    ...order.providerIds.flatMap(({ providerOrderId, captureId }, index): Row[] => {
      const which = index === 0 ? '' : `, payment ${index + 1}`;
      return [
        [`At PayPal${which}`, providerOrderId],
        [`Capture${which}`, captureId],
      ];
    }),
  ]);
}

/** The actions for an order by one button, without a page of its own. */
const intents = [
  'mark-paid',
  'close-transfer',
  'renew',
  'sync',
  'settle',
  'settle-refund',
  'resend',
  'issue-document',
  'add-file',
  'remove-file',
  'deliver',
] as const;
type Intent = (typeof intents)[number];

type Request = {
  readonly actor: StaffActor;
  readonly number: string;
  readonly fields: FieldValues;
  /** Of the same form. */
  readonly file: SubmittedForm['file'];
  readonly fileRefusal: SubmittedForm['fileRefusal'];
};

/** The verb of each intent, and the sentence that the next page shows. */
const verbs: Readonly<
  Record<Intent, (orders: App['orders'], request: Request) => Promise<Outcome<string>>>
> = {
  'mark-paid': async ({ bankTransfers }, { actor, number }) => {
    const paid = await bankTransfers.confirmTransfer(actor, number);
    return paid.ok ? ok(`${number} is paid. ${describeAfterPayment(paid.value.promise)}`) : paid;
  },
  'close-transfer': async ({ bankTransfers }, { actor, number }) =>
    say(await bankTransfers.cancelTransfer(actor, number), `${number} is closed.`),
  renew: async ({ resendLinks }, { actor, number }) => {
    const sent = await resendLinks.resendLinksForStaff(actor, number);
    const what = 'The email with the new links';
    return sent.ok ? ok(`The downloads are renewed. ${describeSending(what, sent.value)}`) : sent;
  },
  sync: async ({ staff }, { actor, number }) =>
    say(await staff.sync.syncOrder(actor, number), `PayPal was asked about ${number}.`),
  settle: async ({ staff }, { actor, number }) =>
    say(await staff.attention.settleSecondPayment(actor, number), 'The second payment is settled.'),
  'settle-refund': async ({ staff }, { actor, number }) =>
    say(await staff.attention.settleFailedRefunds(actor, number), 'The failed refund is settled.'),
  resend: async ({ staff }, { actor, number, fields }) => {
    const sent = await staff.emails.resendEmail(actor, number, readFieldId(fields['email']));
    if (!sent.ok) return sent;
    const { to, delivery } = sent.value;
    return ok(describeSending(`The same email to ${to}`, delivery));
  },
  'issue-document': async ({ staff }, { actor, number, fields }) => {
    const issued = await staff.documents.issueDocument(
      actor,
      number,
      fields['document'] || undefined,
    );
    if (!issued.ok) return issued;
    const { number: document, delivery } = issued.value;
    return ok(describeSending(`The email with ${document} to the buyer`, delivery));
  },
  'add-file': ({ staff }, request) => addFile(staff, request),
  'remove-file': async ({ staff }, { actor, number, fields }) => {
    const id = readFieldId(fields['file']);
    return say(await staff.promised.removeFile(actor, number, id), 'The file was removed.');
  },
  deliver: async ({ staff }, { actor, number, fields }) => {
    const isForAlike = fields['alike'] === '1';
    const delivered = await staff.promised.deliver(actor, number, { isForAlike });
    return delivered.ok ? ok(describeDelivered(number, delivered.value)) : delivered;
  },
};

function describeDelivered(number: string, delivered: readonly string[]): string {
  if (delivered.length === 0) return `${number} was delivered before.`;
  const [first, ...others] = delivered;
  const all = others.length === 0 ? first : `${first} and ${formatCount(others.length, 'other')}`;
  return `${all} can be downloaded now. The links are emailed as soon as the files are ready.`;
}

/** Checks the file and gives it to the order; a refusal stands at its field. */
async function addFile(
  staff: App['orders']['staff'],
  { actor, number, fields, file, fileRefusal }: Request,
): Promise<Outcome<string>> {
  if (fileRefusal) return fileRefusal;
  if (!file) return fail('invalid', 'Choose a file.', { file: ['Choose a file.'] });
  const title = trimLine(fields['title'] ?? '');
  const fault = title === '' ? undefined : findLineFault(title);
  if (fault !== undefined) return fail('invalid', fault, { title: [fault] });
  const added = await staff.promised.addFile(actor, number, {
    path: file.path,
    fileName: file.name,
    ...(title ? { title } : {}),
    ...(fields['password'] ? { ownerPassword: fields['password'] } : {}),
  });
  if (!added.ok) return placeRefusal(added);
  const kept = `“${added.value.title}” is ready. The buyer gets it when you deliver.`;
  return ok([kept, ...added.value.warnings].join(' '));
}

const say = (outcome: Outcome<unknown>, message: string): Outcome<string> =>
  outcome.ok ? ok(message) : outcome;

/** Does what the form's `intent` names; `malformed` for another text. Answers what to say of it. */
async function doOrderIntent(orders: App['orders'], request: Request): Promise<Outcome<string>> {
  const intent = readIntent(intents, request.fields['intent']);
  if (!intent) return fail('malformed', 'We could not tell what to do, so nothing was changed.');
  return verbs[intent](orders, request);
}
