import { isDraftField } from '#core/catalogue/fields/report-fields.model.ts';
import type { Route } from './+types/edit-report.ts';
import type { SavedFields } from '#core/catalogue/index.ts';
import { fail, type Refusal } from '#core/kernel/outcome.model.ts';
import { appContext, visitContext } from '#site/context.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { PartFields, PriceFields, SearchEnginePreview } from './editor/editor-parts.tsx';
import { compareField } from './editor/compare-field.ts';
import { DataFields } from './editor/data-fields.tsx';
import type { EditorForm } from './editor/editor-fields.tsx';
import { countFieldRows, listFormFields, toTexts } from './editor/field-texts.ts';
import { SaveBar } from './editor/save-bar.tsx';
import type { Texts } from './editor/texts.ts';
import { ReportFrame, toHead } from './editor/report-frame.tsx';
import { PartLinks, reportParts, type ReportPart } from './editor/report-parts.tsx';
import { ReportSales } from './editor/report-sales.tsx';
import { listWrittenParts, ReportText } from './editor/report-text.tsx';
import { describeShown, pickTexts, readPostedChanges } from './editor/save-form.ts';
import { readListQuery, withList } from './list-behind.ts';
import { reportPaths } from './report-paths.ts';
import { listFieldNames } from './versions/field-names.ts';
import { readId } from '#admin/frame/read-id.ts';

export const handle: AdminHandle = { verb: 'report.read' };

/** Authors that are offered by name. */
const maxOffered = 500;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { catalogue, orders, store } = context.get(appContext);
  const { actor, may } = context.get(staffContext);
  const report = unwrap(await catalogue.editing.drafts.open(actor, readId(params.id)));
  const [{ currency, licences }, industries, authors, sales] = await Promise.all([
    store.getSettings(),
    catalogue.industries.list(),
    catalogue.authors.listNames(maxOffered),
    orders.staff.revenue.getReportSales(actor, report.id),
  ]);
  const { values } = report;
  return {
    head: toHead(report, request.url, may),
    slug: report.slug,
    staffId: actor.staffId,
    editors: report.editors,
    revision: report.revision,
    sales: unwrap(sales),
    authors,
    address: new URL(`/${report.slug}`, context.get(visitContext).origin).href,
    values,
    currency,
    licences,
    texts: Object.assign(
      {},
      ...listFormFields(values).map((path) => toTexts(path, values[path], currency)),
    ),
    shown: JSON.stringify(describeShown(values, currency)),
    counts: countFieldRows(values),
    industries: industries.map(({ slug, name }) => [slug, name] as const),
    mayEdit: may('report.edit') && report.state !== 'bin',
  };
}

/** The whole form at once: what browsers without script send, or with one that failed. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { catalogue, store } = context.get(appContext);
  const { actor, form } = context.get(staffContext);
  const { intent } = form.fields;
  if (intent !== 'save' && intent !== 'save-publish') return respondRejected(unknownForm, {});
  const { editing } = catalogue;
  const id = readId(params.id);
  const { values, revision } = unwrap(await editing.drafts.open(actor, id));
  const { currency } = await store.getSettings();
  const reading = { currency, readHtml: (html: string) => editing.pasted.readDescription(html) };
  const changes = readPostedChanges(form.fields, values, reading);
  const saved = await editing.drafts.save(actor, id, { changes, revision });
  if (!saved.ok) return respondRejected(saved, form.fields);
  if (saved.value.conflicts.length > 0)
    return respondRejected(
      describeConflicts(saved.value, changes, currency),
      // Everything else is saved, and shows as it is now.
      pickConflicting(saved.value, form.fields),
    );
  const path = intent === 'save-publish' ? reportPaths.publish(id) : reportPaths.edit(id);
  const behind = readListQuery(request.url);
  return redirectWithMessage(context, withList(path, behind), 'The draft was saved.');
}

function pickConflicting({ conflicts }: SavedFields, posted: Texts): Texts {
  return Object.assign(
    {},
    ...conflicts.map(({ path }) => isDraftField(path) && pickTexts(path, posted)),
  );
}

const maxShownText = 200;

type Change = ReturnType<typeof readPostedChanges>[number];

/** Of each field only what differs, as texts and lists can be long. */
function describeConflicts(
  { conflicts }: SavedFields,
  changes: readonly Change[],
  currency: string,
): Refusal {
  const errors = conflicts.flatMap(({ path, theirs, by }) => {
    if (!isDraftField(path)) return [];
    const mine = changes.find((change) => change.path === path)?.after ?? null;
    const compared = compareField(path, mine, theirs, currency);
    const who = by?.name ?? 'Somebody else';
    const shown = `theirs is ${quote(compared.theirs)}, yours ${quote(compared.mine)}`;
    return [
      [path, [`${who} has changed this meanwhile: ${shown}. Save again to keep yours.`]] as const,
    ];
  });
  return fail(
    'conflict',
    'Others have changed the same fields. Everything else was saved.',
    Object.fromEntries(errors),
  );
}

function quote(text: string): string {
  const line = text.replaceAll('\n', '; ');
  return `“${line.length > maxShownText ? `${line.slice(0, maxShownText)}…` : line}”`;
}

export default function EditReport(props: Route.ComponentProps) {
  const { head, mayEdit } = props.loaderData;
  return (
    <ReportFrame head={head} part="edit">
      {mayEdit ? <Editor {...props} /> : <ReadOnly {...props} />}
    </ReportFrame>
  );
}

function ReadOnly({ loaderData }: Route.ComponentProps) {
  const { head, values, currency, licences, industries } = loaderData;
  return (
    <div className="edit-report">
      <ReportText
        values={values}
        names={listFieldNames(licences)}
        currency={currency}
        industryNames={Object.fromEntries(industries)}
      />
      <aside className="edit-aside">
        <PartLinks parts={listWrittenParts(values)} />
        <ReportSales code={head.code} sales={loaderData.sales} />
      </aside>
    </div>
  );
}

/** One form over everything that a report says. */
function Editor({ loaderData, actionData }: Route.ComponentProps) {
  const { head, texts, shown, currency, values, revision, editors } = loaderData;
  const form = { texts, rejected: actionData };
  return (
    <div
      className="edit-report"
      data-report-editor={head.id}
      data-staff={loaderData.staffId}
      data-revision={revision}
      data-currency={currency}
      data-values={JSON.stringify(values)}
    >
      <AdminForm
        intent="save"
        rejected={actionData}
        idPrefix="field-"
        className="admin-form edit-form"
      >
        <input type="hidden" name="shown" value={actionData?.values['shown'] ?? shown} />
        <fieldset className="edit-all">
          {reportParts.map((part) => (
            <EditorPart key={part.id} part={part} form={form} {...loaderData} />
          ))}
        </fieldset>
        <SaveBar head={head} editors={editors} />
      </AdminForm>
      <aside className="edit-aside">
        <PartLinks />
        <ReportSales code={head.code} sales={loaderData.sales} />
      </aside>
    </div>
  );
}

type EditorPartProps = Pick<
  Route.ComponentProps['loaderData'],
  | 'head'
  | 'slug'
  | 'industries'
  | 'authors'
  | 'counts'
  | 'currency'
  | 'licences'
  | 'revision'
  | 'address'
> & { readonly part: ReportPart; readonly form: EditorForm };

function EditorPart(props: EditorPartProps) {
  const { part, form, head, slug, industries, authors, counts, revision } = props;
  if (part.id === 'prices') return <PriceFields {...props} />;
  if (part.id === 'data')
    return <DataFields form={form} counts={counts.data} draft={{ id: head.id, revision }} />;
  const offered = { industries, authors: authors.map((name) => [name, name] as const) };
  const preview = part.id === 'search' && (
    <SearchEnginePreview form={form} address={props.address} />
  );
  return <PartFields {...{ part, form, slug, counts, offered }} lead={preview} />;
}
