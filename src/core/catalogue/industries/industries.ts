import { createHash } from 'node:crypto';
import type { Deps, Tx } from '../../deps.ts';
import { slugify } from '../../kernel/slugify.ts';
import { placeGrowthDots, type GrowthDots } from '../drawing/growth-dots.model.ts';
import type { Industry, NewIndustry } from '../model.ts';
import { keepByRevision } from '../reports/kept-by-revision.ts';
import { insertIndustries } from '../seed.store.ts';
import { listStoredIndustries } from '../writing/stored-reports.store.ts';
import { listIndustries } from './industries.store.ts';
import * as overview from './overview.store.ts';

/** Of an industry that was made from its name alone, until its owner chooses another one. */
const defaultPictogram = 'factory';

/** At most so many reports of each of these industries. */
type AskedOverview = { readonly perIndustry: number; readonly industrySlugs: readonly string[] };

type AskedDots = AskedOverview & {
  /** Of the main series of the reports. */
  readonly source: string;
  /** In pixels. */
  readonly widths: readonly number[];
};

type IndustriesDeps = Pick<Deps, 'db' | 'invalidate'>;

/** The industries of the store, as its pages show them. */
export class Industries {
  readonly #deps: IndustriesDeps;
  /** Every page lists them, and their numbers are sums over all days. */
  readonly #list: (asked: undefined) => Promise<Industry[]>;
  readonly #overview: (asked: AskedOverview) => Promise<overview.OverviewReport[]>;
  readonly #dots: (asked: AskedDots) => Promise<readonly (GrowthDots | undefined)[]>;

  constructor(deps: IndustriesDeps) {
    this.#deps = deps;
    this.#list = keepByRevision(
      deps.db,
      () => '',
      () => listIndustries(deps.db),
    );
    const listReports = ({ perIndustry, industrySlugs }: AskedOverview) =>
      overview.listOverview(deps.db, perIndustry, industrySlugs);
    this.#overview = keepByRevision(deps.db, JSON.stringify, listReports);
    this.#dots = keepByRevision(deps.db, JSON.stringify, async (asked: AskedDots) => {
      const reports = await listReports(asked);
      return asked.widths.map((width) => placeGrowthDots(reports, asked.source, width));
    });
  }

  /** Returns all in the order of the site, with the numbers of their published reports. */
  list(): Promise<Industry[]> {
    return this.#list(undefined);
  }

  async get(slug: string): Promise<Industry | undefined> {
    return (await this.list()).find((industry) => industry.slug === slug);
  }

  /** Returns the newest reports with their lines, at most so many of each of these industries. */
  listOverview(perIndustry: number, industrySlugs: readonly string[]) {
    return this.#overview({ perIndustry, industrySlugs });
  }

  /** Returns the growth of the newest reports, drawn for each width; undefined for too few. */
  placeGrowthDots(asked: AskedDots): Promise<readonly (GrowthDots | undefined)[]> {
    return this.#dots(asked);
  }

  /** Adds industries; those with a known slug stay as they are. */
  add(industries: readonly NewIndustry[]): Promise<void> {
    return this.#deps.db.transaction().execute(async (tx) => {
      await insertIndustries(tx, industries);
      await this.#deps.invalidate(tx, ['catalogue', 'site']);
    });
  }

  /** In `tx`: adds an industry for each of these names or slugs that is not known. */
  async ensure(tx: Tx, names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const known = new Set(
      (await listStoredIndustries(tx)).flatMap(({ slug, name }) => [slug, name.toLowerCase()]),
    );
    const missing = names.filter((name) => !known.has(name.toLowerCase()));
    const bySlug = new Map(missing.map((name) => [makeSlug(name), name]));
    await insertIndustries(
      tx,
      [...bySlug].map(([slug, name]) => ({
        slug,
        name,
        description: '',
        pictogram: defaultPictogram,
      })),
    );
  }
}

/** Names in another alphabet have no letters for a slug. */
const makeSlug = (name: string): string =>
  slugify(name) || `industry-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
