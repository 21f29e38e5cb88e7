import { Fragment } from 'react';
import type { ImportView } from '#core/app.ts';
import { formatCount, formatNumber } from '#ui/format.ts';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { addLinkKey } from '#admin/work/send-export.ts';

/** Rows that can't go in, cell by cell, with what to do. */
export const BadRows = ({ view: { current, bad } }: { readonly view: ImportView }) => (
  <AdminSection
    title="Bad rows"
    aside={
      <a href={addLinkKey(`/admin/imports/${current.id}/errors`)}>
        Download them as a workbook to correct
      </a>
    }
  >
    <table className="admin-table">
      <caption className="sr-only">Bad rows</caption>
      <thead>
        <tr>
          <th>Row</th>
          <th>Column</th>
          <th>Value</th>
          <th>What to do</th>
        </tr>
      </thead>
      <tbody>
        {bad.flatMap(({ number, errors }) =>
          errors.map(({ column, value, message }, index) => (
            <tr key={`${number} ${index}`}>
              <th scope="row" className="admin-main-cell">
                {number}
              </th>
              <td data-label="Column">{column}</td>
              <td data-label="Value">{value}</td>
              <td data-label="What to do">{message}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
    {(current.counts.bad ?? 0) > bad.length && <p>The workbook has all {current.counts.bad}.</p>}
  </AdminSection>
);

/** Reports that were to be published and are not, with what each of them lacks. */
export function UnpublishedRows({ view: { current, unpublished } }: { readonly view: ImportView }) {
  const count = current.counts.unpublished ?? 0;
  if (count === 0) return null;
  const isChecked = current.state === 'checked';
  const shown = unpublished.reduce((sum, group) => sum + group.count, 0);
  return (
    <AdminSection title="Not published">
      <p>
        {formatCount(count, 'report')} {isChecked ? 'will not be' : 'could not be'} published.
        Nothing is wrong with the sheet: each is imported as a draft, and one that waits for its
        file is published with it.
      </p>
      <ul className="edit-findings">
        {unpublished.map((group) => (
          <UnpublishedGroup key={group.rows[0]?.number} group={group} hasReports={!isChecked} />
        ))}
      </ul>
      {count > shown && <p>The reasons of {formatCount(count - shown, 'report')} are not shown.</p>}
    </AdminSection>
  );
}

/** Rows with the same reasons, and the first of their reports. */
const UnpublishedGroup = ({
  group: { reasons, count, rows },
  hasReports,
}: {
  readonly group: ImportView['unpublished'][number];
  /** The reports are there, as drafts. */
  readonly hasReports: boolean;
}) => (
  <li>
    {count > 1 && `${formatCount(count, 'report')}: ${reasons.join(' ')} `}
    {rows.map(({ number, code }, index) => (
      <Fragment key={number}>
        {index > 0 && '; '}
        {index === 0 ? 'Row' : 'row'} {number}, {hasReports ? <ReportLink code={code} /> : code}
      </Fragment>
    ))}
    {count > rows.length && `; and ${formatNumber(count - rows.length)} more`}
    {count > 1 ? '.' : `: ${reasons.join(' ')}`}
  </li>
);

/** Leads to the report in the list of all. */
export const ReportLink = ({ code }: { readonly code: string }) => (
  <a href={`/admin/reports?words=${encodeURIComponent(code)}`}>{code}</a>
);

/** Reports that an undo left as they are. */
export const KeptRows = ({ view: { kept } }: { readonly view: ImportView }) => (
  <AdminSection title="Not undone">
    <ul>
      {kept.map(({ code, reason }) => (
        <li key={code}>
          {code}: {reason}
        </li>
      ))}
    </ul>
  </AdminSection>
);
