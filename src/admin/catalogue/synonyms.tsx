import type { Route } from './+types/synonyms.ts';
import type { App } from '#core/app.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm, FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { fieldProps, TextField } from '#admin/frame/fields.tsx';
import { FilterBar, TextFilter } from '#admin/frame/filter-bar.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { readListAddress } from '#admin/frame/list-address.ts';
import type { Column } from '#admin/frame/list-table.tsx';
import { List } from '#admin/frame/list.tsx';
import { readTyped } from '#admin/frame/read-typed.ts';
import { readId } from '#admin/frame/read-id.ts';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { readIntent, type FieldValues } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { SearchWordTabs } from './search-word-tabs.tsx';

export const handle: AdminHandle = { verb: 'synonym.edit' };

const path = '/admin/synonyms';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { synonyms } = context.get(appContext).catalogue;
  const list = readListAddress(request.url, {
    filters: { q: 'text' },
    sorts: [],
    defaultSort: 'term',
  });
  const { after, before, filters } = list;
  const wanted = { words: filters['q'], after, before };
  return {
    list,
    page: unwrap(await synonyms.list(context.get(staffContext).actor, wanted)),
    typed: readTyped(request.url, ['term', 'means', 'missed']),
  };
}

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { fields } = form;
  const intent = readIntent(['add', 'remove'], fields['intent']);
  if (!intent) return respondRejected(unknownForm, fields);
  const { catalogue } = context.get(appContext);
  if (intent === 'add') {
    const added = await addSynonym(catalogue, actor, fields);
    if (!added.ok) return respondRejected(added, fields, { intent });
    const next = fields['missed'] ? `${path}/missed` : path;
    return redirectWithMessage(context, next, `The search now treats ${added.value} as the same.`);
  }
  const removed = await catalogue.synonyms.remove(actor, readId(fields['id'] ?? ''));
  if (!removed.ok) return respondRejected(removed, {}, { intent });
  // The form has what was removed, to add it again.
  const { term, means } = removed.value;
  const message = `The pair “${term}” and “${means}” was removed. To undo this, add it again.`;
  return redirectWithMessage(context, `${path}?${new URLSearchParams({ term, means })}`, message);
}

/** A pair that comes from a search that found nothing takes that search off its list. */
async function addSynonym(
  { synonyms, missedSearches }: App['catalogue'],
  actor: StaffActor,
  { term = '', means = '', missed = '' }: FieldValues,
): Promise<Outcome<string>> {
  const added = await synonyms.add(actor, { term, means });
  if (!added.ok) return added;
  if (missed !== '') await missedSearches.remove(actor, missed);
  return { ok: true, value: `“${added.value.term}” and “${added.value.means}”` };
}

/** Words that mean the same. */
export default function Synonyms({ loaderData, actionData }: Route.ComponentProps) {
  const { list, page, typed } = loaderData;
  const missed = actionData?.values['missed'] ?? typed.missed;
  return (
    <AdminPage title="Search words">
      <SearchWordTabs current="synonyms" />
      {actionData?.intent === 'remove' && <FormErrors rejected={actionData} />}
      <AdminSection title={missed ? `Nothing was found for “${missed}”` : 'New pair'} id="new">
        <p className="admin-by">
          From now on, a search for either also finds reports with the other.
        </p>
        <AdminForm intent="add" rejected={actionData}>
          {missed && <input type="hidden" name="missed" value={missed} />}
          <div className="admin-row">
            <TextField
              label="Word or words"
              hint="As visitors type it, such as EV."
              maxLength={60}
              {...fieldProps('term', typed.term ?? typed.missed, actionData)}
            />
            <TextField
              label="Means the same as"
              hint="As titles have it, such as electric vehicle."
              maxLength={60}
              {...fieldProps('means', typed.means, actionData)}
            />
          </div>
          <div className="admin-buttons">
            <SubmitButton busyLabel="Adding…">Add pair</SubmitButton>
          </div>
        </AdminForm>
      </AdminSection>
      <FilterBar list={list}>
        <TextFilter list={list} name="q" label="Word" />
      </FilterBar>
      <List
        list={list}
        page={page}
        noun={['pair', 'pairs']}
        columns={columns}
        rowKey={({ id }) => String(id)}
        empty={<p>There are no pairs yet: a search finds only words that reports contain.</p>}
      />
    </AdminPage>
  );
}

type Row = Route.ComponentProps['loaderData']['page']['rows'][number];

const columns: readonly Column<Row>[] = [
  { key: 'term', label: 'Word or words', isMain: true, render: ({ term }) => term },
  { key: 'means', label: 'Means the same as', render: ({ means }) => means },
  {
    key: 'remove',
    label: 'Change',
    render: ({ id, term, means }) => (
      <IntentButton
        intent="remove"
        label="Remove"
        busyLabel="Removing…"
        name={`Remove ${term} and ${means}`}
        fields={{ id: String(id) }}
      />
    ),
  },
];
