import { readToday } from '../../kernel/store-zone.store.ts';
import type { Tx } from '../../deps.ts';
import type { StaffActor } from '../../staff/model.ts';
import { findBlocking } from '../writing/find-blocking.ts';
import type { StoredReport } from '../writing/stored-reports.store.ts';
import { readDraft } from './check-draft.ts';
import { toReportInput, type DraftChanges } from './draft.model.ts';
import { lockDraft } from './drafts.store.ts';
import type { EditingDeps } from './editing-deps.ts';
import { describePublication, type Publishing } from './publish.ts';
import { removeSchedule } from './schedules.store.ts';

type Candidate = { readonly report: StoredReport; readonly changes: DraftChanges };

/** By code: what keeps a report from being changed. */
export type ReportErrors = readonly (readonly [code: string, sentences: readonly string[]])[];

export type PublishedMany = {
  readonly published: number;
  /** Where there is any, roll back. */
  readonly errors: ReportErrors;
};

/** Publishing many drafts in one transaction. */
export class BulkPublishing {
  readonly #deps: EditingDeps;
  readonly #publishing: Publishing;

  constructor(deps: EditingDeps, publishing: Publishing) {
    this.#deps = deps;
    this.#publishing = publishing;
  }

  /**
   * The drafts of these locked reports are what their pages say, each with an entry of the batch. One
   * that is published and has no draft stays as it is.
   */
  async publish(
    tx: Tx,
    reports: readonly StoredReport[],
    { actor, batch }: { readonly actor: StaffActor; readonly batch: string },
  ): Promise<PublishedMany> {
    const candidates = await this.#listCandidates(tx, reports);
    const blocked = await this.#listBlocked(tx, candidates);
    if (blocked.length > 0) return { published: 0, errors: blocked };
    const inputs = candidates.map(({ report, changes }) => ({
      ...toReportInput(report.code, changes),
      state: 'published' as const,
    }));
    const results = await this.#deps.writer.write(tx, inputs, { actor: actor.name });
    const refused = results.flatMap((result) =>
      result.ok ? [] : [[result.code, Object.values(result.errors).flat()] as const],
    );
    if (refused.length > 0) return { published: 0, errors: refused };
    for (const [index, { report, changes }] of candidates.entries()) {
      const result = results[index];
      if (!result?.ok) continue;
      await this.#publishing.forgetPublished(tx, report.id, changes);
      await removeSchedule(tx, report.id);
      const { versionNumber } = result;
      const change = describePublication(report, changes, { versionNumber });
      const thing = { kind: 'report', id: report.code };
      const entry = { actor, verb: 'report.publish', thing, change: { batch, ...change } } as const;
      await this.#deps.audit.record(tx, entry);
    }
    return { published: candidates.length, errors: [] };
  }

  /** Returns the reasons why these drafts can't be published, by code; nothing is written. */
  async listUnpublishable(tx: Tx, reports: readonly StoredReport[]): Promise<ReportErrors> {
    return this.#listBlocked(tx, await this.#listCandidates(tx, reports));
  }

  async #listCandidates(tx: Tx, reports: readonly StoredReport[]): Promise<Candidate[]> {
    const candidates: Candidate[] = [];
    for (const report of reports) {
      const { changes } = await lockDraft(tx, report.id, this.#deps.clock());
      if (report.state !== 'published' || Object.keys(changes).length > 0)
        candidates.push({ report, changes });
    }
    return candidates;
  }

  async #listBlocked(tx: Tx, candidates: readonly Candidate[]): Promise<ReportErrors> {
    const toPublish = candidates.map(({ report, changes }) => ({
      current: report,
      draft: readDraft(report, changes),
    }));
    const findings = await findBlocking(tx, toPublish, await readToday(tx, this.#deps.clock()));
    return candidates.flatMap(({ report }, index) => {
      const sentences = (findings[index] ?? []).map(({ message }) => message);
      return sentences.length > 0 ? [[report.code, sentences] as const] : [];
    });
  }
}
