import type { Route } from './+types/synonyms.ts';
import type { App } from '#core/app.ts';
import { meaningKinds } from '#core/catalogue/search/search-word.model.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm, FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { CheckboxField, fieldProps, SelectField, TextField } from '#admin/frame/fields.tsx';
import { FilterBar, SelectFilter, TextFilter } from '#admin/frame/filter-bar.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { hrefOfList } from '#admin/frame/list-address.ts';
import type { Column } from '#admin/frame/list-table.tsx';
import { List } from '#admin/frame/list.tsx';
import { readId } from '#admin/frame/read-id.ts';
import { readTyped } from '#admin/frame/read-typed.ts';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { addLinkKey } from '#admin/work/send-export.ts';
import { appContext } from '#site/context.ts';
import { readIntent, type FieldValues } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { kindNames, SearchWordTabs } from './search-word-tabs.tsx';
import { authors, readKind, readWordList } from './word-list.ts';

export const handle: AdminHandle = { verb: 'synonym.edit' };

const path = '/admin/synonyms';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { words: searchWords } = context.get(appContext).catalogue.search;
  const { actor } = context.get(staffContext);
  const { list, filter } = readWordList(request.url);
  const { after, before } = list;
  const edit = new URL(request.url).searchParams.get('edit');
  return {
    list,
    page: unwrap(await searchWords.list(actor, { ...filter, after, before })),
    edited: edit === null ? undefined : unwrap(await searchWords.get(actor, readId(edit))),
    typed: readTyped(request.url, ['term', 'means', 'kind', 'one-way', 'missed']),
  };
}

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { fields } = form;
  const intent = readIntent(['add', 'change', 'remove'], fields['intent']);
  if (!intent) return respondRejected(unknownForm, fields);
  const { catalogue } = context.get(appContext);
  if (intent === 'remove') {
    const removed = await catalogue.search.words.remove(actor, readId(fields['id'] ?? ''));
    if (!removed.ok) return respondRejected(removed, {}, { intent });
    // The form has what was removed, to add it again.
    const { term, means, kind, oneWay } = removed.value;
    const message = `“${term}” and “${means}” was removed. To undo this, add it again.`;
    const again = { term, means, kind, ...(oneWay ? { 'one-way': '1' } : {}) };
    return redirectWithMessage(context, `${path}?${new URLSearchParams(again)}`, message);
  }
  const saved =
    intent === 'add'
      ? await addWord(catalogue.search, actor, fields)
      : await catalogue.search.words.change(actor, readId(fields['id'] ?? ''), toWord(fields));
  if (!saved.ok) return respondRejected(saved, fields, { intent });
  const { term, means, oneWay } = saved.value;
  const next = fields['missed'] ? `${path}/missed` : path;
  const message = oneWay
    ? `The search now takes “${term}” for “${means}”.`
    : `The search now treats “${term}” and “${means}” as the same.`;
  return redirectWithMessage(context, next, message);
}

const toWord = (fields: FieldValues) => ({
  kind: readKind(fields['kind']),
  term: fields['term'] ?? '',
  means: fields['means'] ?? '',
  oneWay: fields['one-way'] === '1',
});

/** A row that comes from a search that found nothing takes that search off its list. */
async function addWord(
  { words, missed }: App['catalogue']['search'],
  actor: StaffActor,
  fields: FieldValues,
): Promise<Outcome<ReturnType<typeof toWord>>> {
  const added = await words.add(actor, toWord(fields));
  if (!added.ok) return added;
  if (fields['missed']) await missed.remove(actor, fields['missed']);
  return { ok: true, value: { ...toWord(fields), ...added.value, kind: toWord(fields).kind } };
}

/** The meanings of words that visitors type. */
export default function Synonyms({ loaderData, actionData }: Route.ComponentProps) {
  const { list, page } = loaderData;
  return (
    <AdminPage
      title="Search words"
      actions={
        <>
          <a className="admin-button" href={`${path}/import`}>
            Import many
          </a>
          <a
            className="admin-button"
            href={addLinkKey(hrefOfList({ ...list, path: `${path}/export` }))}
            download
          >
            Export CSV
          </a>
        </>
      }
    >
      <SearchWordTabs current="synonyms" />
      {actionData?.intent === 'remove' && <FormErrors rejected={actionData} />}
      <WordForm loaderData={loaderData} actionData={actionData} />
      <FilterBar list={list}>
        <TextFilter list={list} name="q" label="Word" />
        <SelectFilter
          list={list}
          name="kind"
          label="Kind"
          options={meaningKinds.map((kind) => [kind, kindNames[kind]])}
        />
        <SelectFilter list={list} name="by" label="Written by" options={authors} />
      </FilterBar>
      <List
        list={list}
        page={page}
        noun={['word', 'words']}
        columns={columns}
        rowKey={({ id }) => String(id)}
        empty={<p>There are no words yet: a search finds only what reports contain.</p>}
      />
    </AdminPage>
  );
}

type FormProps = Pick<Route.ComponentProps, 'loaderData' | 'actionData'>;

/** A new row, or one that is changed. */
function WordForm({ loaderData, actionData }: FormProps) {
  const { edited } = loaderData;
  const typed = edited
    ? { ...edited, missed: undefined, isOneWay: edited.oneWay }
    : { ...loaderData.typed, isOneWay: loaderData.typed['one-way'] === '1' };
  const missed = actionData?.values['missed'] ?? typed.missed;
  const isOneWay = actionData ? actionData.values['one-way'] === '1' : typed.isOneWay;
  const title = missed ? `Nothing was found for “${missed}”` : 'New words';
  return (
    <AdminSection title={edited ? `Change “${edited.term}”` : title} id="new">
      <p className="admin-by">
        A search for the word also finds reports with the other. Companies, words of other
        languages, and formulas are used only where no report has the word.
      </p>
      <AdminForm intent={edited ? 'change' : 'add'} rejected={actionData}>
        {missed && <input type="hidden" name="missed" value={missed} />}
        {edited && <input type="hidden" name="id" value={edited.id} />}
        <div className="admin-row">
          <TextField
            label="Word or words"
            hint="As visitors type it, such as EV."
            maxLength={60}
            required
            {...fieldProps('term', typed.term ?? typed.missed, actionData)}
          />
          <TextField
            label="Means the same as"
            hint="As titles have it, such as electric vehicle."
            maxLength={60}
            required
            {...fieldProps('means', typed.means, actionData)}
          />
          <SelectField
            label="Kind"
            options={meaningKinds.map((kind) => [kind, kindNames[kind]])}
            {...fieldProps('kind', typed.kind, actionData)}
          />
        </div>
        <CheckboxField
          name="one-way"
          label="One way only"
          hint="A search for “yellow metal” finds gold, and one for gold does not look for yellow metal."
          defaultChecked={isOneWay}
        />
        <div className="admin-buttons">
          <SubmitButton busyLabel="Saving…">{edited ? 'Save' : 'Add words'}</SubmitButton>
          {edited && <a href={path}>Cancel</a>}
        </div>
      </AdminForm>
    </AdminSection>
  );
}

type Row = Route.ComponentProps['loaderData']['page']['rows'][number];

const columns: readonly Column<Row>[] = [
  { key: 'term', label: 'Word or words', isMain: true, render: ({ term }) => term },
  {
    key: 'means',
    label: 'Means',
    render: ({ means, oneWay }) => (oneWay ? `→ ${means}` : `↔ ${means}`),
  },
  { key: 'kind', label: 'Kind', render: ({ kind }) => kindNames[kind] },
  { key: 'by', label: 'Written by', render: ({ by }) => (by === 'us' ? 'Built in' : 'Your team') },
  {
    key: 'change',
    label: 'Change',
    render: ({ id, term, means }) => (
      <div className="admin-buttons">
        <a
          className="admin-button"
          href={`${path}?edit=${id}#new`}
          aria-label={`Edit ${term} and ${means}`}
        >
          Edit
        </a>
        <IntentButton
          intent="remove"
          label="Remove"
          busyLabel="Removing…"
          name={`Remove ${term} and ${means}`}
          fields={{ id: String(id) }}
        />
      </div>
    ),
  },
];
