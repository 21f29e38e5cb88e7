import type { Route } from './+types/policy-version.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { ChangedLines } from '#admin/frame/changed-lines.tsx';
import { readId } from '#admin/frame/read-id.ts';
import { unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { formatDate } from '#ui/format.ts';

export const handle: AdminHandle = { verb: 'policy.publish' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { policies } = context.get(appContext);
  return unwrap(await policies.compare(actor, params.name, readId(params.number)));
}

/** A text as it was published, and what it changed. */
export default function PolicyVersion({ loaderData }: Route.ComponentProps) {
  const { page, version, before, after } = loaderData;
  return (
    <AdminPage
      title={`${page.name}: version ${version.number}`}
      back={{ label: page.name, href: `/admin/content/policies/${page.id}` }}
      facts={
        <span>
          dated {formatDate(version.updatedOn)}, published <Time at={version.publishedAt} /> by{' '}
          {version.publishedBy}
        </span>
      }
    >
      <AdminSection title="What it changed">
        <div className="edit-difference">
          {before.length === 0 ? (
            <p>It is the first one.</p>
          ) : (
            <ChangedLines before={before} after={after} />
          )}
        </div>
      </AdminSection>
      <AdminSection title="The whole text">
        {/* The text was checked by html.model.ts before it was kept. */}
        <div className="prose-text" dangerouslySetInnerHTML={{ __html: version.html }} />
      </AdminSection>
    </AdminPage>
  );
}
