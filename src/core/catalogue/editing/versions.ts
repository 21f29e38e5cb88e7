import { isDeepStrictEqual } from 'node:util';
import type { DraftField } from '../fields/report-fields.model.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { refuseVerb } from '../../staff/verbs.model.ts';
import { saveLastEdits } from '../writing/last-edits.store.ts';
import { readReportById } from '../writing/stored-reports.store.ts';
import { ReportVerbs, noReport } from './act-on-report.ts';
import { readDraftField, readField, listSaidFields } from './draft.model.ts';
import { lockDraft, noteEditor, putDraft, readDraft } from './drafts.store.ts';
import { applyChanges } from './save-fields.ts';
import {
  listEditions,
  listVersions,
  readVersion,
  type EditionRow,
  type StoredVersion,
} from './versions.store.ts';
import type { EditingDeps } from './editing-deps.ts';

export type VersionRow = Pick<StoredVersion, 'number' | 'madeAt' | 'madeBy'> & {
  readonly state: StoredVersion['parts']['state'];
  readonly title: string;
  /** Fields that differ from the version before it; all that it has, for the first one. */
  readonly changed: readonly DraftField[];
};

export type VersionList = {
  readonly versions: readonly VersionRow[];
  readonly editions: readonly EditionRow[];
  /** The page shows this one, if the report is published. */
  readonly current: number;
  /** `before` for older ones. */
  readonly next?: number;
};

export type FieldDifference = {
  readonly path: DraftField;
  readonly before: unknown;
  readonly after: unknown;
};

const pageLength = 20;

/** The versions of a report, for staff. */
export class Versions {
  readonly #deps: EditingDeps;
  readonly #verbs: ReportVerbs;

  constructor(deps: EditingDeps, parts: { readonly reportVerbs: ReportVerbs }) {
    this.#deps = deps;
    this.#verbs = parts.reportVerbs;
  }

  /** Lists the report's versions, the newest first. `not-found`, `forbidden`. */
  async list(actor: StaffActor, reportId: number, before?: number): Promise<Outcome<VersionList>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, 'report.read', clock());
    if (refusal) return refusal;
    const report = await readReportById(db, reportId);
    if (!report) return noReport;
    const found = await listVersions(db, reportId, { before, limit: pageLength + 1 });
    const shown = found.slice(0, pageLength);
    const last = found.length > pageLength ? shown.at(-1) : undefined;
    return ok({
      versions: shown.map((version, index) => toRow(version, found[index + 1])),
      editions: await listEditions(db, reportId),
      current: report.versionNumber,
      ...(last ? { next: last.number } : {}),
    });
  }

  /** The fields that differ between two versions, or a version and the draft. `not-found`. */
  async compare(
    actor: StaffActor,
    reportId: number,
    { from, to }: { readonly from: number; readonly to: number | 'draft' },
  ): Promise<Outcome<FieldDifference[]>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, 'report.read', clock());
    if (refusal) return refusal;
    const report = await readReportById(db, reportId);
    const older = await readVersion(db, reportId, from);
    const newer = to === 'draft' ? report : await readVersion(db, reportId, to);
    if (!report || !older || !newer) return fail('not-found', 'There is no such version.');
    const changes = to === 'draft' ? ((await readDraft(db, reportId))?.changes ?? {}) : {};
    const differences = listSaidFields([older, newer], changes).map((path) => ({
      path,
      before: readField(older, path),
      after: readDraftField(newer, changes, path),
    }));
    return ok(differences.filter(({ before, after }) => !isDeepStrictEqual(before, after)));
  }

  /**
   * The draft says what this version said, but for its address; the page stays as it is until the
   * draft is published. Answers the draft's revision. `not-found`, `conflict` for a report in the bin.
   */
  restore(
    actor: StaffActor,
    reportId: number,
    number: number,
  ): Promise<Outcome<{ readonly revision: number }>> {
    return this.#verbs.act({ actor, verb: 'report.edit', reportId }, async (tx, report, audit) => {
      const version = await readVersion(tx, reportId, number);
      if (!version) return fail('not-found', `This report has no version ${number}.`);
      if (report.state === 'bin') return fail('conflict', 'This report is in the bin.');
      const now = this.#deps.clock();
      const draft = await lockDraft(tx, reportId, now);
      const accepted = listSaidFields([version, report], draft.changes)
        .filter((path) => path !== 'slug')
        .map((path) => ({ path, after: readField(version, path) }))
        .filter(
          ({ path, after }) =>
            !isDeepStrictEqual(after, readDraftField(report, draft.changes, path)),
        );
      const restored = applyChanges(report, draft, accepted, { actor, now });
      await putDraft(tx, reportId, restored);
      await noteEditor(tx, { reportId, staffId: actor.staffId, now }, true);
      await saveLastEdits(tx, [reportId], { editedAt: now, editedBy: actor.name });
      audit({ after: { restored: number, fields: accepted.map(({ path }) => path) } });
      return ok({ revision: restored.revision });
    });
  }
}

const nothing = { parts: {}, data: null };

function toRow(version: StoredVersion, previous: StoredVersion | undefined): VersionRow {
  const { number, madeAt, madeBy, parts } = version;
  const changed = listSaidFields([version, previous ?? nothing]).filter(
    (field) => !isDeepStrictEqual(readField(version, field), readField(previous ?? nothing, field)),
  );
  return { number, madeAt, madeBy, state: parts.state, title: parts.title, changed };
}
