import type { Tx } from '../../deps.ts';
import { greet, renderEmail } from '../../kernel/email-layout.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import { formatMinuteIn } from '../../kernel/time-zone.model.ts';
import type { ScheduledAct } from '../../kernel/schedule.ts';
import { findZone } from '../../kernel/zone-names.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { lockReportById, type StoredReport } from '../writing/stored-reports.store.ts';
import type { ReportVerbs } from './act-on-report.ts';
import {
  describePublication,
  refuseRequest,
  refuseRevision,
  type PublishRequest,
  type Publishing,
} from './publish.ts';
import { lockDraft } from './drafts.store.ts';
import {
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

/** Drafts that are published at a chosen time. */
export class Schedules {
  readonly #deps: EditingDeps;
  readonly #verbs: ReportVerbs;
  readonly #publishing: Publishing;

  constructor(
    deps: EditingDeps,
    parts: { readonly reportVerbs: ReportVerbs; readonly publishing: Publishing },
  ) {
    this.#deps = deps;
    this.#verbs = parts.reportVerbs;
    this.#publishing = parts.publishing;
  }

  /**
   * A job publishes this revision of the draft at its time, in the place of an earlier schedule. What
   * is edited later is not in it. `conflict` where the draft was changed since or the report is in the
   * bin, `invalid` for a time that is past or an unknown zone.
   */
  plan(actor: StaffActor, reportId: number, request: ScheduleRequest): Promise<Outcome<undefined>> {
    return this.#verbs.act(
      { actor, verb: 'report.publish', reportId },
      async (tx, report, audit) => {
        const now = this.#deps.clock();
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
      },
    );
  }

  /** Nothing is published by itself. `conflict` where nothing was scheduled. */
  cancel(actor: StaffActor, reportId: number): Promise<Outcome<undefined>> {
    return this.#verbs.act(
      { actor, verb: 'report.publish', reportId },
      async (tx, report, audit) => {
        const wasPlanned = await removeSchedule(tx, reportId);
        if (!wasPlanned && report.state !== 'scheduled')
          return fail('conflict', 'This report is not scheduled.');
        if (report.state === 'scheduled')
          await this.#deps.writer.write(tx, [{ code: report.code, state: 'draft' }], {
            actor: actor.name,
          });
        audit({ before: { isScheduled: true }, after: { isScheduled: false } });
        return ok(undefined);
      },
    );
  }

  /**
   * What the schedule does with drafts whose time has come. One that its checks keep from being
   * published stays a draft, and the person who scheduled it gets an email.
   */
  readonly act: ScheduledAct = {
    atOnce: 1,
    act: ([reportId = 0], { now }) =>
      this.#deps.db.transaction().execute(async (tx) => {
        const report = await lockReportById(tx, reportId);
        const due = report && (await readDueSchedule(tx, reportId, now));
        if (due) await this.#publishOne(tx, report, due);
      }),
  };

  async #publishOne(tx: Tx, report: StoredReport, due: DueSchedule): Promise<void> {
    const { changes, kind, reason, name } = due;
    const actor = { programName: `the schedule of ${name}` };
    const entry = { actor, verb: 'report.publish', thing: { kind: 'report', id: report.code } };
    const given = { changes, kind, reason, actorName: `${name} (scheduled)` };
    const published = await this.#publishing.publishIn(tx, report, given);
    if (published.ok) {
      const change = describePublication(report, changes, published.value);
      return this.#deps.audit.record(tx, { ...entry, verb: 'report.publish', change });
    }
    const problems = Object.values(published.errors ?? {}).flat();
    const failure = problems.length > 0 ? problems.join('\n') : published.message;
    await noteFailure(tx, report.id, { failedAt: this.#deps.clock(), failure });
    await this.#deps.audit.record(tx, {
      ...entry,
      verb: 'report.publish',
      refusal: { ...published, message: failure },
    });
    await this.#emailFailure(tx, { report, due, failure });
  }

  async #emailFailure(
    tx: Tx,
    { report, due, failure }: { report: StoredReport; due: DueSchedule; failure: string },
  ): Promise<void> {
    const { origin } = this.#deps;
    const publisher = await this.#deps.getLetterhead(tx);
    const scheduledFor = formatMinuteIn(due.publishAt, publisher.timeZone);
    const email = renderEmail({
      to: due.email,
      publisher,
      origin,
      subject: `Not published: ${report.code}`,
      opening: [
        greet(due.name),
        `The report ${report.code} was scheduled for ${scheduledFor} and was not published:`,
        ...failure.split('\n'),
      ],
      actions: [{ label: 'Open the report', url: `${origin}/admin/reports/${report.id}/edit` }],
      closing: ['Fix this, and publish or schedule it again.'],
      dedupeKey: `schedule-${report.id}-${due.revision}-${due.publishAt.getTime()}`,
      whenMailboxIsFull: 'send',
    });
    await this.#deps.emails.queue(tx, email);
  }
}
