import { recordAudit, refuseAsStaff, toFormEffect } from '../kernel/audit.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { StaffReportFilter } from '../catalogue/editing/staff-list.model.ts';
import type { Tx } from '../deps.ts';
import type { FormEffect } from '../kernel/sent-forms.ts';
import type { StaffActor } from '../staff/model.ts';
import { refuseVerb } from '../staff/verbs.model.ts';
import type { ImportDeps } from './deps.ts';
import type { Mapping } from './columns.model.ts';
import type { Imports } from './index.ts';
import type { BadRow, KeptRow } from './import-rows.store.ts';
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
};

/** Imports and exports by staff: each verb takes who does it first. */
export class StaffImports {
  readonly #deps: ImportDeps;
  readonly #imports: Imports;
  readonly #uploads: ImportUploads;

  readonly #export: Export<{ readonly format: SheetFormat; readonly filter: StaffReportFilter }>;

  constructor(deps: ImportDeps, imports: Imports, uploads: ImportUploads) {
    const { editing } = deps.catalogue;
    const list = (actor: StaffActor, filter: StaffReportFilter) => (tx: Tx) =>
      editing.listShownIds(tx, actor, filter);
    this.#export = new Export(deps, deps.longWork, 'reports', {
      verb: 'report.export',
      title: 'Export reports',
      count: async (actor, { filter }) =>
        (await deps.db.transaction().execute(list(actor, filter))).length,
      open: (actor, { format, filter }, onRow) =>
        ok(imports.exportReports(format, { chooseReports: list(actor, filter), onRow })),
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
      ready: isDone && publishing === undefined ? await this.#imports.countReady(id) : 0,
      missing: this.#imports.listMissingColumns(current),
      samples: await this.#imports.listFirstCells(id, sampleRows),
      bad: await this.#imports.listBadRows(id, listedRows),
      unpublished: await listUnpublishedGroups(this.#deps.db, id, listedGroups),
      kept: await this.#imports.listKeptRows(id, listedRows),
      uploads,
    });
  }

  /** The file is kept, and a worker reads and checks it; answers the import's number. */
  async create(actor: StaffActor, given: Omit<NewImport, 'actor'>): Promise<Outcome<number>> {
    const attempt = { verb: 'import.run', thing: { kind: 'import', id: given.fileName } } as const;
    const refused = await refuseAsStaff(this.#deps, actor, attempt);
    if (refused) return refused;
    const readEffect = () => toFormEffect(actor, attempt);
    const id = await this.#imports.create({ ...given, actor: actor.name }, readEffect);
    await this.#imports.queue(id, actor);
    await this.#record(actor, id, { file: given.fileName, ...given.options });
    return ok(id);
  }

  /** `rules`: what else is decided anew before the rows are checked again. */
  setMapping(
    actor: StaffActor,
    id: number,
    mapping: Mapping,
    rules: Partial<ImportOptions> = {},
  ): Promise<Outcome<ReportImport>> {
    const change = (effect: FormEffect | undefined) =>
      this.#imports.setMapping(id, mapping, rules, effect);
    return this.#goOn(actor, id, { mapping, ...rules }, change);
  }

  run(actor: StaffActor, id: number): Promise<Outcome<ReportImport>> {
    return this.#goOn(actor, id, { step: 'run' }, (effect) => this.#imports.run(id, effect));
  }

  /** What was cancelled or has failed goes on where it stood. */
  resume(actor: StaffActor, id: number): Promise<Outcome<ReportImport>> {
    return this.#goOn(actor, id, { step: 'go on' }, (effect) => this.#imports.goOn(id, effect));
  }

  /** In every state in which it is worked on, or its files are; see `Imports.cancel`. */
  async cancel(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    const attempt = { verb: 'import.run', thing: { kind: 'import', id: String(id) } } as const;
    const refused = await refuseAsStaff(this.#deps, actor, attempt);
    if (refused) return refused;
    const hadFiles = await this.#uploads.cancel(id);
    const cancelled = await this.#imports.cancel(id);
    if (!cancelled.ok && !hadFiles) {
      await recordAudit(this.#deps.db, this.#deps, { ...attempt, actor, refusal: cancelled });
      return cancelled;
    }
    await this.#record(actor, id, { step: 'cancel' });
    return ok(undefined);
  }

  undo(actor: StaffActor, id: number): Promise<Outcome<ReportImport>> {
    return this.#goOn(actor, id, { step: 'undo' }, (effect) => this.#imports.undo(id, effect));
  }

  /** What waited for its files is to be published where it has them: the number of the work. */
  publishReady(actor: StaffActor, id: number): Promise<Outcome<number>> {
    return this.#imports.publishing.begin(actor, id);
  }

  /**
   * Files and ZIPs of them are kept; a worker gives each to the report of its name, and publishes
   * those that wait for them.
   */
  async receiveFiles(
    actor: StaffActor,
    id: number,
    sent: readonly SentUpload[],
  ): Promise<Outcome<undefined>> {
    const attempt = { verb: 'import.run', thing: { kind: 'import', id: String(id) } } as const;
    const refused = await refuseAsStaff(this.#deps, actor, attempt);
    if (refused) return refused;
    if (!(await this.#imports.getImport(id))) return fail('not-found', 'There is no such import.');
    await this.#uploads.receive(id, sent, actor.name);
    await this.#record(actor, id, { filesReceived: sent.length });
    return ok(undefined);
  }

  /** A workbook of the bad rows, to be mended and sent again. */
  async writeBadRows(actor: StaffActor, id: number): Promise<Outcome<AsyncGenerator<Uint8Array>>> {
    const viewed = await this.view(actor, id);
    return viewed.ok ? ok(this.#imports.writeBadRows(viewed.value.current)) : viewed;
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
    change: (effect: FormEffect | undefined) => Promise<Outcome<ReportImport>>,
  ): Promise<Outcome<ReportImport>> {
    const attempt = { verb: 'import.run', thing: { kind: 'import', id: String(id) } } as const;
    const refused = await refuseAsStaff(this.#deps, actor, attempt);
    if (refused) return refused;
    const changed = await change(toFormEffect(actor, attempt));
    if (!changed.ok) {
      await recordAudit(this.#deps.db, this.#deps, { ...attempt, actor, refusal: changed });
      return changed;
    }
    await this.#record(actor, id, told);
    await this.#imports.queue(id, actor);
    return changed;
  }

  #record(actor: StaffActor, id: number, after: object): Promise<void> {
    const thing = { kind: 'import', id: String(id) };
    const entry = { actor, verb: 'import.run', thing, change: { after } } as const;
    return recordAudit(this.#deps.db, this.#deps, entry);
  }
}
