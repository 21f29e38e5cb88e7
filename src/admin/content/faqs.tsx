import type { Route } from './+types/faqs.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { excerptHtml } from '#ui/html-excerpt.ts';
import { loadEntries, moveEntry } from './entry-actions.ts';
import { EntryList } from './entry-list.tsx';

export const handle: AdminHandle = { verb: 'faq.edit' };

export const loader = (args: Route.LoaderArgs) =>
  loadEntries(args.context.get(appContext).content.faqEditing, args);

export const action = ({ context }: Route.ActionArgs) =>
  moveEntry(context.get(appContext).content.faqEditing, context, '/admin/content/faq');

/** The questions of customers, in the order of the site. */
export default function Faqs({ loaderData: { list, page }, actionData }: Route.ComponentProps) {
  return (
    <EntryList
      title="FAQ"
      noun={['question', 'questions']}
      list={list}
      page={page}
      rejected={actionData}
      getName={({ title }) => title}
      empty={<p>There is no question yet. The site’s page of questions is empty.</p>}
      columns={[
        { key: 'title', label: 'Question', isMain: true, render: ({ title }) => title },
        { key: 'answer', label: 'Answer', render: ({ html }) => excerptHtml(html, 100) },
      ]}
    />
  );
}
