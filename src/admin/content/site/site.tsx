import type { Route } from './+types/site.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { DefinitionList } from '#admin/frame/blocks.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { siteParts } from './site-parts.ts';

export const handle: AdminHandle = { verb: 'site.edit' };

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await context.get(appContext).store.getSettings();
  return Object.entries(siteParts).map(([name, { title, describe }]) => ({
    name,
    title,
    fact: describe?.(settings),
  }));
}

/** The site's texts about its publisher, part by part. */
export default function Site({ loaderData }: Route.ComponentProps) {
  return (
    <AdminPage title="Site" actions={<a href="/">Open the site</a>}>
      <DefinitionList
        rows={loaderData.map(({ name, title, fact }) => [
          title,
          <span key={name}>
            {fact} <a href={`/admin/content/site/${name}`}>Change {title.toLowerCase()}</a>
          </span>,
        ])}
      />
      <p className="admin-by">
        Changes appear on the site at once. Every version is kept; undo a change in the{' '}
        <a href="/admin/audit?verb=site.edit">audit log</a>.
      </p>
    </AdminPage>
  );
}
