import type { ServerBuild } from 'react-router';
import type { Catalogue } from '#core/catalogue/index.ts';
import type { Content } from '#core/content/index.ts';
import { industriesPerPage, reportsPerPage, sumReports } from '#core/catalogue/model.ts';
import { countPages } from '#core/kernel/paginated.model.ts';
import { paths } from '#src/paths.ts';
import { findMarkdownSlug, isSiteFilePath } from '../routes/feeds/site-files.ts';

/** Slugs of up to this many reports are kept in memory; in a larger catalogue each is looked up. */
const maxSlugsInMemory = 20_000;

const listPaths = new Set([
  paths.reportStore(),
  paths.industries(),
  paths.blog(),
  paths.pressReleases(),
]);

type Known = {
  /** Pages of reports of each industry, by its slug. */
  readonly pageCounts: ReadonlyMap<string, number>;
  /** Pages of other lists, by their paths. */
  readonly pageCountsByPath: ReadonlyMap<string, number>;
  /** Slugs that industries once had: their pages lead to those of today. */
  readonly formerIndustries: ReadonlySet<string>;
  /** Where policies stand, and where they stood. */
  readonly policyAddresses: ReadonlySet<string>;
  /** undefined if there are too many. */
  readonly reportSlugs: ReadonlySet<string> | undefined;
};

type KnownAddressOptions = {
  readonly catalogue: {
    readonly industries: Pick<Catalogue['industries'], 'list'>;
    readonly reports: Pick<Catalogue['reports'], 'has' | 'listSlugs'>;
    readonly industryEditing: Pick<Catalogue['industryEditing'], 'listFormerSlugs'>;
  };
  readonly content: Pick<Content, 'listPolicyAddresses' | 'countPostPages'>;
  /** Paths as routes declare them: `faq`, `industries/:slug`. */
  readonly routePaths: readonly string[];
  /** Another number after every change of what pages show. */
  readonly getGeneration: () => number;
};

/**
 * Tells addresses that have a page from those that visitors make up, before anything is rendered
 * or cached: what they make up without end would cost a rendering and an entry each.
 */
export class KnownAddresses {
  readonly #options: KnownAddressOptions;
  readonly #fixedPaths: ReadonlySet<string>;
  /** First parts of paths with a name in them: `industries` of `industries/:slug`. */
  readonly #namedPaths: ReadonlySet<string>;
  #known: { readonly generation: number; readonly values: Promise<Known> } | undefined;

  constructor(options: KnownAddressOptions) {
    this.#options = options;
    const { routePaths } = options;
    this.#fixedPaths = new Set(routePaths.filter((path) => !path.includes(':')));
    this.#namedPaths = new Set(
      routePaths.flatMap((path) => /^([^:]+)\/:\w+$/.exec(path)?.slice(1) ?? []),
    );
  }

  /**
   * The cache key that an address's page has: without unknown values of a filter and without
   * `page=1`. undefined if there certainly is no page.
   */
  async findKey(address: string): Promise<string | undefined> {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const markdownSlug = findMarkdownSlug(pathname);
    if (markdownSlug !== undefined)
      return (await this.#hasReport(markdownSlug)) ? address : undefined;
    if (pathname.startsWith('/admin/api/') || isSiteFilePath(pathname)) return address;
    const [, first = '', second, third] = pathname.split('/');
    if (pathname === '/') return this.#findHomeKey(address, searchParams.get('industry'));
    const isIndustry = first === 'industries' && second && third === undefined;
    if (listPaths.has(pathname) || isIndustry)
      return this.#findListKey(pathname, searchParams.get('page'), second);
    if (this.#fixedPaths.has(pathname.slice(1))) return address;
    if (second !== undefined)
      return third === undefined && this.#namedPaths.has(first) ? address : undefined;
    const isPolicy = (await this.#read()).policyAddresses.has(first);
    return isPolicy || (await this.#hasReport(first)) ? address : undefined;
  }

  async #findHomeKey(address: string, industry: string | null): Promise<string> {
    if (industry === null) return address;
    return (await this.#read()).pageCounts.has(industry) ? address : '/';
  }

  async #findListKey(
    pathname: string,
    page: string | null,
    industry: string | undefined,
  ): Promise<string | undefined> {
    const { pageCounts, pageCountsByPath, formerIndustries } = await this.#read();
    if (industry !== undefined && formerIndustries.has(industry)) return pathname;
    const pageCount =
      industry === undefined ? pageCountsByPath.get(pathname) : pageCounts.get(industry);
    const number = /^[1-9]\d{0,5}$/.test(page ?? '1') ? Number(page ?? '1') : undefined;
    if (pageCount === undefined || number === undefined || number > pageCount) return undefined;
    return number === 1 ? pathname : `${pathname}?page=${number}`;
  }

  async #hasReport(slug: string): Promise<boolean> {
    const { reportSlugs } = await this.#read();
    return reportSlugs?.has(slug) ?? this.#options.catalogue.reports.has(slug);
  }

  /** Read once after each change. */
  #read(): Promise<Known> {
    const generation = this.#options.getGeneration();
    if (this.#known?.generation === generation) return this.#known.values;
    const values = this.#readFromCatalogue();
    this.#known = { generation, values };
    values.catch(() => {
      if (this.#known?.values === values) this.#known = undefined;
    });
    return values;
  }

  async #readFromCatalogue(): Promise<Known> {
    const { catalogue, content } = this.#options;
    const [industries, former, policyAddresses, blog, press] = await Promise.all([
      catalogue.industries.list(),
      catalogue.industryEditing.listFormerSlugs(),
      content.listPolicyAddresses(),
      content.countPostPages('blogPost'),
      content.countPostPages('pressRelease'),
    ]);
    const total = sumReports(industries);
    const slugs =
      total > maxSlugsInMemory ? [] : await catalogue.reports.listSlugs(maxSlugsInMemory + 1);
    return {
      pageCounts: new Map(
        industries.map(({ slug, reports }) => [slug, countPages(reports, reportsPerPage)]),
      ),
      pageCountsByPath: new Map([
        [paths.reportStore(), countPages(total, reportsPerPage)],
        [paths.industries(), countPages(industries.length, industriesPerPage)],
        [paths.blog(), blog],
        [paths.pressReleases(), press],
      ]),
      formerIndustries: new Set(former),
      policyAddresses: new Set(policyAddresses),
      // Those of withdrawn reports, and former ones, are among them: there are more than reports.
      reportSlugs: Math.max(total, slugs.length) > maxSlugsInMemory ? undefined : new Set(slugs),
    };
  }
}

/** The paths that a build's routes declare, without those that match any word. */
export const listRoutePaths = ({ routes }: ServerBuild): string[] =>
  Object.values(routes).flatMap((route) =>
    route?.path === undefined || /^[:*]/.test(route.path) ? [] : [route.path],
  );
