import type { Route } from './+types/posts.ts';
import { postStateNames, postStates, type PostListRow } from '#core/content/post.model.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { FilterBar, SelectFilter, TextFilter } from '#admin/frame/filter-bar.tsx';
import { readListAddress } from '#admin/frame/list-address.ts';
import type { Column } from '#admin/frame/list-table.tsx';
import { List } from '#admin/frame/list.tsx';
import { unwrap } from '#admin/frame/respond.ts';
import { ChangedBy, Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { getPostScreen, stateTones } from './post-screens.ts';

export const handle: AdminHandle = { verb: 'post.edit' };

const states = [...postStates, 'bin'] as const;
const stateOptions = [
  ...postStates.map((state) => [state, postStateNames[state]] as const),
  ['bin', 'In the bin'] as const,
];

export async function loader({ context, request, pattern }: Route.LoaderArgs) {
  const { kind, title, noun, listPath } = getPostScreen(pattern);
  const editing = context.get(appContext).content.posts.editing[kind];
  const list = readListAddress(request.url, {
    filters: { q: 'text', state: states },
    sorts: [],
    defaultSort: '-date',
  });
  const { after, before, filters } = list;
  const state = states.find((known) => known === filters['state']);
  const query = { words: filters['q'], state, after, before };
  const page = unwrap(await editing.list(context.get(staffContext).actor, query));
  return { title, noun, listPath, list, page };
}

/** All posts of a kind, drafts first, then the newest. */
export default function Posts({ loaderData }: Route.ComponentProps) {
  const { title, noun, listPath, list, page } = loaderData;
  return (
    <AdminPage
      title={title}
      actions={
        <a className="button" href={`${listPath}/new`}>
          New {noun[0]}
        </a>
      }
    >
      <FilterBar list={list}>
        <TextFilter list={list} name="q" label="Title" />
        <SelectFilter list={list} name="state" label="State" options={stateOptions} />
      </FilterBar>
      <List<PostListRow>
        list={list}
        page={page}
        noun={noun}
        rowKey={({ id }) => String(id)}
        href={({ id }) => `${listPath}/${id}`}
        empty={
          <p>
            There are none yet. <a href={`${listPath}/new`}>Write the first {noun[0]}</a>: it is a
            draft until you publish it.
          </p>
        }
        columns={columns}
      />
    </AdminPage>
  );
}

const columns: readonly Column<PostListRow>[] = [
  { key: 'title', label: 'Title', isMain: true, render: ({ name }) => name },
  {
    key: 'state',
    label: 'State',
    render: ({ state, binnedAt }) =>
      binnedAt ? (
        <Badge tone="bad">In the bin</Badge>
      ) : (
        <Badge tone={stateTones[state]}>{postStateNames[state]}</Badge>
      ),
  },
  {
    key: 'date',
    label: 'Date',
    render: ({ createdAt }) => (createdAt ? <Time at={createdAt} /> : 'none yet'),
  },
  {
    key: 'changed',
    label: 'Changed',
    render: ({ changedAt, changedBy }) => <ChangedBy at={changedAt} by={changedBy} />,
  },
];
