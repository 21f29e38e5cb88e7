import type { Found } from '#core/staff-search/model.ts';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { reportPaths } from './report-paths.ts';

/** Under a list without rows: what visitors find for the words that no title has. */
export function NearestReports({ reports }: { readonly reports: readonly Found[] }) {
  if (reports.length === 0) return null;
  return (
    <AdminSection title="What visitors find for these words">
      <ul className="admin-found">
        {reports.map(({ id, title, note }) => (
          <li key={id}>
            <a href={reportPaths.edit(Number(id))}>{title}</a>{' '}
            <span className="admin-by">{note}</span>
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}
