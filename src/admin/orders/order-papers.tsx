import { formatMoney } from '#core/kernel/money.model.ts';
import type { RefundState } from '#core/orders/refunds/refund-state.model.ts';
import { describeSentMoney, readSentMoney } from '#core/orders/refunds/refund-way.model.ts';
import type { StaffOrder } from '#core/orders/staff/order-details.model.ts';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { Time } from '#admin/frame/times.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import type { OrderRights } from './order-actions.tsx';
import { hrefOfOrder } from './order-links.ts';
import { documentWords } from './order-words.ts';
import { RowTable, type RowColumn } from '#admin/frame/row-table.tsx';

type Props = { readonly order: StaffOrder; readonly rights: OrderRights };

/** Documents, refunds, downloads, seats and emails of an order. */
export const OrderPapers = (props: Props) => (
  <>
    <Documents {...props} />
    {props.order.refunds.length > 0 && <Refunds {...props} />}
    {props.order.files.length > 0 && <Files {...props} />}
    {props.order.seats.length > 0 && <Seats {...props} />}
    <Emails {...props} />
  </>
);

function Documents({ order, rights }: Props) {
  const canIssue = order.paidAt !== null || order.state === 'awaiting-transfer';
  return (
    <AdminSection title="Documents">
      <RowTable
        caption="Documents"
        rows={order.documents}
        rowKey={({ number }) => number}
        empty="No document has been issued."
        columns={documentColumns(rights)}
      />
      {rights.mayIssue && order.documents.some(({ kind }) => kind === 'invoice') && (
        <p>
          <a href={`${hrefOfOrder(order.number)}/correct-invoice`}>Correct the invoice</a>
        </p>
      )}
      {order.documents.length === 0 && canIssue && rights.mayIssue && (
        <IntentButton intent="issue-document" label="Issue and email it" busyLabel="Issuing…" />
      )}
    </AdminSection>
  );
}

const documentColumns = (
  rights: OrderRights,
): readonly RowColumn<StaffOrder['documents'][number]>[] => [
  [
    'Document',
    ({ kind, number, token, replacedBy, reversedBy }) => (
      <>
        {token ? <a href={`/paper/${token}`}>{number}</a> : number}
        <br />
        <span className="admin-by">
          {documentWords[kind]}
          {replacedBy && `, replaced by ${replacedBy}`}
          {reversedBy && `, taken back by ${reversedBy}`}
        </span>
      </>
    ),
  ],
  ['Issued', ({ issuedAt }) => <Time at={issuedAt} />],
  ...(rights.mayIssue ? [sendDocument] : []),
];

const sendDocument: RowColumn<StaffOrder['documents'][number]> = [
  'Send',
  ({ number, replacedBy }) =>
    replacedBy === undefined && (
      <IntentButton
        intent="issue-document"
        label="Email it"
        busyLabel="Sending…"
        name={`Email it to the buyer: ${number}`}
        fields={{ document: number }}
      />
    ),
];

const refundWords: Readonly<
  Record<RefundState, readonly [word: string, tone: 'bad' | 'good' | 'open']>
> = {
  requested: ['No answer yet', 'open'],
  pending: ['On its way', 'open'],
  completed: ['Refunded', 'good'],
  refused: ['Refused', 'bad'],
  reversed: ['Taken back', 'bad'],
};

const Refunds = ({ order, rights }: Props) => (
  <AdminSection title="Refunds">
    <RowTable
      caption="Refunds"
      rows={order.refunds}
      rowKey={({ id }) => String(id)}
      empty=""
      columns={refundColumns(order)}
    />
    {rights.mayAsk && order.refunds.some(({ needsAttention }) => needsAttention) && (
      <IntentButton
        intent="settle-refund"
        label="The failed refund is settled"
        busyLabel="Settling…"
      />
    )}
  </AdminSection>
);

function SentByHand({ refund }: { readonly refund: Parameters<typeof readSentMoney>[0] }) {
  const sent = readSentMoney(refund);
  return sent ? <p className="admin-by">{`Sent ${describeSentMoney(sent)}`}</p> : null;
}

const refundColumns = ({
  currency,
  taxName,
}: StaffOrder): readonly RowColumn<StaffOrder['refunds'][number]>[] => [
  [
    'Amount',
    ({ amountCents, taxCents, isTaxAlone }) => (
      <>
        {formatMoney(amountCents, currency)}
        {taxCents > 0 && (
          <>
            <br />
            <span className="admin-by">
              {isTaxAlone
                ? `${taxName} alone`
                : `${formatMoney(taxCents, currency)} ${taxName} in it`}
            </span>
          </>
        )}
      </>
    ),
  ],
  [
    'State and reason',
    ({ state, reason, reversalReason, ...refund }) => (
      <>
        <Badge tone={refundWords[state][1]}>{refundWords[state][0]}</Badge>
        <p>{reason}</p>
        <SentByHand refund={refund} />
        {reversalReason !== null && <p className="admin-by">{`PayPal says ${reversalReason}`}</p>}
      </>
    ),
  ],
  ['Asked for', ({ createdAt }) => <Time at={createdAt} />],
  [
    'Credit note',
    ({ creditNote, reversal, state }) => (
      <>
        {creditNote}
        {state === 'reversed' && reversal !== null && (
          <>
            <br />
            <span className="admin-by">Taken back by {reversal}</span>
          </>
        )}
      </>
    ),
  ],
];

const printedTitles: Readonly<Record<string, string>> = {
  pdf: 'Report (PDF)',
  workbook: 'Data workbook (Excel)',
};

const Files = ({ order }: Props) => (
  <AdminSection title="Download links">
    <RowTable
      caption="Download links"
      rows={order.files}
      rowKey={({ kind, seat, editionNumber, fileTitle }) =>
        `${kind} ${fileTitle} ${seat} ${editionNumber}`
      }
      empty=""
      columns={fileColumns}
    />
  </AdminSection>
);

const fileColumns: readonly RowColumn<StaffOrder['files'][number]>[] = [
  [
    'File',
    ({ kind, fileTitle, editionNumber }) =>
      `${fileTitle ?? printedTitles[kind] ?? kind}, edition ${editionNumber}`,
  ],
  ['Reader', ({ seat }) => seat ?? 'The buyer'],
  [
    'Used',
    ({ downloadCount, maxDownloads, isSuspended }) => (
      <>
        {downloadCount} of {maxDownloads} {isSuspended && <Badge tone="bad">Suspended</Badge>}
      </>
    ),
  ],
  ['Until', ({ expiresAt }) => <Time at={expiresAt} />],
];

const Seats = ({ order }: Props) => (
  <AdminSection title="Seats">
    <RowTable
      caption="Seats"
      rows={order.seats}
      rowKey={({ email }) => email}
      empty=""
      columns={seatColumns}
    />
  </AdminSection>
);

function describeSeat({ acceptedAt, revokedAt }: StaffOrder['seats'][number]): string {
  if (revokedAt) return 'Revoked';
  return acceptedAt ? 'Accepted' : 'Invited';
}

const seatColumns: readonly RowColumn<StaffOrder['seats'][number]>[] = [
  ['Colleague', ({ name, email }) => `${name} ${email}`],
  ['State', describeSeat],
  ['Invited', ({ invitedAt }) => <Time at={invitedAt} />],
];

const emailTones = { sent: 'good', queued: 'open', failed: 'bad' } as const;
const emailWords = { sent: 'Sent', queued: 'Waiting', failed: 'Failed' };

const Emails = ({ order, rights }: Props) => (
  <AdminSection title="Emails">
    <RowTable
      caption="Emails"
      rows={order.emails}
      rowKey={({ id }) => String(id)}
      empty="No email about this order has been written yet."
      columns={emailColumns(rights)}
    />
  </AdminSection>
);

const emailColumns = (rights: OrderRights): readonly RowColumn<StaffOrder['emails'][number]>[] => [
  [
    'Email',
    ({ subject, recipient }) => (
      <>
        {subject}
        <br />
        <span className="admin-by">to {recipient}</span>
      </>
    ),
  ],
  [
    'State',
    ({ state, lastError }) => (
      <>
        <Badge tone={emailTones[state]}>{emailWords[state]}</Badge>
        {lastError && <p className="admin-by">{lastError}</p>}
      </>
    ),
  ],
  ['Written', ({ queuedAt, sentAt }) => <Time at={sentAt ?? queuedAt} />],
  ...(rights.mayResend ? [sendEmail] : []),
];

const sendEmail: RowColumn<StaffOrder['emails'][number]> = [
  'Send',
  ({ id, subject, canResend }) =>
    canResend && (
      <IntentButton
        intent="resend"
        label="Send again"
        busyLabel="Sending…"
        name={`Send again: ${subject}`}
        fields={{ email: String(id) }}
      />
    ),
];
