import type { Route } from './+types/testimonials.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { loadEntries, moveEntry } from './entry-actions.ts';
import { EntryList } from './entry-list.tsx';

export const handle: AdminHandle = { verb: 'testimonial.edit' };

export const loader = (args: Route.LoaderArgs) =>
  loadEntries(args.context.get(appContext).content.testimonialEditing, args);

export const action = ({ context }: Route.ActionArgs) =>
  moveEntry(
    context.get(appContext).content.testimonialEditing,
    context,
    '/admin/content/testimonials',
  );

/** The testimonials of readers, in the order of the site. */
export default function Testimonials({
  loaderData: { list, page },
  actionData,
}: Route.ComponentProps) {
  return (
    <EntryList
      title="Testimonials"
      noun={['testimonial', 'testimonials']}
      list={list}
      page={page}
      rejected={actionData}
      getName={({ name }) => name}
      empty={<p>There is no testimonial yet. Add what a reader has allowed you to quote.</p>}
      columns={[
        { key: 'name', label: 'Name', isMain: true, render: ({ name }) => name },
        {
          key: 'designation',
          label: 'Position',
          render: ({ designation, isSample }) => `${designation}${isSample ? ' (sample)' : ''}`,
        },
        {
          key: 'text',
          label: 'Says',
          render: ({ description }) =>
            description.length > 100 ? `${description.slice(0, 100)}…` : description,
        },
      ]}
    />
  );
}
