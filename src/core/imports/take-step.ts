import type { ImportDeps } from './deps.ts';
import type { OnProgress, ReportImport } from './model.ts';
import { readFile } from './read-file.ts';
import { processChunk, processWhole } from './run.ts';
import { undoChunk } from './undo.ts';

/** The next piece of work of an import that somebody has to work on; what it does is committed. */
export async function takeStep(
  deps: ImportDeps,
  current: ReportImport,
  onProgress: OnProgress,
): Promise<void> {
  const { id, state, options } = current;
  if (state === 'reading') await readFile(deps, current);
  else if (state === 'undoing') await undoChunk(deps, id);
  else if (state === 'running' && options.mode === 'all') await processWhole(deps, id, onProgress);
  else await processChunk(deps, id);
}
