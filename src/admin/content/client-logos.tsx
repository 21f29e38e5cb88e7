import type { Route } from './+types/client-logos.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { paths } from '#src/paths.ts';
import { appContext } from '#site/context.ts';
import { Picture } from '#ui/picture.tsx';
import { loadEntries, moveEntry } from './entry-actions.ts';
import { EntryList } from './entry-list.tsx';

export const handle: AdminHandle = { verb: 'logo.edit' };

export const loader = (args: Route.LoaderArgs) =>
  loadEntries(args.context.get(appContext).content.clientLogoEditing, args);

export const action = ({ context }: Route.ActionArgs) =>
  moveEntry(context.get(appContext).content.clientLogoEditing, context, '/admin/content/logos');

/** Clients, in the order of the site. */
export default function ClientLogos({
  loaderData: { list, page },
  actionData,
}: Route.ComponentProps) {
  return (
    <EntryList
      title="Client logos"
      noun={['client', 'clients']}
      list={list}
      page={page}
      rejected={actionData}
      getName={({ name }) => name}
      empty={<p>There is no client yet. Add one that has agreed to be named.</p>}
      columns={[
        {
          key: 'name',
          label: 'Name',
          isMain: true,
          render: ({ name, isSample }) => `${name}${isSample ? ' (sample)' : ''}`,
        },
        {
          key: 'logo',
          label: 'Logo',
          render: ({ image }) =>
            image === null ? (
              'none: its name is shown'
            ) : (
              <Picture
                src={paths.picture(image)}
                alt=""
                width={120}
                height={28}
                className="admin-logo"
              />
            ),
        },
      ]}
    />
  );
}
