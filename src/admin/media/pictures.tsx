import type { Route } from './+types/pictures.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { FilterBar, TextFilter } from '#admin/frame/filter-bar.tsx';
import { readListAddress } from '#admin/frame/list-address.ts';
import { List } from '#admin/frame/list.tsx';
import { unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { formatNumber } from '#ui/format.ts';
import { describeSize, Thumbnail } from './picture-facts.tsx';
import { uploadPictures } from './upload-pictures.ts';
import { FormErrors } from '#admin/frame/admin-form.tsx';
import { FileField } from '#admin/frame/picture-field.tsx';
import { findRejectedForm, type FormAnswer } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { FormKey } from '#admin/frame/form-key.tsx';

export const handle: AdminHandle = { verb: 'media.edit' };

const only = ['unused', 'undescribed'] as const;
const views = [
  { label: 'Not described', filters: { only: 'undescribed' } },
  { label: 'Not used', filters: { only: 'unused' } },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const list = readListAddress(request.url, {
    filters: { words: 'text', only },
    sorts: [],
    defaultSort: 'newest',
  });
  const { words } = list.filters;
  const page = await context.get(appContext).media.list(context.get(staffContext).actor, {
    words,
    only: only.find((one) => one === list.filters['only']),
    after: list.after,
    before: list.before,
  });
  return { list, page: unwrap(page) };
}

export const action = ({ context }: Route.ActionArgs) => uploadPictures(context);

type Row = Route.ComponentProps['loaderData']['page']['rows'][number];

/** The library of pictures. */
export default function Pictures({ loaderData, actionData }: Route.ComponentProps) {
  const { list, page } = loaderData;
  return (
    <AdminPage title="Media">
      <UploadForm rejected={actionData} />
      <FilterBar list={list} views={views}>
        <TextFilter list={list} name="words" label="Name or text" />
        {list.filters['only'] && <input type="hidden" name="only" value={list.filters['only']} />}
      </FilterBar>
      <List<Row>
        list={list}
        page={page}
        noun={['picture', 'pictures']}
        rowKey={({ id }) => String(id)}
        href={({ id }) => `/admin/media/${id}`}
        empty={<NoPictures />}
        columns={[
          { key: 'picture', label: 'Picture', render: (row) => <Thumbnail picture={row} /> },
          { key: 'name', label: 'Name', isMain: true, render: ({ name }) => name.slice(6) },
          {
            key: 'text',
            label: 'What it shows',
            render: ({ alternativeText }) =>
              alternativeText || <Badge tone="open">Not described</Badge>,
          },
          { key: 'size', label: 'Size', render: describeSize },
          {
            key: 'uses',
            label: 'Uses',
            isNumber: true,
            render: ({ useCount }) => (useCount === 0 ? '–' : formatNumber(useCount)),
          },
          {
            key: 'uploaded',
            label: 'Uploaded',
            render: ({ uploadedAt, uploadedBy }) => (
              <>
                <Time at={uploadedAt} /> <span className="admin-by">{uploadedBy}</span>
              </>
            ),
          },
        ]}
      />
    </AdminPage>
  );
}

const NoPictures = () => (
  <>
    <p>There is no picture yet. Reports, posts and services can use what you upload.</p>
    <p>
      <a className="button" href="#upload">
        Upload the first picture
      </a>
    </p>
  </>
);

/** Several pictures at once; with script each is sent by itself, with its progress. */
function UploadForm({ rejected }: { readonly rejected: FormAnswer | undefined }) {
  const own = findRejectedForm(rejected, 'upload');
  return (
    <form
      id="upload"
      method="post"
      encType="multipart/form-data"
      className="admin-form media-upload"
      data-server-checks=""
      data-upload-pictures="/admin/media/data"
    >
      <FormKey />
      <input type="hidden" name="intent" value="upload" />
      {own && <FormErrors rejected={own} />}
      <FileField label="Upload pictures" isMultiple error={own?.message} />
      <p>
        <SubmitButton busyLabel="Uploading…">Upload</SubmitButton>
      </p>
      <ul className="media-progress" aria-live="polite" />
    </form>
  );
}
