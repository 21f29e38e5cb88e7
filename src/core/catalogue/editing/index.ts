import { ReportVerbs } from './act-on-report.ts';
import { ReportChecks } from './check-reports.ts';
import { Bin } from './bin.ts';
import { BulkChanges } from './change-many.ts';
import { DraftChecks } from './check-draft.ts';
import { Drafts } from './drafts.ts';
import { PastedTexts } from './pasted-contents.ts';
import { Previews } from './preview.ts';
import { BulkPublishing } from './publish-many.ts';
import { Publishing } from './publish.ts';
import { EditedFiles } from './report-files.ts';
import { Schedules } from './schedule.ts';
import { StaffReports } from './staff-list.ts';
import { Undoing } from './undo-changes.ts';
import { Versions } from './versions.ts';
import type { EditingDeps } from './editing-deps.ts';

export type { BulkChange } from './bulk-changes.model.ts';
export type { Findings } from '../writing/checks.model.ts';
export type { EditedReport } from './drafts.ts';
export type { PreviewLink } from './preview.ts';
export type { FieldChange, SavedFields } from './save-fields.ts';
export type { StaffReportRow } from './staff-list.ts';
export type { FieldDifference, VersionList } from './versions.ts';

/** Staff's work on reports. Every verb takes who does it first. */
export class Editing {
  readonly list: StaffReports;
  readonly drafts: Drafts;
  readonly files: EditedFiles;
  readonly pasted: PastedTexts;
  readonly publishing: Publishing;
  readonly schedules: Schedules;
  readonly versions: Versions;
  readonly bin: Bin;
  readonly many: BulkChanges;
  readonly undoing: Undoing;
  readonly previews: Previews;
  readonly checks: ReportChecks;

  constructor(deps: EditingDeps) {
    const checks = new DraftChecks(deps);
    const parts = { checks, reportVerbs: new ReportVerbs(deps) };
    const publishing = new Publishing(deps, parts);
    this.list = new StaffReports(deps);
    this.drafts = new Drafts(deps, parts);
    this.files = new EditedFiles(deps);
    this.pasted = new PastedTexts(deps);
    this.publishing = publishing;
    this.schedules = new Schedules(deps, { ...parts, publishing });
    this.versions = new Versions(deps, parts);
    this.bin = new Bin(deps, parts);
    this.many = new BulkChanges(deps, new BulkPublishing(deps, publishing));
    this.undoing = new Undoing(deps);
    this.previews = new Previews(deps, parts);
    this.checks = new ReportChecks(deps, checks);
  }
}
