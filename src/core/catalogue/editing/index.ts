/** What staff do with reports: drafts, publishing, versions, the bin, prices of many. */
import type { Tx } from '../../deps.ts';
import type { RichText } from '../rich-text/rich-text.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import * as bin from './bin.ts';
import { changeCode } from './change-code.ts';
import { changeMany, defineChangeMany, type ChangeRequest } from './change-many.ts';
import { createReport, type NewReport } from './create-report.ts';
import { checkReportDraft, openDraft } from './draft-view.ts';
import { readPastedContents, type PastedText } from './pasted-contents.ts';
import * as preview from './preview.ts';
import * as files from './report-files.ts';
import { publishDraft, type PublishRequest } from './publish.ts';
import { saveFields, type SaveRequest } from './save-fields.ts';
import { cancelSchedule, schedulePublishing, type ScheduleRequest } from './schedule.ts';
import { listReportsForStaff, listShownIds } from './staff-list.ts';
import type { StaffReportFilter, StaffReportQuery } from './staff-list.model.ts';
import { hasReports } from './staff-list.store.ts';
import { createUndoHandlers, defineUndo, undoBatch } from './undo-changes.ts';
import { compareVersions, listReportVersions, restoreVersion } from './versions.ts';
import type { EditingDeps } from './editing-deps.ts';

export type { BulkChange } from './bulk-changes.model.ts';
export type { Findings } from '../writing/checks.model.ts';
export type { EditedReport } from './draft-view.ts';
export type { PreviewLink } from './preview.ts';
export type { FieldChange, SavedFields } from './save-fields.ts';
export type { StaffReportRow } from './staff-list.ts';
export type { FieldDifference, VersionList } from './versions.ts';
export { publishDueDrafts } from './schedule.ts';
export { emptyBin } from './bin.ts';
export { checkEditedReports } from './check-reports.ts';

/** Every verb takes who does it first; what is true afterwards is documented at each function. */
export function createReportEditing(deps: EditingDeps) {
  defineChangeMany(deps);
  defineUndo(deps);
  return createVerbs(deps);
}

const createVerbs = (deps: EditingDeps) => ({
  listReports: (actor: StaffActor, query: StaffReportQuery) =>
    listReportsForStaff(deps, actor, query),
  /** False in a store that begins; says nothing that a refusal would have to hide. */
  hasReports: () => hasReports(deps.db),
  listShownIds: (tx: Tx, actor: StaffActor, filter: StaffReportFilter) =>
    listShownIds(deps, tx, actor, filter),
  createReport: (actor: StaffActor, report: NewReport) => createReport(deps, actor, report),
  openDraft: (actor: StaffActor, id: number) => openDraft(deps, actor, id),
  saveFields: (actor: StaffActor, id: number, request: SaveRequest) =>
    saveFields(deps, actor, id, request),
  attachFile: (actor: StaffActor, id: number, upload: files.UploadedGoods) =>
    files.attachReportFile(deps, actor, id, upload),
  makeSample: (actor: StaffActor, id: number, pages: readonly number[]) =>
    files.makeReportSample(deps, actor, id, pages),
  listFiles: (actor: StaffActor, id: number) => files.listReportFiles(deps, actor, id),
  /** HTML of a description as its tree; nothing in it can run. */
  readDescription: (html: string): RichText => deps.html.readRichText(html),
  readPastedContents: (pasted: PastedText) => readPastedContents(deps.html, pasted),
  checkDraft: (actor: StaffActor, id: number) => checkReportDraft(deps, actor, id),
  publish: (actor: StaffActor, id: number, request: PublishRequest) =>
    publishDraft(deps, actor, id, request),
  schedule: (actor: StaffActor, id: number, request: ScheduleRequest) =>
    schedulePublishing(deps, actor, id, request),
  cancelSchedule: (actor: StaffActor, id: number) => cancelSchedule(deps, actor, id),
  listVersions: (actor: StaffActor, id: number, before?: number) =>
    listReportVersions(deps, actor, id, before),
  compareVersions: (actor: StaffActor, id: number, pair: { from: number; to: number | 'draft' }) =>
    compareVersions(deps, actor, id, pair),
  restoreVersion: (actor: StaffActor, id: number, number: number) =>
    restoreVersion(deps, actor, id, number),
  withdraw: (actor: StaffActor, id: number) => bin.withdrawReport(deps, actor, id),
  moveToBin: (actor: StaffActor, id: number) => bin.moveToBin(deps, actor, id),
  takeOutOfBin: (actor: StaffActor, id: number) => bin.takeOutOfBin(deps, actor, id),
  deleteForEver: (actor: StaffActor, id: number) => bin.deleteForEver(deps, actor, id),
  changeCode: (actor: StaffActor, id: number, code: string) => changeCode(deps, actor, id, code),
  changeMany: (actor: StaffActor, request: ChangeRequest) => changeMany(deps, actor, request),
  undoBatch: (actor: StaffActor, batch: string) => undoBatch(deps, actor, batch),
  /** Takes entries of the audit log back, by verb. */
  undoHandlers: createUndoHandlers(deps),
  sharePreview: (actor: StaffActor, id: number) => preview.sharePreview(deps, actor, id),
  revokePreview: (actor: StaffActor, id: number, linkId: number) =>
    preview.revokePreview(deps, actor, id, linkId),
  listPreviewLinks: (actor: StaffActor, id: number) => preview.listPreviewLinks(deps, actor, id),
  makeReaderPreview: (actor: StaffActor, id: number) => preview.makeReaderPreview(deps, actor, id),
  previewDraft: (actor: StaffActor, id: number) => preview.previewDraft(deps, actor, id),
  /** For everybody who has the link. */
  openPreview: (reportId: number, token: string) => preview.openPreview(deps, reportId, token),
});
