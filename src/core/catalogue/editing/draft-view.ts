import { ok, type Outcome } from '../../kernel/outcome.model.ts';
import { type DraftField, isDraftField } from '../fields/report-fields.model.ts';
import { getPriceName } from '../reports/licence.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { mayDo, refuseVerb } from '../../staff/verbs.model.ts';
import type { StoredReportState } from '../reports/report-version.model.ts';
import { getNewestEditionNumber } from '../reports/editions.store.ts';
import { readReportById } from '../writing/stored-reports.store.ts';
import { noReport } from './act-on-report.ts';
import { isSold } from './bin.store.ts';
import { checkDraft, readDraft } from './check-draft.ts';
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

/** The draft of a report. The others see that it is open. `not-found`, `forbidden`. */
export async function openDraft(
  { db, clock, listLicences }: EditingDeps,
  actor: StaffActor,
  reportId: number,
): Promise<Outcome<EditedReport>> {
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

/** What keeps the draft from being published, and what its editor should look at. */
export async function checkReportDraft(
  deps: EditingDeps,
  actor: StaffActor,
  reportId: number,
): Promise<Outcome<Findings>> {
  const refusal = refuseVerb(actor, 'report.read', deps.clock());
  if (refusal) return refusal;
  const report = await readReportById(deps.db, reportId);
  if (!report) return noReport;
  const draft = await drafts.readDraft(deps.db, reportId);
  return ok(
    await deps.db
      .transaction()
      .execute((tx) => checkDraft(tx, deps, report, { changes: draft?.changes ?? {} })),
  );
}
