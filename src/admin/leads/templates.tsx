import type { Route } from './+types/templates.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { ChangedBy } from '#admin/frame/times.tsx';
import { unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { leadKindNames } from '#core/leads/lead-labels.model.ts';
import { appContext } from '#site/context.ts';

export const handle: AdminHandle = { verb: 'enquiry.answer' };

export async function loader({ context }: Route.LoaderArgs) {
  const { templates } = context.get(appContext).leads.inbox;
  return { templates: unwrap(await templates.list(context.get(staffContext).actor)) };
}

/** The texts that answers begin with. */
export default function Templates({ loaderData: { templates } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Answer templates"
      back={{ label: 'Enquiries', href: '/admin/enquiries' }}
      actions={
        <a className="button" href="/admin/enquiries/templates/new">
          New template
        </a>
      }
    >
      {templates.length === 0 && (
        <p className="admin-empty">
          A template is a text that answers begin with, with the visitor’s name and the report’s
          price filled in.
        </p>
      )}
      <ul className="admin-beside">
        {templates.map(({ id, name, kind, subject, changedAt, changedBy }) => (
          <li key={id}>
            <a href={`/admin/enquiries/templates/${id}`}>{name}</a>
            <p>{subject}</p>
            <p className="admin-by">
              {kind ? leadKindNames[kind] : 'All enquiries'}. Changed{' '}
              <ChangedBy at={changedAt} by={changedBy} />
            </p>
          </li>
        ))}
      </ul>
    </AdminPage>
  );
}
