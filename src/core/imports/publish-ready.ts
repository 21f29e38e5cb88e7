/** Reports of an import that waited for their files, once they have them. */
import type { Tx } from '../deps.ts';
import type { Actor } from '../kernel/audit.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { FormEffect } from '../kernel/sent-forms.ts';
import { narrow } from './attach-files.ts';
import type { ImportDeps } from './deps.ts';
import {
  readHeldBackAfter,
  savePublished,
  saveReasons,
  type HeldBackRow,
} from './held-back-rows.store.ts';
import { lockImport, updateImport } from './imports.store.ts';
import { maxCountedReady, type ReportImport } from './model.ts';

const chunkSize = 200;

export type ReadyOptions = {
  /** Who asked for it; the import itself where missing. */
  readonly actor?: Actor;
  /** These reports alone. */
  readonly codes?: readonly string[];
  /** The call that asks for it: the same one counts once, and has the same answer. */
  readonly effect?: FormEffect | undefined;
};

/** How many are published, and the row up to which it is through; undefined after the last. */
type Chunk = {
  readonly published: number;
  /** Rows that were looked at. */
  readonly looked: number;
  readonly lastRow: number | undefined;
};

/** Publishes reports of an import that waited for their files. */
export class ReadyPublishing {
  readonly #deps: ImportDeps;

  constructor(deps: ImportDeps) {
    this.#deps = deps;
  }

  /**
   * What the import was to publish and could not is published where nothing blocks it any more, as the
   * import's own; the others stay drafts, with what they lack now. Answers the number of published
   * ones. Each chunk is one transaction, so that asking again after a kill goes on. `not-found`,
   * `conflict` for an import that wrote nothing or was undone.
   */
  async publish(id: number, options: ReadyOptions = {}): Promise<Outcome<number>> {
    let published = 0;
    for (let after: number | undefined = 0; after !== undefined;) {
      const from: number = after;
      const effect = narrow(options.effect, `publish after ${from}`);
      const chunk: Outcome<Chunk> = await this.#deps.db
        .transaction()
        .execute((tx) =>
          this.#deps.sentForms.doOnce(tx, effect, () =>
            this.publishChunk(tx, { id, after: from }, options),
          ),
        );
      if (!chunk.ok) return chunk;
      published += chunk.value.published;
      after = chunk.value.lastRow;
    }
    return ok(published);
  }

  /** The next rows of those, in `tx`. */
  async publishChunk(
    tx: Tx,
    { id, after }: { readonly id: number; readonly after: number },
    { actor, codes }: ReadyOptions,
  ): Promise<Outcome<Chunk>> {
    const current = await lockImport(tx, id);
    if (!current) return fail('not-found', 'There is no such import.');
    if (current.state !== 'done' && current.state !== 'running')
      return fail('conflict', `The import is ${current.state}: that is not possible now.`);
    const rows =
      codes?.length === 0
        ? []
        : await readHeldBackAfter(tx, id, { after, limit: chunkSize, codes });
    const programName = `${current.actor} (import ${id})`;
    const unblocked = await this.#deps.catalogue.writing.publishHeldBack(tx, rows, {
      actor: programName,
    });
    const byCode = new Map(unblocked.map((one) => [one.code, one]));
    const results = rows.flatMap((row) => {
      const found = byCode.get(row.code);
      return found ? [{ ...row, ...found }] : [];
    });
    const ready = results.filter(({ reasons }) => reasons.length === 0);
    await saveReasons(
      tx,
      id,
      results.filter(({ reasons }) => reasons.length > 0),
    );
    if (ready.length > 0) {
      await savePublished(tx, id, ready, this.#deps.clock());
      await updateImport(tx, id, { counts: countPublished(current, ready) });
      const thing = { kind: 'import', id: String(id) };
      const change = { after: { published: ready.map(({ code }) => code) } };
      await this.#deps.audit.record(tx, {
        actor: actor ?? { programName },
        verb: 'report.publish',
        thing,
        change,
      });
    }
    return ok({
      published: ready.length,
      looked: rows.length,
      lastRow: rows.at(-1)?.number,
    });
  }

  /** Returns how many of the first `maxCountedReady` such rows would be published now. */
  async count(id: number): Promise<number> {
    return this.#deps.db.transaction().execute(async (tx) => {
      const rows = await readHeldBackAfter(tx, id, {
        after: 0,
        limit: maxCountedReady,
        codes: undefined,
      });
      const options = { actor: '', isDryRun: true };
      const found = await this.#deps.catalogue.writing.publishHeldBack(tx, rows, options);
      return found.filter(({ reasons }) => reasons.length === 0).length;
    });
  }
}

function countPublished({ counts }: ReportImport, ready: readonly HeldBackRow[]) {
  const { unpublished = 0, published = 0, changed = 0, unchanged = 0 } = counts;
  const fresh = ready.filter(({ change }) => change === 'unchanged').length;
  return {
    ...counts,
    unpublished: unpublished - ready.length,
    published: published + ready.length,
    ...(fresh > 0 ? { changed: changed + fresh, unchanged: unchanged - fresh } : {}),
  };
}
