import type { ReactNode } from 'react';
import { formatDay } from '#core/kernel/date.model.ts';
import { compareWithToday } from '#core/orders/delivery/promise.model.ts';
import type { PromisedDelivery } from '#core/orders/staff/promised-delivery.model.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { FormKey } from '#admin/frame/form-key.tsx';
import { GoodsFileFields } from '#admin/frame/goods-file-fields.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { RowTable, type RowColumn } from '#admin/frame/row-table.tsx';
import { Time } from '#admin/frame/times.tsx';
import { formatBytes, formatCount } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { hrefOfOrder } from './order-links.ts';

type Props = {
  readonly delivery: PromisedDelivery;
  readonly buyerName: string;
  /** ISO. */
  readonly today: string;
  readonly mayDeliver: boolean;
  readonly rejected: RejectedForm | undefined;
};

/** An order that we deliver ourselves: by when, its files, and the button that releases them. */
export function OrderDelivery(props: Props) {
  const { delivery, today, mayDeliver, rejected } = props;
  const { deliverBy, isWaiting, files } = delivery;
  return (
    <AdminSection title="Delivery" id="delivery">
      <p>
        <DueDay day={deliverBy} today={today} isWaiting={isWaiting} /> {describeDelivery(delivery)}
      </p>
      {files.length > 0 && (
        <RowTable
          caption="Files of this order"
          rows={files}
          rowKey={({ id }) => String(id)}
          empty=""
          columns={listColumns(isWaiting && mayDeliver)}
        />
      )}
      {isWaiting && mayDeliver && (
        <>
          {(files.length > 0 || delivery.hasReportFiles) && <Deliver {...props} />}
          <AddFile hasFiles={files.length > 0} rejected={rejected} />
        </>
      )}
    </AdminSection>
  );
}

/** The last day of a promise; in words if it is over, or today. */
export function DueDay({
  day,
  today,
  isWaiting = true,
}: {
  readonly day: string;
  readonly today: string;
  readonly isWaiting?: boolean;
}) {
  const stands = isWaiting ? compareWithToday(day, today) : 'later';
  const shown = <time dateTime={day}>{formatDay(day)}</time>;
  if (stands === 'later') return shown;
  return (
    <>
      <Badge tone={stands === 'overdue' ? 'bad' : 'open'}>
        {stands === 'overdue' ? 'Overdue' : 'Due today'}
      </Badge>{' '}
      {shown}
    </>
  );
}

function describeDelivery({ deliveryDays, isWaiting, files, hasReportFiles }: PromisedDelivery) {
  if (!isWaiting) return 'was the last day of the promise. The files are with the buyer.';
  const promised =
    deliveryDays === null
      ? 'is when it was paid, and the report had no files then.'
      : `is the last day of the ${formatCount(deliveryDays, 'day')} that the buyer was promised.`;
  if (files.length > 0) return `${promised} The buyer sees nothing of the files until you deliver.`;
  return hasReportFiles
    ? `${promised} The report has files for this licence by now.`
    : `${promised} Upload the report’s files here.`;
}

type File = PromisedDelivery['files'][number];

const listColumns = (canRemove: boolean): readonly RowColumn<File>[] => [
  [
    'File',
    ({ title, fileName, warnings }) => (
      <>
        {title}
        <br />
        <span className="admin-by">{fileName}</span>
        {warnings.map((warning) => (
          <p key={warning} className="error">
            {warning}
          </p>
        ))}
      </>
    ),
  ],
  ['Pages', ({ pages }) => pages ?? '–'],
  ['Size', ({ sizeBytes }) => formatBytes(sizeBytes)],
  ['Added', ({ addedAt }) => <Time at={addedAt} />],
  ...(canRemove ? [removeColumn] : []),
];

const removeColumn: RowColumn<File> = [
  'Remove',
  ({ id, title }) => (
    <IntentButton
      intent="remove-file"
      label="Remove"
      busyLabel="Removing…"
      name={`Remove ${title}`}
      fields={{ file: String(id) }}
    />
  ),
];

/** The second step before the buyer, or several, get the files. */
function Deliver({ delivery, buyerName }: Props) {
  const { files, alike, upgrades } = delivery;
  const what =
    files.length > 0
      ? `${formatCount(files.length, 'file')} of this order`
      : 'the files that the report has for this licence';
  return (
    <ConfirmDialog id="deliver" title={`Deliver to ${buyerName}?`} openLabel="Deliver">
      <p>
        They get {what}: download links by email, with their name in each copy, and so do colleagues
        with a seat. What was delivered can’t be replaced.
      </p>
      {upgrades.length > 0 && (
        <p>
          It goes to the order of the same buyer as well: <Numbers numbers={upgrades} />.
        </p>
      )}
      <form method="post">
        <FormKey />
        <input type="hidden" name="intent" value="deliver" />
        {alike.length > 0 && (
          <p>
            <label>
              <input type="checkbox" name="alike" value="1" /> Also deliver to{' '}
              {formatCount(alike.length, 'other order')} that{' '}
              {alike.length === 1 ? 'waits' : 'wait'} for the same report and licence
            </label>
            <br />
            <Numbers numbers={alike} />
          </p>
        )}
        <SubmitButton className="button" busyLabel="Delivering…">
          Deliver
        </SubmitButton>
      </form>
    </ConfirmDialog>
  );
}

const shownNumbers = 10;

const Numbers = ({ numbers }: { readonly numbers: readonly string[] }): ReactNode => (
  <span className="admin-by">
    {numbers.slice(0, shownNumbers).map((number, index) => (
      <span key={number}>
        {index > 0 && ', '}
        <a href={hrefOfOrder(number)}>{number}</a>
      </span>
    ))}
    {numbers.length > shownNumbers && ` and ${numbers.length - shownNumbers} more`}
  </span>
);

const AddFile = ({
  hasFiles,
  rejected,
}: {
  readonly hasFiles: boolean;
  readonly rejected: RejectedForm | undefined;
}) => (
  <AdminForm intent="add-file" rejected={rejected} hasFile>
    <GoodsFileFields
      rejected={rejected}
      label={hasFiles ? 'Another file' : 'File'}
      hint="It is checked at once, and is for this order, not for those who buy the report later."
      whoSees="the buyer sees"
    />
    <p>
      <SubmitButton className="admin-button" busyLabel="Uploading and checking…">
        Upload
      </SubmitButton>
    </p>
  </AdminForm>
);
