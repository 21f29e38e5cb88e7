import type { Route } from './+types/placed-reports.ts';
import { placeKinds, type PlaceKind } from '#core/catalogue/search/search-word.model.ts';
import { paths } from '#src/paths.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm, FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { fieldProps, SelectField, TextField } from '#admin/frame/fields.tsx';
import { FilterBar, SelectFilter, TextFilter } from '#admin/frame/filter-bar.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { readListAddress } from '#admin/frame/list-address.ts';
import type { Column } from '#admin/frame/list-table.tsx';
import { List } from '#admin/frame/list.tsx';
import { readId } from '#admin/frame/read-id.ts';
import { readTyped } from '#admin/frame/read-typed.ts';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { readIntent } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { kindNames, SearchWordTabs } from './search-word-tabs.tsx';

export const handle: AdminHandle = { verb: 'synonym.edit' };

const path = '/admin/synonyms/reports';

const readKind = (text: string | undefined): PlaceKind =>
  placeKinds.find((kind) => kind === text) ?? 'pin';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { words: searchWords } = context.get(appContext).catalogue.search;
  const list = readListAddress(request.url, {
    filters: { q: 'text', kind: placeKinds },
    others: ['term', 'means'],
    sorts: [],
    defaultSort: 'term',
  });
  const { after, before, filters } = list;
  const kinds = filters['kind'] === undefined ? placeKinds : [readKind(filters['kind'])];
  const wanted = { kinds, words: filters['q'], after, before };
  return {
    list,
    page: unwrap(await searchWords.list(context.get(staffContext).actor, wanted)),
    typed: readTyped(request.url, ['term', 'means', 'kind']),
  };
}

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { fields } = form;
  const intent = readIntent(['add', 'remove'], fields['intent']);
  if (!intent) return respondRejected(unknownForm, fields);
  const { words: searchWords } = context.get(appContext).catalogue.search;
  if (intent === 'add') {
    const { term = '', means = '' } = fields;
    const kind = readKind(fields['kind']);
    const added = await searchWords.add(actor, { kind, term, means, oneWay: true });
    if (!added.ok) return respondRejected(added, fields, { intent });
    const where = kind === 'pin' ? 'comes first' : 'is not shown';
    const message = `${added.value.means} now ${where} in a search for “${added.value.term}”.`;
    return redirectWithMessage(context, path, message);
  }
  const removed = await searchWords.remove(actor, readId(fields['id'] ?? ''));
  if (!removed.ok) return respondRejected(removed, {}, { intent });
  // The form has what was removed, to add it again.
  const { term, means, kind } = removed.value;
  const message = `${means} stands where it belongs in a search for “${term}” again.`;
  return redirectWithMessage(
    context,
    `${path}?${new URLSearchParams({ term, means, kind })}`,
    message,
  );
}

/** Reports that come first for a search, or are left out of it. */
export default function PlacedReports({ loaderData, actionData }: Route.ComponentProps) {
  const { list, page, typed } = loaderData;
  return (
    <AdminPage title="First and hidden reports">
      <SearchWordTabs current="placed" />
      {actionData?.intent === 'remove' && <FormErrors rejected={actionData} />}
      <AdminSection title="Place a report" id="new">
        <p className="admin-by">
          For just this search, in any case; “market” and “report” beside it make no difference.
        </p>
        <AdminForm intent="add" rejected={actionData}>
          <div className="admin-row">
            <TextField
              label="Search"
              hint="As visitors type it, such as green steel."
              maxLength={120}
              required
              {...fieldProps('term', typed.term, actionData)}
            />
            <TextField
              label="Report"
              hint="Its code."
              maxLength={60}
              required
              {...fieldProps('means', typed.means, actionData)}
            />
            <SelectField
              label="Place"
              options={placeKinds.map((kind) => [kind, kindNames[kind]])}
              {...fieldProps('kind', typed.kind, actionData)}
            />
          </div>
          <div className="admin-buttons">
            <SubmitButton busyLabel="Saving…">Place report</SubmitButton>
          </div>
        </AdminForm>
      </AdminSection>
      <FilterBar list={list}>
        <TextFilter list={list} name="q" label="Search or code" />
        <SelectFilter
          list={list}
          name="kind"
          label="Place"
          options={placeKinds.map((kind) => [kind, kindNames[kind]])}
        />
      </FilterBar>
      <List
        list={list}
        page={page}
        noun={['placed report', 'placed reports']}
        columns={columns}
        rowKey={({ id }) => String(id)}
        empty={<p>The search decides alone which report comes first.</p>}
      />
    </AdminPage>
  );
}

type Row = Route.ComponentProps['loaderData']['page']['rows'][number];

const columns: readonly Column<Row>[] = [
  {
    key: 'term',
    label: 'Search',
    isMain: true,
    render: ({ term }) => <a href={paths.search(term)}>{term}</a>,
  },
  {
    key: 'report',
    label: 'Report',
    render: ({ means, reportTitle }) =>
      reportTitle === null ? `${means}, which no report has any more` : `${means} ${reportTitle}`,
  },
  { key: 'kind', label: 'Place', render: ({ kind }) => kindNames[kind] },
  {
    key: 'remove',
    label: 'Change',
    render: ({ id, term, means }) => (
      <IntentButton
        intent="remove"
        label="Remove"
        busyLabel="Removing…"
        name={`Remove ${means} for ${term}`}
        fields={{ id: String(id) }}
      />
    ),
  },
];
