import type { Catalogue } from '../catalogue/index.ts';
import type { Deps, Tx } from '../deps.ts';
import type { LongWork } from '../kernel/long-work.ts';

export type ImportDeps = Deps & {
  readonly longWork: LongWork;
  readonly catalogue: Pick<
    Catalogue,
    | 'writeReports'
    | 'restoreReports'
    | 'publishHeldBack'
    | 'listKnownCodes'
    | 'ensureIndustries'
    | 'streamWholeReports'
    | 'goods'
    | 'editing'
  >;
  /** The store's, in which prices are. */
  readonly getCurrency: () => Promise<string>;
  /** Those of the codes whose report was ordered after `since`, unless the order came to nothing. */
  readonly listCodesOrderedSince: (
    tx: Tx,
    codes: readonly string[],
    since: Date,
  ) => Promise<ReadonlySet<string>>;
};
