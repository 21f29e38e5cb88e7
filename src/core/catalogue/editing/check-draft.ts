import type { Tx } from '../../deps.ts';
import { isDraftField } from '../fields/report-fields.model.ts';
import { readToday } from '../../kernel/store-zone.store.ts';
import { describePictures } from '../../media/index.ts';
import { listPictureNames } from '../rich-text/rich-text-pictures.model.ts';
import { findBlocking } from '../writing/find-blocking.ts';
import { mergeReport, type DraftVersion } from '../writing/merge-report.ts';
import { parseReportInput } from '../writing/parse-input.ts';
import type { StoredReport } from '../writing/stored-reports.store.ts';
import {
  findMissingSources,
  findStaleYears,
  findUndescribedPictures,
  findWrongGrowth,
  listForeignSubjects,
  type Finding,
  type Findings,
} from '../writing/checks.model.ts';
import { findReportAbout } from './checks.store.ts';
import { toReportInput, type DraftChanges, type PublishKind } from './draft.model.ts';
import type { EditingDeps } from './editing-deps.ts';

/** Returns the report as it would be, without the fields that can't be read at all. */
export function readDraft(report: StoredReport, changes: DraftChanges): DraftVersion {
  const readable = Object.entries(changes).filter(
    ([field, value]) => parseReportInput(toReportInput(report.code, { [field]: value })).ok,
  );
  return mergeReport(report, toReportInput(report.code, Object.fromEntries(readable)));
}

/** The checks of what a report would say if its draft were published. */
export class DraftChecks {
  readonly #deps: EditingDeps;

  constructor(deps: EditingDeps) {
    this.#deps = deps;
  }

  /** Returns the faults of a report that is to be published with these changes. */
  async check(
    tx: Tx,
    report: StoredReport,
    { changes, kind = 'correction' }: { changes: DraftChanges; kind?: PublishKind },
  ): Promise<Findings> {
    const today = await readToday(tx, this.#deps.clock());
    const draft = readDraft(report, changes);
    const { parts } = draft;
    const isNewEdition = kind === 'new-edition' && report.releasedAt !== null;
    const toPublish = { current: report, draft, isNewEdition };
    const [found = []] = await findBlocking(tx, [toPublish], today);
    const blocking = [...(await this.#listWriterErrors(tx, report, changes)), ...found];
    const names = listPictureNames(parts.description ?? []);
    const warnings = [
      ...findWrongGrowth(parts),
      ...(await findForeignSubjects(tx, report.id, parts)),
      ...findStaleYears(parts, Number(today.slice(0, 4))),
      ...findMissingSources(parts),
      ...findUndescribedPictures(parts, await describePictures(tx, names)),
    ];
    return { blocking, warnings };
  }

  /** Every sentence with which the writer of reports would refuse it. */
  async #listWriterErrors(
    tx: Tx,
    { code }: StoredReport,
    changes: DraftChanges,
  ): Promise<Finding[]> {
    const input = { ...toReportInput(code, changes), state: 'published' as const };
    const [result] = await this.#deps.writer.write(tx, [input], {
      actor: 'a check',
      isDryRun: true,
    });
    if (!result || result.ok) return [];
    return Object.entries(result.errors).flatMap(([field, sentences]) =>
      sentences.map((message) => ({
        path: isDraftField(field) || field === 'prices' ? field : 'title',
        message,
      })),
    );
  }
}

async function findForeignSubjects(
  tx: Tx,
  reportId: number,
  parts: DraftVersion['parts'],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { path, subject } of listForeignSubjects(parts)) {
    const title = await findReportAbout(tx, subject, reportId);
    if (title)
      findings.push({
        path,
        message: `The text names “${subject}”, which is the subject of another report.`,
      });
  }
  return findings;
}
