import type { Catalogue } from '../catalogue/index.ts';
import type { Deps } from '../deps.ts';
import type { Publisher } from '../kernel/email-layout.ts';

/** The dependencies of leads, from outside and from other modules. */
export type LeadDeps = Deps & {
  readonly catalogue: {
    readonly reports: Pick<Catalogue['reports'], 'getForSale'>;
    readonly files: Pick<Catalogue['files'], 'ensureSamplePdf'>;
  };
  readonly getPublisher: () => Promise<Publisher>;
  readonly getCountryName: (id: number) => Promise<string | undefined>;
};
