import type { Deps, Tx } from '../../deps.ts';
import type { Letterhead } from '../../kernel/email-layout.ts';
import type { LongWork } from '../../kernel/long-work.ts';
import type { Goods } from '../goods/goods.ts';
import type { Editions } from '../reports/edition.ts';
import type { LicenceTerms } from '../reports/licence.model.ts';
import type { ReportWriter } from '../writing/write-reports.ts';

/** The dependencies of staff's verbs on reports, besides the outside world. */
export type EditingDeps = Deps & {
  readonly writer: ReportWriter;
  readonly editions: Editions;
  readonly goodsFiles: Goods;
  readonly longWork: LongWork;
  readonly listLicences: () => Promise<readonly LicenceTerms[]>;
  /** Within a transaction by its own connection. */
  readonly getLetterhead: (tx: Tx) => Promise<Letterhead>;
};
