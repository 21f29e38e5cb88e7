import type { Deps } from '../../deps.ts';
import type { LongWork } from '../../kernel/long-work.ts';
import type { WriterDeps } from '../writing/write-reports.ts';

/**
 * What staff's verbs on reports need: everything, the search that published reports go into, and
 * who does what takes longer than a request.
 */
export type EditingDeps = Deps & WriterDeps & { readonly longWork: LongWork };
