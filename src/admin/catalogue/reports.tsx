import type { Route } from './+types/reports.ts';
import type { StaffReportRow } from '#core/catalogue/index.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { addLinkKey } from '#admin/work/send-export.ts';
import { appContext } from '#site/context.ts';
import { formatDate } from '#ui/format.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { BulkBar } from '#admin/frame/bulk-bar.tsx';
import { hrefOfList, type ListAddress } from '#admin/frame/list-address.ts';
import type { Column } from '#admin/frame/list-table.tsx';
import { List } from '#admin/frame/list.tsx';
import { unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { finishWork } from '#admin/work/finish-work.ts';
import { changeReports } from './bulk/change-reports.ts';
import { BulkFields } from './bulk/bulk-fields.tsx';
import { UndoBar } from './bulk/undo-bar.tsx';
import { paths } from '#src/paths.ts';
import { hrefOfRow } from './list-behind.ts';
import { reportPaths } from './report-paths.ts';
import { readReportList, toReportQuery } from './reports-list.ts';
import type { Found } from '#core/staff-search/model.ts';
import { FilterBar, SelectFilter, TextFilter } from '#admin/frame/filter-bar.tsx';

export const handle: AdminHandle = { verb: 'report.read' };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue, store, staffSearch } = context.get(appContext);
  const { actor, may } = context.get(staffContext);
  const { currency, licences } = await store.getSettings();
  const list = readReportList(request.url, currency);
  const query = toReportQuery(list, currency);
  const page = unwrap(await catalogue.editing.list.list(actor, query));
  const industries = await catalogue.industries.list();
  const nearest =
    page.rows.length === 0
      ? unwrap(await staffSearch.listNearestReports(actor, query.words ?? ''))
      : [];
  const batch = new URL(request.url).searchParams.get('changed') ?? undefined;
  return {
    list,
    currency,
    licences,
    batch,
    page,
    nearest,
    industries: industries.map(({ slug, name }) => [slug, name] as const),
    mayEdit: may('report.edit'),
    mayPublish: may('report.publish'),
    mayExport: may('report.export'),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const app = context.get(appContext);
  const { currency } = await app.store.getSiteInfo();
  const list = readReportList(request.url, currency);
  if (form.fields['intent'] === 'undo') {
    const begun = await app.catalogue.editing.undoing.undoBatch(actor, form.fields['batch'] ?? '');
    return finishWork(context, begun, () => hrefOfList(list));
  }
  const begun = await changeReports(app, actor, list, form.fields);
  return finishWork(context, begun, ({ result }) =>
    hrefOfList(list, { filters: { changed: result.batch } }),
  );
}

/** Every report that is not in the bin. */
export default function Reports({ loaderData, actionData }: Route.ComponentProps) {
  const { list, page, nearest, industries, currency, licences, batch } = loaderData;
  const { mayEdit, mayPublish, mayExport } = loaderData;
  return (
    <AdminPage
      title="Reports"
      actions={
        <>
          {mayEdit && (
            <a className="button" href={reportPaths.create} data-key="c">
              New report
            </a>
          )}
          {mayExport && <ExportLinks list={list} />}
          <a className="admin-button" href={reportPaths.bin}>
            Bin
          </a>
        </>
      }
    >
      {actionData && <ErrorSummary errors={[{ message: actionData.message }]} />}
      {batch && mayEdit && <UndoBar batch={batch} />}
      <ReportFilters list={list} industries={industries} currency={currency} />
      <List
        list={list}
        page={page}
        noun={['report', 'reports']}
        columns={listColumns(currency)}
        rowKey={({ id }) => String(id)}
        href={({ id }) => hrefOfRow(id, list)}
        empty={<Empty mayEdit={mayEdit} />}
        bulk={
          mayEdit && (
            <>
              <BulkFields {...{ industries, currency, licences }} />
              <BulkBar
                page={page}
                newestId={page.newestId}
                actions={mayPublish ? [publishAction, ...bulkActions] : bulkActions}
              />
            </>
          )
        }
      />
      <NearestReports reports={nearest} />
    </AdminPage>
  );
}

const publishAction = { intent: 'publish', label: 'Publish', busyLabel: 'Publishing…' };
const bulkActions = [
  { intent: 'prices', label: 'Change prices', busyLabel: 'Changing…' },
  { intent: 'industry', label: 'Move to industry', busyLabel: 'Moving…' },
  { intent: 'withdraw', label: 'Withdraw', busyLabel: 'Withdrawing…' },
  { intent: 'bin', label: 'Move to bin', busyLabel: 'Moving…' },
];

/** Of what the filter shows, in code order whatever the list's order is. */
function ExportLinks({ list }: { readonly list: ListAddress }) {
  const hrefAs = (format: string): string =>
    addLinkKey(
      hrefOfList({ ...list, path: `/admin/reports/export/${format}`, sort: list.defaultSort }),
    );
  return (
    <>
      <a className="admin-button" href={hrefAs('xlsx')}>
        Export XLSX
      </a>
      <a className="admin-button" href={hrefAs('csv')}>
        CSV
      </a>
    </>
  );
}

const Empty = ({ mayEdit }: { readonly mayEdit: boolean }) => (
  <>
    <p>There are no reports yet.</p>
    {mayEdit && (
      <p>
        <a href={reportPaths.create}>Write the first one</a> or{' '}
        <a href="/admin/imports">import a sheet</a>.
      </p>
    )}
  </>
);

const tones = { draft: 'open', scheduled: 'open', published: 'good', withdrawn: 'bad' } as const;

function State({ row }: { readonly row: StaffReportRow }) {
  const { state, hasDraft, publishAt, failure, blocking, warnings } = row;
  if (state === 'bin') return <Badge tone="bad">In the bin</Badge>;
  const name = reportStates.find(([value]) => value === state)?.[1];
  return (
    <span className="admin-badges">
      <Badge tone={tones[state]}>{name}</Badge>
      {hasDraft && state !== 'draft' && <Badge tone="open">Draft changes</Badge>}
      {publishAt && (
        <Badge tone={failure ? 'bad' : 'open'}>{failure ? 'Not published' : 'Planned'}</Badge>
      )}
      {!!blocking && <Badge tone="bad">{blocking} to fix</Badge>}
      {!blocking && !!warnings && <Badge>{warnings} to check</Badge>}
    </span>
  );
}

const Cover = ({ row: { code, state, hasCoverFile } }: { readonly row: StaffReportRow }) =>
  state === 'published' && (
    <img
      className="admin-cover"
      src={hasCoverFile ? paths.coverPicture(code) : paths.cover(code)}
      alt=""
      width="30"
      height="40"
      loading="lazy"
    />
  );

const listColumns = (currency: string): Column<StaffReportRow>[] => [
  { key: 'cover', label: 'Cover', isMinor: true, render: (row) => <Cover row={row} /> },
  { key: 'title', label: 'Title', sort: 'ascending', isMain: true, render: (row) => row.title },
  {
    key: 'code',
    label: 'Code',
    sort: 'ascending',
    render: ({ code }) => <span className="edit-code">{code}</span>,
  },
  { key: 'industry', label: 'Industry', render: ({ industry }) => industry },
  { key: 'state', label: 'State', render: (row) => <State row={row} /> },
  {
    key: 'edition',
    label: 'Edition',
    isNumber: true,
    isMinor: true,
    render: ({ edition }) => edition ?? 1,
  },
  {
    key: 'price',
    label: 'Price from',
    sort: 'descending',
    isNumber: true,
    render: ({ lowestCents }) => (lowestCents === null ? '–' : formatMoney(lowestCents, currency)),
  },
  {
    key: 'published',
    label: 'Published',
    sort: 'descending',
    render: ({ publishedOn, releasedAt }) => (
      <span className="admin-nowrap">{releasedAt ? formatDate(publishedOn) : '–'}</span>
    ),
  },
  { key: 'sold', label: 'Sold', isNumber: true, isMinor: true, render: ({ sold }) => sold ?? 0 },
  {
    key: 'edited',
    label: 'Edited',
    sort: 'descending',
    render: ({ editedAt, editedBy }) => (
      <>
        <Time at={editedAt} /> {editedBy}
      </>
    ),
  },
];

/** Under a list without rows: what visitors find for the words that no title has. */
function NearestReports({ reports }: { readonly reports: readonly Found[] }) {
  if (reports.length === 0) return null;
  return (
    <AdminSection title="What visitors find for these words">
      <ul className="admin-found">
        {reports.map(({ id, title, note }) => (
          <li key={id}>
            <a href={reportPaths.edit(Number(id))}>{title}</a>{' '}
            <span className="admin-by">{note}</span>
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}

const views = [
  { label: 'Drafts', filters: { view: 'drafts' } },
  { label: 'Mine', filters: { view: 'mine' } },
  { label: 'Scheduled', filters: { view: 'scheduled' } },
  { label: 'Stale', filters: { view: 'stale' } },
  { label: 'Nothing to deliver', filters: { view: 'unsold' } },
];

/** The states of reports, as staff read them. */
const reportStates = [
  ['draft', 'Draft'],
  ['scheduled', 'Scheduled'],
  ['published', 'Published'],
  ['withdrawn', 'Withdrawn'],
] as const;

const checkNames = [
  ['clear', 'Can be published'],
  ['blocking', 'Can’t be published'],
  ['any', 'With warnings'],
] as const;

/** The filters of the list of reports. */
const ReportFilters = ({
  list,
  currency,
  industries,
}: {
  readonly list: ListAddress;
  readonly currency: string;
  readonly industries: readonly (readonly [slug: string, name: string])[];
}) => (
  <FilterBar list={list} views={views}>
    <TextFilter list={list} name="words" label="Title or code" />
    <SelectFilter list={list} name="state" label="State" options={reportStates} />
    <SelectFilter list={list} name="industry" label="Industry" options={industries} />
    <TextFilter list={list} name="author" label="Author" />
    <TextFilter list={list} name="year" label="Year" />
    <TextFilter list={list} name="min" label={`Price from ${currency}`} />
    <TextFilter list={list} name="max" label={`Price to ${currency}`} />
    <SelectFilter list={list} name="checks" label="Checks" options={checkNames} />
  </FilterBar>
);
