import type { RichText } from '#core/catalogue/rich-text/rich-text.model.ts';
import {
  postStateNames,
  postStates,
  wasPublic,
  type EditedPost,
} from '#core/content/post.model.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { FormRevision, listText, type RevisionField } from '#admin/frame/form-revision.tsx';
import { fieldProps, SelectField, TextAreaField, TextField } from '#admin/frame/fields.tsx';
import { PictureField } from '#admin/frame/picture-field.tsx';
import { RichTextField } from '#admin/frame/rich-text-field.tsx';
import { ZonedTimeFields } from '#admin/frame/zoned-time-fields.tsx';
import type { RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

type PostFormProps = {
  /** Undefined for a new one. */
  readonly post: EditedPost | undefined;
  /** The text that the editor begins with. */
  readonly tree: RichText;
  /** The saved text without its formatting; nothing of a new one. */
  readonly savedText?: string | undefined;
  /** Which text of the post the form is made from. */
  readonly staffId: number;
  readonly rejected: RejectedForm | undefined;
};

type FieldName = Exclude<keyof EditedPost, 'id' | 'createdAt' | 'changedAt' | 'binnedAt'>;

type PartProps = { readonly field: (name: FieldName) => ReturnType<typeof fieldProps> };

/** The form of a post; what is typed is kept until it is saved. */
export function PostForm(props: PostFormProps) {
  const { post, tree, savedText, staffId, rejected } = props;
  const field = (name: FieldName) => fieldProps(name, post?.[name], rejected);
  return (
    <AdminForm intent="save" rejected={rejected} keepsTextOf={staffId} className="admin-form wide">
      {post && (
        <FormRevision
          revision={post.revision}
          rejected={rejected}
          fields={listFields(post, savedText)}
        />
      )}
      <TextField {...field('name')} label="Title" required maxLength={200} autoComplete="off" />
      <TextAreaField
        {...field('summary')}
        label="Summary"
        rows={2}
        maxLength={400}
        hint={
          'One or two sentences, shown above the text and in lists. If empty, the beginning ' +
          'of the text.'
        }
      />
      <RichTextField {...field('html')} label="Text" tree={tree} />
      <Publication post={post} rejected={rejected} />
      <PicturePart field={field} />
      <SearchEnginePart field={field} />
      <p>
        <SubmitButton busyLabel="Saving…">Save</SubmitButton>
      </p>
    </AdminForm>
  );
}

const listFields = (post: EditedPost, savedText: string | undefined): RevisionField[] => [
  ['name', 'Title', post.name],
  ['summary', 'Summary', post.summary],
  ...listText('html', 'Text', savedText),
  ['state', 'State', post.state, postStateNames[post.state]],
  ['slug', 'Address', post.slug],
  ['author', 'Author', post.author],
  ['image', 'Picture', post.image],
  ['imageText', 'What it shows', post.imageText],
  ['metaTitle', 'Title for search engines', post.metaTitle],
  ['metaDescription', 'Description for search engines', post.metaDescription],
  ['metaKeywords', 'Keywords', post.metaKeywords],
];

const stateOptions = postStates.map((state) => [state, postStateNames[state]] as const);

function Publication({ post, rejected }: Pick<PostFormProps, 'post' | 'rejected'>) {
  const state = post?.state ?? 'draft';
  const options = stateOptions.filter(([one]) =>
    wasPublic(state) ? wasPublic(one) : one !== 'withdrawn',
  );
  return (
    <AdminSection title="Publication">
      <div className="admin-row">
        <SelectField
          {...fieldProps('state', state, rejected)}
          label="State"
          options={options}
          hint={
            wasPublic(state)
              ? 'The address of a withdrawn text says that it is gone.'
              : 'Visitors can’t see a draft.'
          }
        />
      </div>
      <ZonedTimeFields
        name="createdAt"
        label="Date and time"
        hint="The page shows the date. Scheduled: when it is published. Empty: now."
        at={post?.createdAt ?? undefined}
        rejected={rejected}
      />
      <div className="admin-row">
        <TextField
          {...fieldProps('slug', post?.slug, rejected)}
          label="Address"
          maxLength={80}
          autoComplete="off"
          hint={
            wasPublic(state)
              ? 'Former addresses redirect to the new one.'
              : 'Follows the title until it is published, unless you choose your own.'
          }
        />
        <TextField
          {...fieldProps('author', post?.author, rejected)}
          label="Author"
          maxLength={120}
          hint="A desk or a person; if empty, the publisher."
        />
      </div>
    </AdminSection>
  );
}

/** The picture above the text. */
const PicturePart = ({ field }: PartProps) => (
  <AdminSection title="Picture">
    <PictureField {...field('image')} label="Picture" />
    <TextField
      {...field('imageText')}
      label="What it shows"
      maxLength={300}
      hint="For readers who can’t see it. If empty, its description in the media library."
    />
  </AdminSection>
);

/** The title and description for search engines. */
const SearchEnginePart = ({ field }: PartProps) => (
  <AdminSection title="Search engines">
    <TextField
      {...field('metaTitle')}
      label="Title"
      maxLength={200}
      data-ideal-length={60}
      hint="If empty, the post’s title."
    />
    <TextAreaField
      {...field('metaDescription')}
      label="Description"
      rows={2}
      maxLength={400}
      hint="If empty, the summary."
    />
    <TextField {...field('metaKeywords')} label="Keywords" maxLength={400} />
  </AdminSection>
);
