import type { Route } from './+types/author.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { FormRevision } from '#admin/frame/form-revision.tsx';
import { fieldProps, SelectField, TextAreaField } from '#admin/frame/fields.tsx';
import { readId } from '#admin/frame/read-id.ts';
import { finishForm, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { maxAboutLength } from '#core/catalogue/authors/author.model.ts';
import { paths } from '#src/paths.ts';
import { appContext } from '#site/context.ts';
import { formatCount } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { authorKinds } from './author-kinds.ts';

export const handle: AdminHandle = { verb: 'author.edit' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { authorEditing } = context.get(appContext).catalogue;
  const { actor } = context.get(staffContext);
  return { author: unwrap(await authorEditing.get(actor, readId(params.id))) };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { authorEditing } = context.get(appContext).catalogue;
  const { actor, form } = context.get(staffContext);
  const changed = await authorEditing.change(actor, readId(params.id), form.fields);
  return finishForm(context, changed, { path: '/admin/authors', message: 'The author was saved.' });
}

/** The texts of one author on the site. */
export default function EditAuthor({ loaderData, actionData }: Route.ComponentProps) {
  const { author } = loaderData;
  const field = (name: 'kind' | 'about') => fieldProps(name, author[name], actionData);
  return (
    <AdminPage
      title={author.name}
      back={{ label: 'Authors', href: '/admin/authors' }}
      facts={formatCount(author.reports, 'published report')}
      actions={
        author.reports > 0 && (
          <a className="admin-button" href={paths.author(author.slug)}>
            View on the site
          </a>
        )
      }
    >
      <AdminForm intent="change" rejected={actionData}>
        <FormRevision
          revision={author.revision}
          rejected={actionData}
          fields={[
            ['kind', 'Kind', author.kind],
            ['about', 'About', author.about],
          ]}
        />
        <SelectField
          {...field('kind')}
          label="Kind"
          options={[...(author.kind ? [] : [['', 'Please choose'] as const]), ...kindOptions]}
        />
        <TextAreaField
          {...field('about')}
          label="About"
          hint="What they know and do. Plain text; the author’s page and search engines show it."
          rows={8}
          maxLength={maxAboutLength}
        />
        <p>
          <SubmitButton busyLabel="Saving…">Save</SubmitButton>
        </p>
      </AdminForm>
    </AdminPage>
  );
}

const kindOptions = Object.entries(authorKinds);
