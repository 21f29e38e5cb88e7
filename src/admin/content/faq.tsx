import type { Route } from './+types/faq.ts';
import { staffContext } from '#admin/context.ts';
import { fieldProps, TextField } from '#admin/frame/fields.tsx';
import { RichTextField } from '#admin/frame/rich-text-field.tsx';
import { listText } from '#admin/frame/form-revision.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm } from '#site/form-fields.ts';
import { actOnEntry, loadEntry } from './entry-actions.ts';
import { readSavedText } from './saved-text.ts';
import { EntryPage } from './entry-page.tsx';

export const handle: AdminHandle = { verb: 'faq.edit' };

const listPath = '/admin/content/faq';

export async function loader(args: Route.LoaderArgs) {
  const { content } = args.context.get(appContext);
  const loaded = await loadEntry(content.faqEditing, args);
  const typed = args.context.get(staffContext).form.fields['html'];
  const { html = '' } = loaded.entry ?? {};
  const savedText = readSavedText({ content }, html, typed);
  return { ...loaded, tree: content.body.read(typed ?? html), savedText };
}

export const action = (args: Route.ActionArgs) =>
  actOnEntry(args.context.get(appContext).content.faqEditing, args, listPath);

/** One question and its answer. */
export default function EditFaq({ loaderData, actionData }: Route.ComponentProps) {
  const { entry, tree, savedText, staffId, mayDelete } = loaderData;
  const saving = findRejectedForm(actionData, 'save');
  return (
    <EntryPage
      entry={entry}
      title={entry?.title ?? 'New question'}
      back={{ label: 'FAQ', href: listPath }}
      fields={[['title', 'Question', entry?.title], ...listText('html', 'Answer', savedText)]}
      staffId={staffId}
      mayDelete={mayDelete}
      rejected={actionData}
    >
      <TextField
        {...fieldProps('title', entry?.title, saving)}
        label="Question"
        required
        maxLength={300}
      />
      <RichTextField
        required
        {...fieldProps('html', entry?.html, saving)}
        label="Answer"
        tree={tree}
        rows={8}
      />
    </EntryPage>
  );
}
