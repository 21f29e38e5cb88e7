import type { LicenceTerms } from '../catalogue/reports/licence.model.ts';
import { toFormEffect } from '../kernel/staff-acts.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { StaffReportFilter } from '../catalogue/editing/staff-list.model.ts';
import type { Tx } from '../deps.ts';
import type { StaffActor } from '../staff/model.ts';
import { refuseVerb } from '../staff/verbs.model.ts';
import type { AskedChange, ImportDeps } from './deps.ts';
import type { Mapping } from './columns.model.ts';
import type { Imports } from './index.ts';
import type { BadRow, KeptRow } from './import-rows.store.ts';
import { findImport } from './imports.store.ts';
import { listUnpublishedGroups, type UnpublishedGroup } from './held-back-rows.store.ts';
import type { ImportOptions, NewImport, ReportImport, UploadSummary } from './model.ts';
import { Export, type BegunExport } from '../kernel/exports.ts';
import { checkExportFormat, type SheetFormat } from './sheet.model.ts';
import type { ImportUploads, SentUpload } from './uploads.ts';

const listedImports = 50;
const listedRows = 100;
/** Of rows that are not published for the same reasons. */
const listedGroups = { limit: 30, maxRows: 12 };
/** Rows whose cells are shown beside the columns that they may be. */
const sampleRows = 3;

/** An import with what its page shows. */
export type ImportView = {
  readonly current: ReportImport;
  /** Columns that must be named before its rows can be read. */
  readonly missing: readonly string[];
  /** The first cells under each header. */
  readonly samples: readonly (readonly string[])[];
  readonly bad: readonly BadRow[];
  /** Not published, though they were to be. */
  readonly unpublished: readonly UnpublishedGroup[];
  /** Of those, at most `maxCountedReady`: reports that could be published by now. */
  readonly ready: number;
  /** The number of the work that publishes them now. */
  readonly publishing: number | undefined;
  readonly kept: readonly KeptRow[];
  readonly uploads: UploadSummary;
  /** The store's: a price of each may have a column. */
  readonly licences: readonly LicenceTerms[];
};

/** Imports and exports by staff: each verb takes who does it first. */
export class StaffImports {
  readonly #deps: ImportDeps;
  readonly #imports: Imports;
  readonly #uploads: ImportUploads;

  readonly #export: Export<{ readonly format: SheetFormat; readonly filter: StaffReportFilter }>;
  readonly #badRows: Export<{ readonly importId: number }>;

  constructor(deps: ImportDeps, imports: Imports, uploads: ImportUploads) {
    const { editing } = deps.catalogue;
    const list = (actor: StaffActor, filter: StaffReportFilter) => (tx: Tx) =>
      editing.list.listShownIds(tx, actor, filter);
    this.#export = new Export(deps, deps.longWork, 'reports', {
      verb: 'report.export',
      title: 'Export reports',
      count: async (tx, actor, { filter }) => (await list(actor, filter)(tx)).length,
      open: (actor, { format, filter }, onRow) =>
        ok(imports.sheets.export(format, { chooseReports: list(actor, filter), onRow })),
    });
    this.#badRows = new Export(deps, deps.longWork, 'bad-rows', {
      verb: 'import.run',
      title: 'Export bad rows of an import',
      count: async (tx, _, { importId }) => (await findImport(tx, importId))?.counts.bad ?? 0,
      open: async (_, { importId }, onRow) => {
        const current = await imports.getImport(importId);
        return current
          ? ok(imports.badRows.write(current, onRow))
          : fail('not-found', 'There is no such import.');
      },
    });
    this.#deps = deps;
    this.#imports = imports;
    this.#uploads = uploads;
  }

  /** The newest first. */
  async list(actor: StaffActor): Promise<Outcome<ReportImport[]>> {
    const refusal = refuseVerb(actor, 'import.run', this.#deps.clock());
    return refusal ?? ok(await this.#imports.listImports(listedImports));
  }

  async view(actor: StaffActor, id: number): Promise<Outcome<ImportView>> {
    const refusal = refuseVerb(actor, 'import.run', this.#deps.clock());
    if (refusal) return refusal;
    // Before what it changes: a page that says that nothing waits shows what became of it.
    const uploads = await this.#uploads.summarize(id, listedRows);
    const publishing = await this.#imports.publishing.findOpen(id);
    const current = await this.#imports.getImport(id);
    if (!current) return fail('not-found', 'There is no such import.');
    const isDone = current.state === 'done' && (current.counts.unpublished ?? 0) > 0;
    return ok({
      current,
      publishing,
      ready: isDone && publishing === undefined ? await this.#imports.ready.count(id) : 0,
      missing: this.#imports.listMissingColumns(current),
      samples: await this.#imports.listFirstCells(id, sampleRows),
      bad: await this.#imports.listBadRows(id, listedRows),
      unpublished: await listUnpublishedGroups(this.#deps.db, id, listedGroups),
      kept: await this.#imports.listKeptRows(id, listedRows),
      uploads,
      licences: await this.#deps.listLicences(),
    });
  }

  /** The file is kept, and a worker reads and checks it; answers the import's number. */
  async create(actor: StaffActor, given: Omit<NewImport, 'actor'>): Promise<Outcome<number>> {
    const attempt = { verb: 'import.run', thing: { kind: 'import', id: given.fileName } } as const;
    const refused = await this.#deps.staffActs.refuse(actor, attempt);
    if (refused) return refused;
    const asked = this.#ask(actor, attempt, { file: given.fileName, ...given.options });
    const { id } = await this.#imports.receive({ ...given, actor: actor.name }, () => asked);
    await this.#imports.work.begin(id, actor);
    return ok(id);
  }

  /** `rules`: what else is decided anew before the rows are checked again. */
  setMapping(
    actor: StaffActor,
    id: number,
    mapping: Mapping,
    rules: Partial<ImportOptions> = {},
  ): Promise<Outcome<ReportImport>> {
    const change = (asked: AskedChange) => this.#imports.setMapping(id, mapping, rules, asked);
    return this.#goOn(actor, id, { mapping, ...rules }, change);
  }

  run(actor: StaffActor, id: number): Promise<Outcome<ReportImport>> {
    return this.#goOn(actor, id, { step: 'run' }, (asked) => this.#imports.run(id, asked));
  }

  /** Goes on with cancelled or failed work where it stood. */
  resume(actor: StaffActor, id: number): Promise<Outcome<ReportImport>> {
    return this.#goOn(actor, id, { step: 'go on' }, (asked) => this.#imports.goOn(id, asked));
  }

  /** In every state in which it is worked on, or its files are; see `ImportWork.cancel`. */
  cancel(actor: StaffActor, id: number): Promise<Outcome<ReportImport>> {
    return this.#change(actor, id, { step: 'cancel' }, (asked) =>
      this.#imports.work.cancel(id, asked),
    );
  }

  undo(actor: StaffActor, id: number): Promise<Outcome<ReportImport>> {
    return this.#goOn(actor, id, { step: 'undo' }, (asked) => this.#imports.undo(id, asked));
  }

  /**
   * Files and ZIPs of them are kept; a worker gives each to the report of its name, and publishes
   * those that wait for them.
   */
  async receiveFiles(
    actor: StaffActor,
    id: number,
    sent: readonly SentUpload[],
  ): Promise<Outcome<number>> {
    const attempt = { verb: 'import.run', thing: { kind: 'import', id: String(id) } } as const;
    const refused = await this.#deps.staffActs.refuse(actor, attempt);
    if (refused) return refused;
    if (!(await this.#imports.getImport(id))) return fail('not-found', 'There is no such import.');
    return this.#uploads.receive(actor, id, sent);
  }

  /** A workbook of the bad rows, to be mended and sent again. `forbidden`, `not-found`. */
  async writeBadRows(
    actor: StaffActor,
    id: number,
    formKey: string | undefined,
  ): Promise<Outcome<BegunExport>> {
    if (!(await this.#imports.getImport(id))) return fail('not-found', 'There is no such import.');
    const input = { importId: id };
    return this.#badRows.begin(actor, { formKey, input, fileName: `errors-${id}.xlsx` });
  }

  /**
   * The reports that a list with this filter shows, in the columns that an import reads, as a file.
   * `forbidden`; `invalid` for an unknown format.
   */
  async exportReports(
    actor: StaffActor,
    {
      format,
      filter,
      formKey,
    }: { format: string; filter: StaffReportFilter; formKey: string | undefined },
  ): Promise<Outcome<BegunExport>> {
    const known = checkExportFormat(format);
    if (!known.ok) return known;
    const input = { format: known.value, filter };
    return this.#export.begin(actor, { formKey, input, fileName: `reports.${known.value}` });
  }

  /** A change of an import, noted, and a worker that continues it. */
  async #goOn(
    actor: StaffActor,
    id: number,
    told: object,
    change: (asked: AskedChange) => Promise<Outcome<ReportImport>>,
  ): Promise<Outcome<ReportImport>> {
    const changed = await this.#change(actor, id, told, change);
    if (changed.ok) await this.#imports.work.begin(id, actor);
    return changed;
  }

  /** A change of an import, noted with it. */
  async #change(
    actor: StaffActor,
    id: number,
    told: object,
    change: (asked: AskedChange) => Promise<Outcome<ReportImport>>,
  ): Promise<Outcome<ReportImport>> {
    const attempt = { verb: 'import.run', thing: { kind: 'import', id: String(id) } } as const;
    const refused = await this.#deps.staffActs.refuse(actor, attempt);
    if (refused) return refused;
    const changed = await change(this.#ask(actor, attempt, told));
    if (!changed.ok)
      await this.#deps.audit.record(this.#deps.db, { ...attempt, actor, refusal: changed });
    return changed;
  }

  /** Does once what the actor's form asks for, with its entry in the audit log. */
  #ask(actor: StaffActor, attempt: Parameters<typeof toFormEffect>[1], after: object): AskedChange {
    return {
      effect: toFormEffect(actor, attempt),
      note: (tx, id) => {
        const thing = { kind: 'import', id: String(id) };
        const { verb } = attempt;
        return this.#deps.audit.record(tx, { actor, verb, thing, change: { after } });
      },
    };
  }
}
