import type { Route } from './+types/metas.ts';
import { pageNames } from '#core/content/model.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { RowTable } from '#admin/frame/row-table.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { fixedPages } from './fixed-pages.ts';

export const handle: AdminHandle = { verb: 'site.edit' };

export async function loader({ context }: Route.LoaderArgs) {
  const { metas } = await context.get(appContext).store.getSettings();
  return pageNames.map((name) => ({ name, ...fixedPages[name], meta: metas[name] }));
}

type Row = Route.ComponentProps['loaderData'][number];

const renderLink = ({ name, label }: Row) => <a href={`/admin/content/metas/${name}`}>{label}</a>;

/** The titles and descriptions for search engines of the pages that every store has. */
export default function Metas({ loaderData }: Route.ComponentProps) {
  return (
    <AdminPage title="Page titles">
      <RowTable<Row>
        caption="Pages"
        rows={loaderData}
        rowKey={({ name }) => name}
        empty=""
        columns={[
          ['Page', renderLink],
          ['Address', ({ path }) => path],
          ['Title', ({ meta }) => meta?.title ?? 'built in'],
          ['Description', ({ meta }) => meta?.description ?? 'built in'],
        ]}
      />
      <p className="admin-by">
        Reports, industries, posts and policies have their own titles, where they are edited.
      </p>
    </AdminPage>
  );
}
