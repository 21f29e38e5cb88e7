import type { Deps } from '../../deps.ts';
import type { WriterDeps } from '../writing/write-reports.ts';

/** What staff's verbs on reports need: everything, and the search that published reports go into. */
export type EditingDeps = Deps & WriterDeps;
