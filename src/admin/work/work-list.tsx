import type { Route } from './+types/work-list.ts';
import { keptWorkDays, type LongWorkView } from '#core/kernel/long-work.model.ts';
import { appContext } from '#site/context.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { readId } from '#admin/frame/read-id.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { describeProgress, WorkBadge } from './work-state.tsx';
import { hrefOfWork, workPath } from './work-paths.ts';

export const handle: AdminHandle = { verb: 'home.read' };

export async function loader({ context, request }: Route.LoaderArgs) {
  const before = new URL(request.url).searchParams.get('before');
  const { actor } = context.get(staffContext);
  const page = await context
    .get(appContext)
    .longWork.list(actor, before === null ? undefined : readId(before));
  return { page, isFirst: before === null };
}

/** Bulk changes, exports, imports and undoing: what runs, and what came of those before. */
export default function WorkList({ loaderData: { page, isFirst } }: Route.ComponentProps) {
  return (
    <AdminPage title="Long work">
      {page.rows.length === 0 ? (
        <div className="admin-empty">
          <p>Nothing yet.</p>
          <p>
            Changes of many reports, exports and imports are listed here for {keptWorkDays} days,
            with how far they are and what came of them.
          </p>
        </div>
      ) : (
        <WorkTable rows={page.rows} />
      )}
      {(page.next !== undefined || !isFirst) && (
        <nav className="admin-paging" aria-label="Pages">
          {!isFirst && <a href={workPath}>First</a>}
          {page.next !== undefined && (
            <a rel="next" href={`${workPath}?before=${page.next}`}>
              Next
            </a>
          )}
        </nav>
      )}
    </AdminPage>
  );
}

const WorkTable = ({ rows }: { readonly rows: readonly LongWorkView[] }) => (
  <table className="admin-table">
    <caption className="sr-only">Long work</caption>
    <thead>
      <tr>
        <th>What</th>
        <th>State</th>
        <th>Progress</th>
        <th>By</th>
        <th>Since</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((work) => (
        <tr key={work.id}>
          <th scope="row" className="admin-main-cell">
            <a href={hrefOfWork(work.id)}>
              {work.title} (no. {work.id})
            </a>
          </th>
          <td data-label="State">
            <WorkBadge work={work} />
          </td>
          <td data-label="Progress">{describeProgress(work)}</td>
          <td data-label="By">{work.actorName}</td>
          <td data-label="Since">
            <Time at={work.createdAt} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
