/** Publishing what waited for its files, as long work: on an import's page and by its call. */
import { formatCount } from '../kernel/count-words.model.ts';
import type { Actor } from '../kernel/audit.ts';
import type { LongWorkResult } from '../kernel/long-work.model.ts';
import { WorkRefused, type RunningWork } from '../kernel/long-work.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { ImportDeps } from './deps.ts';
import { findImport } from './imports.store.ts';
import type { ReadyPublishing } from './publish-ready.ts';

const kind = 'import.publish';
/** So many rows that wait are looked at while the request waits. */
const quickCount = 50;

type PublishInput = { readonly importId: number };

export class PublishWork {
  readonly #deps: ImportDeps;
  readonly #ready: ReadyPublishing;

  constructor(deps: ImportDeps, ready: ReadyPublishing) {
    this.#deps = deps;
    this.#ready = ready;
    deps.longWork.define(kind, {
      lane: 'imports',
      run: async (work) => {
        while (await this.#publishNext(work));
      },
    });
  }

  /**
   * Begins to publish what the import was to publish and could not, if nothing blocks it any more:
   * returns the number of the work, of the one that is under way if there is one. `not-found`;
   * `conflict` for an import that wrote nothing or was undone; `forbidden`, `proof-needed`.
   */
  begin(actor: Actor, importId: number, formKey?: string): Promise<Outcome<number>> {
    return this.#deps.longWork.begin(actor, {
      kind,
      verb: 'report.publish',
      formKey,
      isQuick: ({ total = 0 }) => total <= quickCount,
      prepare: async (tx) => {
        const current = await findImport(tx, importId);
        if (!current) return fail('not-found', 'There is no such import.');
        if (current.state !== 'done' && current.state !== 'running')
          return fail('conflict', `The import is ${current.state}: that is not possible now.`);
        const input: PublishInput = { importId };
        const title = `Publish reports of import ${importId}`;
        return ok({ title, input, total: current.counts.unpublished ?? 0 });
      },
    });
  }

  /** The number of the work that publishes reports of the import now. */
  findOpen(importId: number): Promise<number | undefined> {
    return this.#deps.longWork.findOpen(this.#deps.db, kind, ['importId', String(importId)]);
  }

  /** False after the last step. */
  async #publishNext(work: RunningWork): Promise<boolean> {
    const { importId } = work.input as PublishInput;
    const after = Number(work.position['lastRow'] ?? 0);
    let isLast = false;
    await work.commit(async (tx) => {
      const chunk = await this.#ready.publishChunk(
        tx,
        { id: importId, after },
        { actor: work.actor },
      );
      if (!chunk.ok) throw new WorkRefused(chunk.message, work.result);
      const { published, looked, lastRow } = chunk.value;
      isLast = lastRow === undefined;
      return {
        done: work.done + looked,
        position: { step: 'Looked at', lastRow: lastRow ?? after },
        result: describePublished(importId, work.result, published),
      };
    });
    if (isLast) await work.finish(async () => ({}));
    await this.#deps.sleep(0);
    return !isLast;
  }
}

function describePublished(
  importId: number,
  { counts = {} }: LongWorkResult,
  publishedNow: number,
): LongWorkResult {
  const published = (counts['published'] ?? 0) + publishedNow;
  return {
    message: `${formatCount(published, 'report')} published.`,
    counts: { published },
    href: `/admin/imports/${importId}`,
  };
}
