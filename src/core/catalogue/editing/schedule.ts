import type { Tx } from '../../deps.ts';
import { recordAudit } from '../../kernel/audit.ts';
import { greet, renderEmail, type Letterhead } from '../../kernel/email-layout.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import { formatMinuteIn } from '../../kernel/time-zone.model.ts';
import { findZone } from '../../kernel/zone-names.model.ts';
import { queueEmail } from '../../kernel/queue-email.ts';
import type { StaffActor } from '../../staff/model.ts';
import { lockReportById, type StoredReport } from '../writing/stored-reports.store.ts';
import { writeReports } from '../writing/write-reports.ts';
import { actOnReport } from './act-on-report.ts';
import {
  describePublication,
  publishChanges,
  refuseRequest,
  refuseRevision,
  type PublishRequest,
} from './publish.ts';
import { lockDraft } from './drafts.store.ts';
import {
  listDueReports,
  noteFailure,
  putSchedule,
  readDueSchedule,
  removeSchedule,
  type DueSchedule,
} from './schedules.store.ts';
import type { EditingDeps } from './editing-deps.ts';

export type ScheduleRequest = PublishRequest & {
  readonly publishAt: Date;
  /** An IANA name: "Europe/London". */
  readonly zone: string;
};

type ScheduleDeps = EditingDeps & { readonly getLetterhead: (tx: Tx) => Promise<Letterhead> };

/**
 * A job publishes this revision of the draft at its time, in the place of an earlier schedule. What
 * is edited later is not in it. `conflict` where the draft was changed since or the report is in the
 * bin, `invalid` for a time that is past or an unknown zone.
 */
export const schedulePublishing = (
  deps: EditingDeps,
  actor: StaffActor,
  reportId: number,
  request: ScheduleRequest,
): Promise<Outcome<undefined>> =>
  actOnReport(deps, { actor, verb: 'report.publish', reportId }, async (tx, report, audit) => {
    const now = deps.clock();
    const { publishAt, zone, kind, reason } = request;
    if (report.state === 'bin') return fail('conflict', 'This report is in the bin.');
    const draft = await lockDraft(tx, reportId, now);
    const refusal = refuseRevision(draft.revision, request.revision) ?? refuseRequest(request);
    if (refusal) return refusal;
    if (!(publishAt > now)) {
      const sentence = 'Give a time in the future.';
      return fail('invalid', sentence, { publishAt: [sentence] });
    }
    if (findZone(zone) === undefined)
      return fail('invalid', 'Choose a time zone.', { zone: ['Choose one.'] });
    const { revision, changes } = draft;
    const { staffId } = actor;
    const pinned = { revision, changes, kind, reason, publishAt, zone, staffId };
    await putSchedule(tx, { ...pinned, reportId, createdAt: now });
    audit({ after: { publishAt: publishAt.toISOString(), zone, revision, kind } });
    return ok(undefined);
  });

/** Nothing is published by itself. `conflict` where nothing was scheduled. */
export const cancelSchedule = (
  deps: EditingDeps,
  actor: StaffActor,
  reportId: number,
): Promise<Outcome<undefined>> =>
  actOnReport(deps, { actor, verb: 'report.publish', reportId }, async (tx, report, audit) => {
    const wasPlanned = await removeSchedule(tx, reportId);
    if (!wasPlanned && report.state !== 'scheduled')
      return fail('conflict', 'This report is not scheduled.');
    if (report.state === 'scheduled')
      await writeReports(tx, deps, [{ code: report.code, state: 'draft' }], { actor: actor.name });
    audit({ before: { isScheduled: true }, after: { isScheduled: false } });
    return ok(undefined);
  });

/**
 * Job: drafts whose time has come are published, also late. One that its checks keep from it stays
 * unpublished, and the person who scheduled it gets an email.
 */
export async function publishDueDrafts(deps: ScheduleDeps): Promise<void> {
  for (const reportId of await listDueReports(deps.db, deps.clock()))
    await deps.db.transaction().execute(async (tx) => {
      const report = await lockReportById(tx, reportId);
      // Another worker, or somebody in the editor, may have been quicker.
      const due = report && (await readDueSchedule(tx, reportId, deps.clock()));
      if (due) await publishDue(tx, deps, report, due);
    });
}

async function publishDue(
  tx: Tx,
  deps: ScheduleDeps,
  report: StoredReport,
  due: DueSchedule,
): Promise<void> {
  const { changes, kind, reason, name } = due;
  const actor = { programName: `the schedule of ${name}` };
  const entry = { actor, verb: 'report.publish', thing: { kind: 'report', id: report.code } };
  const given = { changes, kind, reason, actorName: `${name} (scheduled)` };
  const published = await publishChanges(tx, deps, report, given);
  if (published.ok) {
    const change = describePublication(report, changes, published.value);
    return recordAudit(tx, deps, { ...entry, verb: 'report.publish', change });
  }
  const problems = Object.values(published.errors ?? {}).flat();
  const failure = problems.length > 0 ? problems.join('\n') : published.message;
  await noteFailure(tx, report.id, { failedAt: deps.clock(), failure });
  await recordAudit(tx, deps, {
    ...entry,
    verb: 'report.publish',
    refusal: { ...published, message: failure },
  });
  await emailFailure(tx, deps, { report, due, failure });
}

async function emailFailure(
  tx: Tx,
  deps: ScheduleDeps,
  { report, due, failure }: { report: StoredReport; due: DueSchedule; failure: string },
): Promise<void> {
  const { origin } = deps;
  const publisher = await deps.getLetterhead(tx);
  const email = renderEmail({
    to: due.email,
    publisher,
    origin,
    subject: `Not published: ${report.code}`,
    opening: [
      greet(due.name),
      `The report ${report.code} was scheduled for ${formatMinuteIn(due.publishAt, publisher.timeZone)} and was not published:`,
      ...failure.split('\n'),
    ],
    actions: [{ label: 'Open the report', url: `${origin}/admin/reports/${report.id}/edit` }],
    closing: ['Fix this, and publish or schedule it again.'],
    dedupeKey: `schedule-${report.id}-${due.revision}-${due.publishAt.getTime()}`,
    whenMailboxIsFull: 'send',
  });
  await queueEmail(deps, tx, email);
}
