import type { Route } from './+types/publish-report.ts';
import type { App } from '#core/app.ts';
import type { EditedReport } from '#core/catalogue/index.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm, type RejectedForm } from '#site/form-fields.ts';
import { useStoreZone } from '#ui/store-zone.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { finishIntent, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { ReportFrame, toHead, type ReportHead } from './editor/report-frame.tsx';
import { FindingList } from './publish/finding-list.tsx';
import { PublishForm, ScheduleForm } from './publish/publish-forms.tsx';
import { formatInZone, readZonedTime } from '#admin/frame/zoned-time.ts';
import { readListQuery, withList } from './list-behind.ts';
import { reportPaths } from './report-paths.ts';
import { readFieldId, readId } from '#admin/frame/read-id.ts';

export const handle: AdminHandle = { verb: 'report.read' };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { editing } = context.get(appContext).catalogue;
  const { actor, may } = context.get(staffContext);
  const id = readId(params.id);
  const report = unwrap(await editing.drafts.open(actor, id));
  return {
    head: toHead(report, request.url, may),
    slug: report.slug,
    findings: unwrap(await editing.drafts.check(actor, id)),
    mayPublish: may('report.publish') && report.state !== 'bin',
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const id = readId(params.id);
  const done = await doIntent(context.get(appContext), actor, id, form.fields);
  const path = withList(reportPaths.publish(id), readListQuery(request.url));
  return finishIntent(context, done, path);
}

/** Does what the button asks for and returns it as a sentence. */
async function doIntent(
  { catalogue: { editing }, store }: App,
  actor: StaffActor,
  id: number,
  fields: Readonly<Record<string, string>>,
): Promise<Outcome<string>> {
  const { intent, reason = '' } = fields;
  const kind = fields['kind'] === 'new-edition' ? 'new-edition' : 'correction';
  const request = { revision: readFieldId(fields['revision']), kind, reason } as const;
  if (intent === 'publish') {
    const published = await editing.publishing.publish(actor, id, request);
    if (!published.ok) return published;
    const { edition } = published.value;
    return ok(edition ? `Edition ${edition} was published.` : 'The report was published.');
  }
  if (intent === 'schedule') {
    const storeZone = await store.getTimeZone();
    const read = readZonedTime(fields, 'publishAt', storeZone);
    if (!read.ok) return read;
    const { instant, zone } = read.value;
    const done = await editing.schedules.plan(actor, id, { ...request, publishAt: instant, zone });
    const time = formatInZone(instant, zone, storeZone);
    return done.ok ? ok(`It will be published on ${time}.`) : done;
  }
  if (intent === 'unschedule') {
    const done = await editing.schedules.cancel(actor, id);
    return done.ok ? ok('Nothing is scheduled any more.') : done;
  }
  return fail('malformed', 'Choose what to do.');
}

/** The findings of the checks, and the ways to publish. */
export default function PublishReport({ loaderData, actionData }: Route.ComponentProps) {
  const { head, findings, mayPublish, slug } = loaderData;
  const { blocking, warnings } = findings;
  const isBlocked = blocking.length > 0;
  return (
    <ReportFrame
      head={head}
      part="publish"
      actions={
        head.state === 'published' && (
          <>
            <a className="admin-button" href={`/${slug}`}>
              See the page
            </a>
            {mayPublish && (
              <a className="admin-button" href={reportPaths.create} data-key="c">
                New report
              </a>
            )}
          </>
        )
      }
    >
      <AdminSection title="Checks">
        {isBlocked && (
          <>
            {/* The focus moves to what has to be mended; a refused form takes it itself. */}
            <p tabIndex={-1} autoFocus={!actionData}>
              This keeps the report from being published:
            </p>
            <FindingList head={head} findings={blocking} label="Blocking" />
          </>
        )}
        {warnings.length > 0 && (
          <>
            <p>Check these, and go on if they are right:</p>
            <FindingList head={head} findings={warnings} label="Warnings" />
          </>
        )}
        {!isBlocked && warnings.length === 0 && <p>No problem was found.</p>}
      </AdminSection>
      {mayPublish && <Ways head={head} isBlocked={isBlocked} answer={actionData} />}
    </ReportFrame>
  );
}

function Ways({
  head,
  isBlocked,
  answer,
}: {
  readonly head: ReportHead;
  readonly isBlocked: boolean;
  readonly answer: RejectedForm | undefined;
}) {
  const { revision, isReleased, schedule } = head;
  const rejected = (intent: string) => findRejectedForm(answer, intent);
  const common = { revision, isReleased };
  return (
    <>
      <AdminSection title="Publish">
        {head.state === 'published' && head.changed.length === 0 && (
          <p>The page already matches the draft: only a new edition can be published.</p>
        )}
        {isBlocked ? (
          <p>Fix what blocks it first.</p>
        ) : (
          <PublishForm {...common} idPrefix="publish-" rejected={rejected('publish')} />
        )}
      </AdminSection>
      <AdminSection title="Schedule" id="schedule">
        {schedule && <Planned head={head} schedule={schedule} rejected={rejected('unschedule')} />}
        <ScheduleForm
          {...common}
          idPrefix="schedule-"
          rejected={rejected('schedule')}
          planned={schedule}
        />
      </AdminSection>
    </>
  );
}

function Planned({
  head,
  schedule,
  rejected,
}: {
  readonly head: ReportHead;
  readonly schedule: NonNullable<EditedReport['schedule']>;
  readonly rejected: RejectedForm | undefined;
}) {
  const { by, failure, revision } = schedule;
  const time = formatInZone(schedule.publishAt, schedule.zone, useStoreZone());
  return (
    <>
      {failure ? (
        <p className="error">
          It was not published on {time}: {failure}
        </p>
      ) : (
        <p>
          {by} has scheduled it for {time}.
        </p>
      )}
      {!failure && revision < head.revision && (
        <p className="error">
          The draft was changed since: these changes are not in what will be published. Schedule it
          again below to have them in it.
        </p>
      )}
      <AdminForm intent="unschedule" rejected={rejected}>
        <p>
          <SubmitButton className="admin-button" busyLabel="Cancelling…">
            Cancel the schedule
          </SubmitButton>
        </p>
      </AdminForm>
    </>
  );
}
