import type { Tx } from '../deps.ts';
import type { ImportDeps } from './deps.ts';
import { readWrittenRowsAfter, saveUndo, type WrittenRowVersion } from './import-rows.store.ts';
import { lockImport, updateImport } from './imports.store.ts';
import type { ReportImport } from './model.ts';

const chunkSize = 200;

/** Takes back what an import wrote. */
export class ImportUndo {
  readonly #deps: ImportDeps;

  constructor(deps: ImportDeps) {
    this.#deps = deps;
  }

  /**
   * Undoes the next rows: changed reports get their earlier content back, and new ones go to the bin.
   * Reports that were ordered or edited since are kept, and their rows say why.
   */
  undoChunk(id: number): Promise<void> {
    return this.#deps.db.transaction().execute(async (tx) => {
      const current = await lockImport(tx, id);
      if (current?.state !== 'undoing') return;
      const rows = await readWrittenRowsAfter(tx, id, current.lastRow, chunkSize);
      const lastRow = rows.at(-1)?.number;
      if (lastRow === undefined) {
        await updateImport(tx, id, { state: 'undone', finishedAt: this.#deps.clock() });
        return;
      }
      const outcomes = await this.#undoRows(tx, current, rows);
      await saveUndo(tx, id, outcomes);
      const restored = outcomes.filter(({ undo }) => undo === 'restored').length;
      const { counts } = current;
      await updateImport(tx, id, {
        lastRow,
        counts: {
          restored: (counts.restored ?? 0) + restored,
          kept: (counts.kept ?? 0) + outcomes.length - restored,
        },
      });
    });
  }

  async #undoRows(
    tx: Tx,
    { id, actor }: ReportImport,
    rows: readonly WrittenRowVersion[],
  ): Promise<{ readonly number: number; readonly undo: string }[]> {
    const ordered = await this.#findOrdered(tx, rows);
    const changes = rows
      .filter(({ code }) => !ordered.has(code))
      .map((row) => ({
        code: row.code,
        from: row.versionNumber,
        to: row.previousVersionNumber ?? undefined,
      }));
    const actorName = `${actor} (import ${id} undone)`;
    const edited = new Set(await this.#deps.catalogue.writing.restore(tx, changes, actorName));
    return rows.map(({ number, code }) => {
      if (ordered.has(code)) return { number, undo: 'It was ordered since.' };
      return { number, undo: edited.has(code) ? 'It was edited since.' : 'restored' };
    });
  }

  /** Codes of reports that were ordered after their row was written. */
  async #findOrdered(tx: Tx, rows: readonly WrittenRowVersion[]): Promise<ReadonlySet<string>> {
    const { listCodesOrderedSince } = this.#deps;
    const byTime = Map.groupBy(rows, ({ writtenAt }) => writtenAt.getTime());
    const ordered = new Set<string>();
    for (const [time, written] of byTime) {
      const codes = written.map(({ code }) => code);
      for (const code of await listCodesOrderedSince(tx, codes, new Date(time))) ordered.add(code);
    }
    return ordered;
  }
}
