import { formatMoney } from '#core/kernel/money.model.ts';
import { describePromise, type DeliveryPromise } from '#core/orders/delivery/promise.model.ts';
import type { OrderView } from '#core/orders/index.ts';
import {
  findRejectedForm,
  type FormAnswer,
  getFieldProps,
  type RejectedForm,
} from '#site/form-fields.ts';
import { Alert } from '#ui/alert.tsx';
import { useTimeFormat, useDateFormat } from '#ui/store-zone.tsx';
import { OrderDocuments } from './order-documents.tsx';
import { OrderTitle } from './order-title.tsx';
import { paths } from '#src/paths.ts';
import { capitalize, formatBytes, formatCount } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { Field } from '#ui/field.tsx';

type Props = { readonly order: OrderView; readonly answer: FormAnswer | undefined };

/** Where else the links are; what could not be delivered has a notice of its own. */
function WhereLinksAre({ order: { email, emailState } }: { readonly order: OrderView }) {
  if (emailState === 'refused' || emailState === 'failed')
    return 'Their links stay here, and in an account of your email address.';
  return (
    <>
      {emailState === 'sent' ? 'The same links went to' : 'We are emailing the same links to'}{' '}
      <strong>{email}</strong>. They stay here, and in an account of this address.
    </>
  );
}

/** For a visitor who is not known as the buyer: where the links are. */
function describeOtherCopy({ email, emailState, promise }: OrderView): string {
  if (promise) return `We email the links to ${email} once the report is delivered.`;
  if (emailState === 'refused' || emailState === 'failed')
    return `The email with the same links could not be delivered to ${email}.`;
  return emailState === 'sent'
    ? `The same links went to ${email}.`
    : `We are emailing the same links to ${email}.`;
}

/** When we deliver what is not there yet, and how the buyer hears of it. */
const Promised = ({
  order: { isOwn, email },
  promise,
}: {
  readonly order: OrderView;
  readonly promise: DeliveryPromise;
}) => (
  <>
    We deliver your report <strong>{describePromise(promise)}</strong>.
    {isOwn && (
      <>
        {' '}
        We email the download links to <strong>{email}</strong> then.
      </>
    )}
  </>
);

/** In the place of the files of an order that we deliver later. */
const AwaitedFiles = () => (
  <section className="mt-6 border-y-2 border-ink py-5" aria-label="Files">
    <p className="text-[17px]">Your files are not here yet.</p>
    <p className="text-[14px] text-muted">
      They appear on this page as soon as we have delivered them.
    </p>
  </section>
);

/** A paid order: its files first, then for its buyer everything that can be done with it. */
export function PaidOrderDetails({ order, answer }: Props) {
  const formatTime = useTimeFormat();
  const hasUsableFile = order.files.some(({ isUsable }) => isUsable);
  const areReady = order.files.every(({ isReady }) => isReady);
  return (
    <>
      <OrderTitle
        state={order.paidAt ? `Paid, ${formatTime(order.paidAt)}` : 'Paid'}
        isGood
        title={
          order.state === 'partly-refunded'
            ? 'Part of this order was refunded'
            : 'Thank you. Your payment is confirmed.'
        }
      >
        {order.state === 'partly-refunded' && (
          <>
            We refunded {formatMoney(order.refundedCents, order.currency)} of{' '}
            {formatMoney(order.priceCents, order.currency)} to the account that paid. Your licence
            stays as it is.{' '}
          </>
        )}
        {order.promise && <Promised order={order} promise={order.promise} />}
        {order.isOwn && hasUsableFile && (
          <>
            {areReady ? (
              <>
                Your files are ready. <WhereLinksAre order={order} />
              </>
            ) : (
              'A file of yours is being prepared, which takes longer than usual. You don’t have to ' +
              'do anything.'
            )}
          </>
        )}
      </OrderTitle>
      {order.isOwn ? (
        <>
          {order.promise ? <AwaitedFiles /> : <OrderFiles order={order} />}
          <OrderDocuments order={order} />
          <ManageSeats order={order} rejectedInvitation={findRejectedForm(answer, 'invite')} />
          <CompanyEmailNeeded order={order} />
        </>
      ) : (
        <div className="mt-6">
          <Alert kind="note">
            Downloads appear only in the browser that placed the order. {describeOtherCopy(order)}
          </Alert>
        </div>
      )}
    </>
  );
}

type OrderFile = OrderView['files'][number];

const fileDetails = {
  pdf: 'your name on every page',
  workbook: 'every number with its unit and source',
  file: 'your name in it',
} as const satisfies Record<OrderFile['kind'], string>;

/** "28 pages, 2.4 MB, your name on every page": what is known of it. */
const describeContent = ({ kind, pages, sizeBytes }: OrderFile): string =>
  capitalize(
    [
      ...(pages === undefined ? [] : [formatCount(pages, 'page')]),
      ...(sizeBytes === undefined ? [] : [formatBytes(sizeBytes)]),
      fileDetails[kind],
    ].join(', '),
  );

/** The files of a paid order, and a button that renews their downloads. */
function OrderFiles({ order }: { order: OrderView }) {
  return (
    <section className="mt-6" aria-label="Files">
      <ul className="border-t-2 border-ink">
        {order.files.map((file) => (
          <OrderFileRow key={file.token} file={file} reportTitle={order.reportTitle} />
        ))}
      </ul>
      <form method="post" className="flex flex-wrap items-center gap-x-4 pt-2 text-[14px]">
        <input type="hidden" name="what" value="renew" />
        <p className="text-muted">Need more downloads, or more time? Renew them at any time.</p>
        <SubmitButton busyLabel="Renewing…" className="link py-1">
          Renew download links
        </SubmitButton>
      </form>
    </section>
  );
}

/** A file of a paid order: a download, or why it can't be downloaded any more. */
function OrderFileRow({ file, reportTitle }: { file: OrderFile; reportTitle: string }) {
  const { kind, title, format, edition, isNewestEdition } = file;
  const { token, isUsable, isReady } = file;
  const isReport = format === 'PDF';
  const formatInstant = useDateFormat();
  return (
    <li className="order-file">
      <span className={`file-mark ${isReport ? 'pdf' : 'workbook'}`} aria-hidden="true">
        {format}
      </span>
      <div className="min-w-0">
        <h2 className="text-[17px] leading-snug">
          {kind === 'pdf' ? reportTitle : title}
          {!isNewestEdition && `, edition ${edition}`}
        </h2>
        <p className="text-[14px] text-muted">{describeContent(file)}</p>
        <p className="figures text-[14px] text-muted">{describeAccess(file, formatInstant)}</p>
      </div>
      {isUsable && isReady && (
        <a className={isReport ? 'button' : 'button quiet'} href={paths.download(token)} download>
          Download {format === 'XLSX' ? 'Excel' : format}
        </a>
      )}
    </li>
  );
}

/** How often and until when the file can be downloaded, or why it can't be. */
function describeAccess(file: OrderFile, formatInstant: (at: string) => string): string {
  const { downloadsLeft, downloadsAllowed, expiresAt, isUsable, isReady } = file;
  if (!isReady)
    return 'This file is being prepared. Its download appears here as soon as it is ready.';
  return isUsable
    ? `${downloadsLeft} of ${downloadsAllowed} downloads left, until ${formatInstant(expiresAt)}`
    : describeEnd(file, formatInstant);
}

function describeEnd(file: OrderFile, formatInstant: (at: string) => string): string {
  const { downloadsLeft, downloadsAllowed, expiresAt } = file;
  const end =
    downloadsLeft < 1
      ? `Downloaded ${downloadsAllowed} times`
      : `Expired on ${formatInstant(expiresAt)}`;
  return `${end}: renew the links below`;
}

type SeatsProps = {
  readonly order: OrderView;
  readonly rejectedInvitation: RejectedForm | undefined;
};

/** The seats of a licence: who has one, the link for colleagues, and an invitation form. */
function ManageSeats({ order, rejectedInvitation }: SeatsProps) {
  if (order.seatsLeft === 0 && order.seats.length === 0) return null;
  return (
    <section className="mt-9" aria-labelledby="seats">
      <h2 id="seats" className="text-[20px]">
        Seats for your colleagues
      </h2>
      <ul className="mt-2">
        {order.seats.map((seat) => (
          <SeatRow key={seat.email} {...seat} />
        ))}
      </ul>
      {order.joinUrl && (
        <div className="mt-2">
          <Field
            name="join"
            label="Share this link: colleagues use it to claim their own seats"
            readOnly
            value={order.joinUrl}
          />
          <button type="button" className="button quiet with-script mt-2" data-copy="join">
            Copy link
          </button>
        </div>
      )}
      {order.seatsLeft > 0 && <InvitationForm order={order} rejected={rejectedInvitation} />}
    </section>
  );
}

function SeatRow({ email, name, state }: OrderView['seats'][number]) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-rule py-2">
      <span>
        {name}, {email} <span className="label">{state}</span>
      </span>
      <form method="post">
        <input type="hidden" name="what" value="revoke" />
        <input type="hidden" name="email" value={email} />
        <SubmitButton
          busyLabel="Revoking…"
          className="link py-1"
          aria-label={`Revoke seat of ${name}`}
        >
          Revoke seat
        </SubmitButton>
      </form>
    </li>
  );
}

function InvitationForm({
  order,
  rejected,
}: {
  order: OrderView;
  rejected: RejectedForm | undefined;
}) {
  const seatsLeft = `${order.seatsLeft} ${order.seatsLeft === 1 ? 'seat' : 'seats'} left.`;
  return (
    <form method="post" className="mt-3 grid gap-4 sm:grid-cols-2">
      <input type="hidden" name="what" value="invite" />
      <Field
        {...getFieldProps('name', rejected)}
        label="Colleague's name"
        required
        maxLength={200}
      />
      <Field
        {...getFieldProps('email', rejected)}
        label="Email address"
        type="email"
        required
        maxLength={254}
      />
      <p className="label sm:col-span-2">
        {order.isForCompany ? "Only addresses at your company's email domain." : seatsLeft} Each
        reader gets their own copy.
      </p>
      <p className="sm:col-span-2">
        <SubmitButton busyLabel="Inviting…" className="button quiet">
          Invite
        </SubmitButton>
      </p>
    </form>
  );
}

/** Why a whole company's licence has no link for colleagues: the order's email names no company. */
function CompanyEmailNeeded({ order }: { order: OrderView }) {
  if (!order.isForCompany || order.joinUrl) return null;
  return (
    <p className="mt-8">
      Colleagues claim their seats of this licence with an email address at your company's domain.{' '}
      {order.email} belongs to a public email provider: please write to us, and we will move the
      order to your company address.
    </p>
  );
}
