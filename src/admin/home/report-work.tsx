import { AdminSection } from '#admin/frame/admin-page.tsx';
import { describeTotal } from '#admin/frame/list.tsx';
import type { HomeFigures } from './load-home.ts';

const shown = 4;

type Reports = NonNullable<HomeFigures['drafts']>;

/** What is being written, and what will be published next. */
export function ReportWork({ figures }: { readonly figures: HomeFigures }) {
  const { drafts, scheduled } = figures;
  return (
    <AdminSection title="Reports in progress" aside={<a href="/admin/reports">All reports</a>}>
      {scheduled && <ReportList reports={scheduled} noun="scheduled report" view="scheduled" />}
      {drafts && <ReportList reports={drafts} noun="draft" view="drafts" />}
    </AdminSection>
  );
}

function ReportList(props: {
  readonly reports: Reports;
  readonly noun: string;
  readonly view: string;
}) {
  const { reports, noun, view } = props;
  return (
    <>
      <h3 className="admin-minor">
        <a href={`/admin/reports?view=${view}`}>{describeTotal(reports, [noun, `${noun}s`])}</a>
      </h3>
      <ul className="admin-found">
        {reports.rows.slice(0, shown).map(({ id, title, code }) => (
          <li key={id}>
            <a href={`/admin/reports/${id}/edit`}>{title}</a>{' '}
            <span className="admin-by">{code}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
