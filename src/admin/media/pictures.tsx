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
import { UploadForm } from './upload-form.tsx';

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
