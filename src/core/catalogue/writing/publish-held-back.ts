/** Reports that were held back, once they have what was missing. */
import type { Tx } from '../../deps.ts';
import { listEditedIds, lockReports, readReports } from './stored-reports.store.ts';
import { writeReports, type WriteOptions, type WriterDeps } from './write-reports.ts';

/** A report, and the version that it had when it was held back. */
export type HeldBack = { readonly code: string; readonly versionNumber: number };

export type Unblocked = {
  readonly code: string;
  /** Why it is not published still; empty where it is. */
  readonly reasons: readonly string[];
  readonly versionNumber: number;
};

/**
 * Those that nothing blocks any more are published. Whatever was changed since, or is being edited,
 * is no business of who held it back: it stays as it is, and is not among the answers. With
 * `isDryRun` nothing is written.
 */
export async function publishHeldBack(
  tx: Tx,
  deps: WriterDeps,
  held: readonly HeldBack[],
  { actor, isDryRun = false }: Pick<WriteOptions, 'actor' | 'isDryRun'>,
): Promise<Unblocked[]> {
  if (held.length === 0) return [];
  const versions = new Map(held.map(({ code, versionNumber }) => [code, versionNumber]));
  const codes = [...versions.keys()];
  const stored = await (isDryRun ? readReports(tx, codes) : lockReports(tx, codes));
  const edited = await listEditedIds(
    tx,
    stored.map(({ id }) => id),
  );
  const inputs = stored
    .filter(({ id, code, state, versionNumber }) => {
      const isSame = versions.get(code) === versionNumber && !edited.has(id);
      return isSame && state !== 'published' && state !== 'bin';
    })
    .map(({ code }) => ({ code, state: 'published' as const }));
  const results = await writeReports(tx, deps, inputs, { actor, isDryRun, holdsBack: true });
  return results.map((result) =>
    result.ok
      ? {
          code: result.code,
          reasons: result.unpublished ?? [],
          versionNumber: result.versionNumber,
        }
      : {
          code: result.code,
          reasons: Object.values(result.errors).flat(),
          versionNumber: versions.get(result.code) ?? 0,
        },
  );
}
