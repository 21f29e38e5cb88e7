import type { Tx } from '../deps.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { checkMapping, listMissingColumns, type Mapping } from './columns.model.ts';
import { normalizeHeader } from './guess-mapping.model.ts';
import { BadRowsSheet } from './bad-rows.ts';
import type { AskedChange, ImportDeps } from './deps.ts';
import { ReportSheets } from './export.ts';
import {
  listFirstCells,
  listKeptRows,
  type BadRow,
  type KeptRow,
  listBadRows,
} from './import-rows.store.ts';
import { listUnpublishedRows, type UnpublishedRow } from './held-back-rows.store.ts';
import { ReadyPublishing } from './publish-ready.ts';
import { PublishWork } from './publish-work.ts';
import {
  findImport,
  findSheetKeys,
  insertImport,
  listAbandonedImports,
  listImports,
  listOldSheets,
  lockImport,
  noteSheetRemoved,
  rememberHeaders,
  updateImport,
} from './imports.store.ts';
import {
  workingStates,
  type ImportOptions,
  type ImportState,
  type NewImport,
  type OnProgress,
  type ReportImport,
} from './model.ts';
import { mergeMappings, SheetReading } from './read-file.ts';
import { FileAttaching } from './attach-files.ts';
import { ImportWork } from './import-work.ts';
import { RowProcessing } from './run.ts';
import { ImportUndo } from './undo.ts';

/** A process that works touches its import more often. */
const abandonedAfterSeconds = 60;
/** How long a sheet is kept beside its results. */
const keptDays = 7;

/** Reports from sheets and into sheets. */
export class Imports {
  readonly #deps: ImportDeps;
  readonly #reading: SheetReading;
  readonly #processing: RowProcessing;
  readonly #undoing: ImportUndo;
  /** Begins and cancels the work on an import, in whatever process. */
  readonly work: ImportWork;
  /** As long work; see `publish-work.ts`. */
  readonly publishing: PublishWork;
  readonly ready: ReadyPublishing;
  /** Files that lie on the disk or arrive, each for the report of its name. */
  readonly files: FileAttaching;
  readonly badRows: BadRowsSheet;
  /** Reports as sheets. */
  readonly sheets: ReportSheets;

  constructor(deps: ImportDeps) {
    this.#deps = deps;
    this.#reading = new SheetReading(deps);
    this.#processing = new RowProcessing(deps);
    this.#undoing = new ImportUndo(deps);
    this.ready = new ReadyPublishing(deps);
    this.files = new FileAttaching(deps);
    this.badRows = new BadRowsSheet(deps);
    this.sheets = new ReportSheets(deps);
    this.work = new ImportWork(deps, (id, onProgress) => this.advance(id, onProgress));
    this.publishing = new PublishWork(deps, this.ready);
  }

  /**
   * The file is kept and the import is there, with its number; `advance` or a job reads it. What was
   * sent before, by the effect that is read once the file is, answers the import as it was then, and
   * its file is not kept twice.
   */
  async receive(
    { content, mapping = {}, ...given }: NewImport,
    readAsked: () => AskedChange = () => ({}),
  ): Promise<ReportImport> {
    const { db, files, generateSecret, clock } = this.#deps;
    const fileKey = `imports/${generateSecret()}`;
    await files.put(fileKey, content);
    const { effect, note } = readAsked();
    let isNew = false;
    const made = await db.transaction().execute((tx) =>
      this.#deps.sentForms.doOnce(tx, effect, async () => {
        isNew = true;
        const id = await insertImport(tx, { ...given, fileKey, now: clock() });
        await updateImport(tx, id, { mapping });
        await note?.(tx, id);
        return toFound(await findImport(tx, id));
      }),
    );
    if (!isNew) await files.remove(fileKey);
    if (!made.ok) throw new Error(made.message);
    return made.value;
  }

  /** The same; answers its number alone. */
  async create(given: NewImport): Promise<number> {
    return (await this.receive(given)).id;
  }

  /** Goes on with cancelled or failed work where it stood. `not-found`, `conflict`. */
  goOn(id: number, asked?: AskedChange): Promise<Outcome<ReportImport>> {
    const goOn = async (tx: Tx, { stoppedIn }: ReportImport): Promise<Outcome<undefined>> => {
      const state = stoppedIn ?? 'checking';
      await updateImport(tx, id, { state, stoppedIn: null, refusal: null, finishedAt: null });
      return ok(undefined);
    };
    return this.#change(id, ['cancelled', 'failed'], goOn, asked);
  }

  /**
   * Works on it until it is done or waits for somebody, and returns it. Any number of processes may
   * do so at once, and one that is killed is followed by another: each step is one transaction.
   */
  async advance(id: number, onProgress: OnProgress = () => {}): Promise<ReportImport | undefined> {
    for (;;) {
      const current = await findImport(this.#deps.db, id);
      if (!current) return undefined;
      await onProgress(current);
      if (!workingStates.some((state) => state === current.state)) return current;
      await this.#takeStep(current, onProgress);
    }
  }

  /** The next piece of work of an import that somebody has to work on; what it does is committed. */
  async #takeStep(current: ReportImport, onProgress: OnProgress): Promise<void> {
    const { id, state, options } = current;
    if (state === 'reading') await this.#reading.read(current);
    else if (state === 'undoing') await this.#undoing.undoChunk(id);
    else if (state === 'running' && options.mode === 'all')
      await this.#processing.processWhole(id, onProgress);
    else await this.#processing.processChunk(id);
  }

  /** Jobs of the worker. */
  get jobs() {
    return {
      /** Continues imports whose process is gone. */
      'imports.resume': async (): Promise<void> => {
        const { db, longWork } = this.#deps;
        await longWork.noteStops();
        for (const id of await listAbandonedImports(db, abandonedAfterSeconds))
          await this.work.begin(id);
      },
      'imports.removeSheets': () => this.#removeSheets(),
    };
  }

  /**
   * Sheets of imports on which nobody has worked for some days are in the trash; rows and results
   * stay. So are sheets that a killed upload left without an import.
   */
  async #removeSheets(): Promise<void> {
    const { db, clock } = this.#deps;
    if (!(await this.#deps.fileCleaning.mayClean())) return;
    const before = new Date(clock().getTime() - keptDays * 86_400_000);
    for (const { id, fileKey } of await listOldSheets(db, before)) {
      await this.#deps.fileCleaning.trash.move(fileKey);
      await noteSheetRemoved(db, id, clock());
    }
    await this.#deps.fileCleaning.removeUnused('imports/', (keys) => findSheetKeys(db, keys));
  }

  getImport(id: number): Promise<ReportImport | undefined> {
    return findImport(this.#deps.db, id);
  }

  /** Newest first. */
  listImports(limit: number): Promise<ReportImport[]> {
    return listImports(this.#deps.db, limit);
  }

  /** Columns that have to be named before the rows can be read. */
  listMissingColumns({ mapping, options }: ReportImport): string[] {
    return listMissingColumns(mapping, options.isUpdateOnly);
  }

  /**
   * The headers are these columns, also in files to come, and the rows are to be checked again, by
   * other rules where some are given. `not-found`, `conflict` while it is not waiting, `invalid` by
   * header.
   */
  setMapping(
    id: number,
    mapping: Mapping,
    rules: Partial<ImportOptions> = {},
    asked?: AskedChange,
  ): Promise<Outcome<ReportImport>> {
    const map = async (tx: Tx, current: ReportImport): Promise<Outcome<undefined>> => {
      const options = { ...current.options, ...rules };
      const errors = checkMapping(current.headers, mapping);
      const [first] = Object.values(errors);
      if (first) return fail('invalid', first.join(' '), errors);
      const merged = mergeMappings(current.mapping, mapping);
      await rememberHeaders(
        tx,
        Object.entries(mapping).map(([header, column]) => [normalizeHeader(header), column]),
      );
      const missing = listMissingColumns(merged, options.isUpdateOnly);
      const state = missing.length > 0 ? 'unmapped' : 'checking';
      await updateImport(tx, id, { mapping: merged, options, state, lastRow: 0, counts: {} });
      return ok(undefined);
    };
    return this.#change(id, ['unmapped', 'checked'], map, asked);
  }

  /**
   * A checked import is to be run. `not-found`, `conflict` in another state, and where all rows are
   * to go in and some are bad.
   */
  run(id: number, asked?: AskedChange): Promise<Outcome<ReportImport>> {
    const run = async (tx: Tx, { options, counts }: ReportImport): Promise<Outcome<undefined>> => {
      const { bad = 0 } = counts;
      if (options.mode === 'all' && bad > 0)
        return fail(
          'conflict',
          `${bad} rows are bad, and all are to be imported together: correct them first.`,
        );
      await updateImport(tx, id, { state: 'running', lastRow: 0, counts: {} });
      return ok(undefined);
    };
    return this.#change(id, ['checked'], run, asked);
  }

  /**
   * Begins to take back all that the import wrote, also if it is not through. `not-found`, `conflict`
   * in another state.
   */
  undo(id: number, asked?: AskedChange): Promise<Outcome<ReportImport>> {
    const undo = async (tx: Tx): Promise<Outcome<undefined>> => {
      const begun = { lastRow: 0, counts: {}, finishedAt: null, stoppedIn: null, refusal: null };
      await updateImport(tx, id, { ...begun, state: 'undoing' });
      return ok(undefined);
    };
    return this.#change(id, ['done', 'running', 'cancelled', 'failed'], undo, asked);
  }

  /** The cells of the first rows, for who maps their headers. */
  listFirstCells = (id: number, limit: number) => listFirstCells(this.#deps.db, id, limit);

  /** The first bad rows, with what is wrong. */
  listBadRows(id: number, limit: number): Promise<BadRow[]> {
    return listBadRows(this.#deps.db, id, 0, limit);
  }

  /** The first rows whose reports were to be published, with the reasons why not. */
  listUnpublishedRows(id: number, limit: number): Promise<UnpublishedRow[]> {
    return listUnpublishedRows(this.#deps.db, id, limit);
  }

  /** Reports that an undo left as they are, and why. */
  listKeptRows(id: number, limit: number): Promise<KeptRow[]> {
    return listKeptRows(this.#deps.db, id, limit);
  }

  /** Changes a locked import that is in one of the states, and returns it; what asks again once. */
  #change(
    id: number,
    states: readonly ImportState[],
    change: (tx: Tx, current: ReportImport) => Promise<Outcome<undefined>>,
    { effect, note }: AskedChange = {},
  ): Promise<Outcome<ReportImport>> {
    return this.#deps.db.transaction().execute(async (tx) => {
      const current = await lockImport(tx, id);
      if (!current) return fail('not-found', 'There is no such import.');
      const act = async (): Promise<Outcome<ReportImport>> => {
        if (!states.includes(current.state))
          return fail('conflict', `The import is ${current.state}: that is not possible now.`);
        const outcome = await change(tx, current);
        if (!outcome.ok) return outcome;
        await note?.(tx, id);
        return toFound(await findImport(tx, id));
      };
      return this.#deps.sentForms.doOnce(tx, effect, act);
    });
  }
}

const toFound = (found: ReportImport | undefined): Outcome<ReportImport> =>
  found ? ok(found) : fail('not-found', 'There is no such import.');
