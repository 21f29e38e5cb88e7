import type { Route } from './+types/report-versions.ts';
import type { App } from '#core/app.ts';
import type { VersionList } from '#core/catalogue/index.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm } from '#site/form-fields.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { formatDate } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { staffContext } from '#admin/context.ts';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { ReportFrame, toHead } from './editor/report-frame.tsx';
import { readListQuery, withList } from './list-behind.ts';
import { reportPaths, toNumber } from './report-paths.ts';
import { readId } from '#admin/frame/read-id.ts';
import { Differences } from './versions/differences.tsx';
import { listFieldNames, type FieldNames } from './versions/field-names.ts';
import { LifeForms } from './versions/life-forms.tsx';
import { FormKey } from '#admin/frame/form-key.tsx';

export const handle: AdminHandle = { verb: 'report.read' };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { catalogue, store } = context.get(appContext);
  const { actor, may } = context.get(staffContext);
  const id = readId(params.id);
  const { searchParams } = new URL(request.url);
  const before = toNumber(searchParams.get('before') ?? '') || undefined;
  const { editing } = catalogue;
  const head = toHead(unwrap(await editing.drafts.open(actor, id)), request.url, may);
  const { currency, licences } = await store.getSettings();
  return {
    head,
    ...unwrap(await editing.versions.list(actor, id, before)),
    comparison: await compare(context.get(appContext), actor, id, searchParams),
    currency,
    names: listFieldNames(licences),
    mayEdit: may('report.edit') && head.state !== 'bin',
    rights: {
      mayWithdraw: may('report.withdraw'),
      mayBin: may('report.bin'),
      mayDelete: may('report.delete-for-ever'),
      mayChangeCode: may('report.edit'),
    },
  };
}

/** Compares two versions if the address names two. */
async function compare(
  { catalogue }: App,
  actor: StaffActor,
  id: number,
  searchParams: URLSearchParams,
) {
  const from = toNumber(searchParams.get('from') ?? '');
  const to = searchParams.get('to') ?? '';
  if (!from || !to) return undefined;
  const pair = { from, to: to === 'draft' ? ('draft' as const) : readId(to) };
  const differences = unwrap(await catalogue.editing.versions.compare(actor, id, pair));
  return { ...pair, differences };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const id = readId(params.id);
  const { intent = '' } = form.fields;
  const done = await doIntent(context.get(appContext), actor, id, form.fields);
  if (!done.ok) return respondRejected(done, form.fields, { intent });
  const { path = reportPaths.versions(id), message } = done.value;
  const behind = readListQuery(request.url);
  const next = path === reportPaths.bin ? path : withList(path, behind);
  return redirectWithMessage(context, next, message);
}

type Done = { readonly message: string; readonly path?: string };
const say = (done: Outcome<unknown>, message: string, path?: string): Outcome<Done> =>
  done.ok ? ok({ message, ...(path ? { path } : {}) }) : done;

async function doIntent(
  { catalogue: { editing } }: App,
  actor: StaffActor,
  id: number,
  fields: Readonly<Record<string, string>>,
): Promise<Outcome<Done>> {
  switch (fields['intent']) {
    case 'restore': {
      const restored = await editing.versions.restore(actor, id, toNumber(fields['number']));
      const message =
        'The draft now has the content of that version. Publish it to change the page.';
      return say(restored, message, reportPaths.edit(id));
    }
    case 'withdraw':
      return say(await editing.bin.withdraw(actor, id), 'The report was withdrawn.');
    case 'bin':
      return say(await editing.bin.put(actor, id), 'The report is in the bin for 30 days.');
    case 'unbin':
      return say(await editing.bin.takeOut(actor, id), 'The report was taken out of the bin.');
    case 'delete': {
      const deleted = await editing.bin.deleteForEver(actor, id);
      return say(deleted, 'The report was deleted permanently.', reportPaths.bin);
    }
    case 'code': {
      const code = (fields['code'] ?? '').trim();
      return say(await editing.drafts.changeCode(actor, id, code), `The code is ${code}.`);
    }
    default:
      return fail('malformed', 'Choose what to do.');
  }
}

/** The report's versions, their differences, and the ends of its life. */
export default function ReportVersions({ loaderData, actionData }: Route.ComponentProps) {
  const { head, comparison, currency, names, rights } = loaderData;
  return (
    <ReportFrame head={head} part="versions">
      {comparison && (
        <AdminSection title={`From version ${comparison.from} to ${nameOf(comparison.to)}`}>
          <Differences differences={comparison.differences} names={names} currency={currency} />
        </AdminSection>
      )}
      <VersionTable {...loaderData} />
      <Editions editions={loaderData.editions} />
      <LifeForms
        head={head}
        rights={rights}
        findRejected={(intent) => findRejectedForm(actionData, intent)}
      />
    </ReportFrame>
  );
}

const nameOf = (version: number | 'draft'): string =>
  version === 'draft' ? 'the draft' : `version ${version}`;

type VersionTableProps = Pick<
  Route.ComponentProps['loaderData'],
  'head' | 'names' | 'versions' | 'current' | 'next' | 'mayEdit'
>;

function VersionTable(props: VersionTableProps) {
  const { head, names, versions, current, next, mayEdit } = props;
  const path = reportPaths.versions(head.id);
  const hrefOf = (query: string) => withList(`${path}?${query}`, head.listQuery);
  return (
    <AdminSection
      title="Versions"
      aside={
        head.changed.length > 0 && (
          <a href={hrefOf(`from=${current}&to=draft`)}>
            Compare {head.isReleased ? 'the page' : nameOf(current)} with the draft
          </a>
        )
      }
    >
      <ol className="edit-versions">
        {versions.map(({ number, madeAt, madeBy, changed }) => (
          <li key={number}>
            <p>
              <b>Version {number}</b>
              {number === current && ' (newest)'}, <Time at={madeAt} />, {madeBy}
            </p>
            <p>{number === 1 ? 'The first one.' : describeChanged(changed, names)}</p>
            <div className="admin-buttons">
              {number > 1 && (
                <a href={hrefOf(`from=${number - 1}&to=${number}`)}>See what changed</a>
              )}
              {mayEdit && (number !== current || head.changed.length > 0) && (
                <form method="post">
                  <FormKey />
                  <input type="hidden" name="intent" value="restore" />
                  <input type="hidden" name="number" value={number} />
                  <SubmitButton
                    className="admin-button"
                    busyLabel="Restoring…"
                    aria-label={`Restore version ${number} into the draft`}
                  >
                    Restore into the draft
                  </SubmitButton>
                </form>
              )}
            </div>
          </li>
        ))}
      </ol>
      {next && <a href={hrefOf(`before=${next}`)}>Older versions</a>}
    </AdminSection>
  );
}

const describeChanged = (
  changed: VersionList['versions'][number]['changed'],
  names: FieldNames,
): string =>
  changed.length === 0
    ? 'Its state changed.'
    : changed.map((field) => names[field] ?? field).join(', ');

const Editions = ({ editions }: Pick<VersionList, 'editions'>) => (
  <AdminSection title="Editions">
    <ul className="edit-versions">
      {editions.map(({ number, publishedOn, versionNumber, reason }) => (
        <li key={number}>
          <b>Edition {number}</b>, {formatDate(publishedOn)}: the content of version {versionNumber}
          . {reason}
        </li>
      ))}
    </ul>
  </AdminSection>
);
