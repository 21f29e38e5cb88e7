import type { Catalogue } from '../catalogue/index.ts';
import type { LicenceTerms } from '../catalogue/reports/licence.model.ts';
import type { Deps, Tx } from '../deps.ts';
import type { LongWork } from '../kernel/long-work.ts';
import type { FormEffect } from '../kernel/sent-forms.ts';

export type ImportDeps = Deps & {
  readonly longWork: LongWork;
  readonly catalogue: Pick<Catalogue, 'writing' | 'industries' | 'goods' | 'editing'>;
  /** All of the store's, those that it does not sell any more among them. */
  readonly listLicences: (tx?: Tx) => Promise<readonly LicenceTerms[]>;
  /** The store's, in which prices are; in the transaction that asks. */
  readonly getCurrency: (tx?: Tx) => Promise<string>;
  /** Those of the codes whose report was ordered after `since`, unless the order came to nothing. */
  readonly listCodesOrderedSince: (
    tx: Tx,
    codes: readonly string[],
    since: Date,
  ) => Promise<ReadonlySet<string>>;
};

/** A change of an import that was asked for. */
export type AskedChange = {
  /** The key of the request: the same one counts once. */
  readonly effect?: FormEffect | undefined;
  /** Told in the transaction of the change. */
  readonly note?: ((tx: Tx, id: number) => Promise<void>) | undefined;
};
