import type { Catalogue } from '#core/catalogue/index.ts';
import type { Country } from '#core/content/model.ts';
import type { Deps } from '#core/deps.ts';
import type { Publisher } from '#core/store/model.ts';

/** A version of the terms; its title has its date: "Terms and Conditions of 2 Nov 2026". */
export type Terms = { readonly title: string; readonly html: string };

/** The dependencies of orders: those of the core, the catalogue and the content. */
export type OrderDeps = Deps & {
  readonly catalogue: {
    readonly reports: Pick<Catalogue['reports'], 'getForSale'>;
    readonly files: Pick<Catalogue['files'], 'listSoldFiles' | 'ensureBuyerCopy'>;
    readonly orderFiles: Catalogue['orderFiles'];
    readonly storedGoods: Pick<Catalogue['storedGoods'], 'lookForFile' | 'lookForLicence'>;
  };
  readonly findCountry: (id: number) => Promise<Country | undefined>;
  readonly getPublisher: () => Promise<Publisher>;
  /** False for an empty store, which has sold nothing yet. */
  readonly isStoreSetUp: () => Promise<boolean>;
  readonly getTermsInForce: () => Promise<Terms>;
};
