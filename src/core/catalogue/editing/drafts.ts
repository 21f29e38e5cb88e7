import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import { type DraftField, isDraftField } from '../fields/report-fields.model.ts';
import { getPriceName } from '../reports/licence.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { mayDo, refuseVerb } from '../../staff/verbs.model.ts';
import type { StoredReportState } from '../reports/report-version.model.ts';
import { getNewestEditionNumber } from '../reports/editions.store.ts';
import { saveLastEdits } from '../writing/last-edits.store.ts';
import { listKnownCodes, readReportById } from '../writing/stored-reports.store.ts';
import { noReport, ReportVerbs } from './act-on-report.ts';
import { toAuditValues } from './audit-values.ts';
import { findReportId } from './staff-list.store.ts';
import {
  applyChanges,
  describeOthers,
  keepNamedPictures,
  mergeChanges,
  readChanges,
  type SavedFields,
  type SaveRequest,
} from './save-fields.ts';
import { isSold } from './bin.store.ts';
import { readDraft, type DraftChecks } from './check-draft.ts';
import type { Findings } from '../writing/checks.model.ts';
import { readDraftField, type ChangedBy, listSaidFields } from './draft.model.ts';
import * as drafts from './drafts.store.ts';
import { completeParts } from './preview.ts';
import { findSchedule, type PlannedPublishing } from './schedules.store.ts';
import type { EditingDeps } from './editing-deps.ts';

/** Everything that the editor of a report shows. */
export type EditedReport = {
  readonly id: number;
  readonly code: string;
  readonly state: StoredReportState;
  readonly isReleased: boolean;
  readonly isSold: boolean;
  readonly edition: number;
  readonly versionNumber: number;
  /** The address that it has once it is published. */
  readonly slug: string;
  readonly revision: number;
  /** Field to what the draft says; null for nothing. */
  readonly values: Readonly<Record<DraftField, unknown>>;
  /** Fields that differ from the published report. */
  readonly changed: readonly DraftField[];
  readonly changedBy: ChangedBy;
  readonly editors: readonly string[];
  readonly schedule?: PlannedPublishing;
};

const presenceMs = 30_000;

export type NewReport = {
  readonly code: string;
  readonly title: string;
  readonly industry: string;
};

/** The drafts of reports. */
export class Drafts {
  readonly #deps: EditingDeps;
  readonly #verbs: ReportVerbs;
  readonly #checks: DraftChecks;

  constructor(
    deps: EditingDeps,
    parts: { readonly reportVerbs: ReportVerbs; readonly checks: DraftChecks },
  ) {
    this.#deps = deps;
    this.#verbs = parts.reportVerbs;
    this.#checks = parts.checks;
  }

  /** The draft of a report. The others see that it is open. `not-found`, `forbidden`. */
  async open(actor: StaffActor, reportId: number): Promise<Outcome<EditedReport>> {
    const { db, clock, listLicences } = this.#deps;
    const now = clock();
    const refusal = refuseVerb(actor, 'report.read', now);
    if (refusal) return refusal;
    const report = await readReportById(db, reportId);
    if (!report) return noReport;
    const draft = await drafts.readDraft(db, reportId);
    const changes = draft?.changes ?? {};
    const schedule = await findSchedule(db, reportId);
    const prices = (await listLicences()).map(({ id }) => `prices.${getPriceName(id)}` as const);
    const { staffId } = actor;
    if (mayDo(actor.role, 'report.edit'))
      await drafts.noteEditor(db, { reportId, staffId, now }, false);
    const since = new Date(now.getTime() - presenceMs);
    return ok({
      id: reportId,
      code: report.code,
      state: report.state,
      isReleased: report.releasedAt !== null,
      isSold: await isSold(db, reportId),
      edition: await getNewestEditionNumber(db, reportId),
      versionNumber: report.versionNumber,
      slug: completeParts(report, readDraft(report, changes).parts).slug,
      revision: draft?.revision ?? 1,
      values: Object.fromEntries(
        listSaidFields([report], changes, prices).map((field) => [
          field,
          readDraftField(report, changes, field),
        ]),
      ) as Record<DraftField, unknown>,
      changed: Object.keys(changes).filter(isDraftField),
      changedBy: draft?.changedBy ?? {},
      editors: await drafts.listOtherEditors(db, reportId, { staffId, since }),
      ...(schedule ? { schedule } : {}),
    });
  }

  /** Returns the reasons why the draft can't be published, and its warnings. */
  async check(actor: StaffActor, reportId: number): Promise<Outcome<Findings>> {
    const refusal = refuseVerb(actor, 'report.read', this.#deps.clock());
    if (refusal) return refusal;
    const report = await readReportById(this.#deps.db, reportId);
    if (!report) return noReport;
    const draft = await drafts.readDraft(this.#deps.db, reportId);
    return ok(
      await this.#deps.db
        .transaction()
        .execute((tx) => this.#checks.check(tx, report, { changes: draft?.changes ?? {} })),
    );
  }

  /**
   * Saves fields of a report's draft. A field that still is what its sender began with is theirs now,
   * and one that is already as they have it stays so: the same request twice saves once. A field that
   * is something else was changed by others meanwhile; the answer has both texts. `invalid` for an
   * unknown field, `conflict` for a report in the bin, `too-large`.
   */
  async save(
    actor: StaffActor,
    reportId: number,
    { changes, revision }: SaveRequest,
  ): Promise<Outcome<SavedFields>> {
    const read = readChanges(changes);
    if (!read.ok) return read;
    const found = await readReportById(this.#deps.db, reportId);
    if (!found) return noReport;
    const thing = { kind: 'report', id: found.code };
    return this.#deps.staffActs.perform(
      actor,
      { verb: 'report.edit', thing },
      async (tx, audit) => {
        const now = this.#deps.clock();
        const draft = await drafts.lockDraft(tx, reportId, now);
        const report = (await readReportById(tx, reportId)) ?? found;
        if (report.state === 'bin')
          return fail('conflict', 'This report is in the bin. Take it out of the bin to edit it.');
        const merged = mergeChanges(report, draft, read.value);
        const next = applyChanges(report, draft, merged.accepted, { actor, now });
        if (merged.accepted.length > 0) {
          await keepNamedPictures(tx, merged.accepted);
          await drafts.putDraft(tx, reportId, next);
          await saveLastEdits(tx, [reportId], { editedAt: now, editedBy: actor.name });
        }
        audit({
          before: toAuditValues(merged.accepted.map(({ path, before }) => [path, before])),
          after: toAuditValues(merged.accepted.map(({ path, after }) => [path, after])),
        });
        await drafts.noteEditor(
          tx,
          { reportId, staffId: actor.staffId, now },
          merged.accepted.length > 0,
        );
        return ok({
          revision: next.revision,
          saved: merged.saved,
          conflicts: merged.conflicts,
          ...(await describeOthers(tx, { reportId, actor, now }, { report, draft, revision })),
        });
      },
    );
  }

  /**
   * A draft that nobody else sees; answers its id. `invalid` by field, also for a code that a report
   * has already.
   */
  create(
    actor: StaffActor,
    { code, title, industry }: NewReport,
  ): Promise<Outcome<{ readonly id: number }>> {
    return this.#deps.staffActs.create(
      actor,
      { verb: 'report.edit', kind: 'report', id: code },
      async (tx, audit) => {
        if ((await listKnownCodes(tx, [code])).size > 0) {
          const sentence = `There is a report ${code} already, perhaps in the bin.`;
          return fail('invalid', sentence, { code: [sentence] });
        }
        const input = { code, title, industry, state: 'draft' as const };
        const [result] = await this.#deps.writer.write(tx, [input], { actor: actor.name });
        if (!result?.ok)
          return fail('invalid', 'Please check the fields below.', result?.errors ?? {});
        audit({ after: input });
        return ok({ id: (await findReportId(tx, code)) ?? 0 });
      },
    );
  }

  /**
   * The report has another code; orders keep the one that they were placed with. The code of a report
   * that was sold only the owner changes, with proof of identity. `invalid` for a code that is taken.
   */
  async changeCode(actor: StaffActor, reportId: number, code: string): Promise<Outcome<undefined>> {
    const verb = (await isSold(this.#deps.db, reportId))
      ? 'report.change-sold-code'
      : 'report.edit';
    return this.#verbs.act({ actor, verb, reportId }, async (tx, report, audit) => {
      if (verb === 'report.edit' && (await isSold(tx, reportId)))
        return fail('conflict', 'The report was sold at this very moment. Please try again.');
      const errors = await this.#deps.writer.changeCode(tx, report, code);
      if (errors) return fail('invalid', 'The code was not changed.', { code: errors });
      audit({ before: { code: report.code }, after: { code } });
      return ok(undefined);
    });
  }
}
