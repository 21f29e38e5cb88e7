import type { EditingDeps } from './editing-deps.ts';
import { toFormEffect } from '../../kernel/staff-acts.ts';
import type { Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { refuseVerb } from '../../staff/verbs.model.ts';
import type { AskedOnce, AttachedFiles } from '../goods/goods.ts';
import { listFilesOfReport, type EditionFileRow } from '../goods/edition-files.store.ts';
import type { IncomingFile } from '../goods/store-file.ts';
import { readReportById } from '../writing/stored-reports.store.ts';
import { noReport } from './act-on-report.ts';

export type UploadedGoods = {
  readonly file: IncomingFile;
  /** The file begins a new edition, and its buyers read this. */
  readonly newEditionReason?: string | undefined;
};

type Verb = 'report.edit' | 'report.edition';

/** The files of a report, for staff. */
export class EditedFiles {
  readonly #deps: EditingDeps;

  constructor(deps: EditingDeps) {
    this.#deps = deps;
  }

  /**
   * An uploaded file is the newest edition's, or a new one's. What is refused: goods/goods.ts.
   */
  attach(
    actor: StaffActor,
    reportId: number,
    { file, newEditionReason }: UploadedGoods,
  ): Promise<Outcome<AttachedFiles>> {
    return this.#changeFiles(actor, reportId, {
      verb: newEditionReason === undefined ? 'report.edit' : 'report.edition',
      told: { file: file.fileName, purpose: file.purpose ?? 'goods' },
      change: (reportCode, asked) =>
        this.#deps.goodsFiles.attachFiles({
          ...asked,
          reportCode,
          files: [file],
          ...(newEditionReason === undefined ? {} : { newEdition: { reason: newEditionReason } }),
        }),
    });
  }

  /** The sample is these pages of the newest edition's PDF, counted from 1. */
  makeSample(
    actor: StaffActor,
    reportId: number,
    pages: readonly number[],
  ): Promise<Outcome<AttachedFiles>> {
    return this.#changeFiles(actor, reportId, {
      verb: 'report.edit',
      told: { sampleOfPages: pages },
      change: (reportCode, asked) =>
        this.#deps.goodsFiles.makeSampleOfPages(reportCode, pages, asked),
    });
  }

  /** Files are opened and stored first; the edition has them once for each form, with its entry. */
  async #changeFiles(
    actor: StaffActor,
    reportId: number,
    work: {
      readonly verb: Verb;
      readonly told: object;
      readonly change: (reportCode: string, asked: AskedOnce) => Promise<Outcome<AttachedFiles>>;
    },
  ): Promise<Outcome<AttachedFiles>> {
    const report = await readReportById(this.#deps.db, reportId);
    if (!report) return noReport;
    const attempt = { verb: work.verb, thing: { kind: 'report', id: report.code } };
    const refused = await this.#deps.staffActs.refuse(actor, attempt);
    if (refused) return refused;
    const outcome = await work.change(report.code, {
      effect: toFormEffect(actor, attempt),
      note: (tx, { edition }) => {
        const change = { after: { ...work.told, edition } };
        return this.#deps.audit.record(tx, { ...attempt, actor, change });
      },
    });
    if (!outcome.ok)
      await this.#deps.audit.record(this.#deps.db, { ...attempt, actor, refusal: outcome });
    return outcome;
  }

  /** The files of every edition, the newest first. */
  async list(actor: StaffActor, reportId: number): Promise<Outcome<readonly EditionFileRow[]>> {
    const refusal = refuseVerb(actor, 'report.read', this.#deps.clock());
    if (refusal) return refusal;
    const report = await readReportById(this.#deps.db, reportId);
    return report
      ? { ok: true, value: await listFilesOfReport(this.#deps.db, report.code) }
      : noReport;
  }
}
