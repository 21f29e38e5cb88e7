/** Decides a report's next version, before anything is written. */
import type { Tx } from '../../deps.ts';
import type { Delivery } from '../goods/delivery.model.ts';
import { listPriceNames, type LicenceTerms } from '../reports/licence.model.ts';
import type { ReportInput } from '../reports/report-input.model.ts';
import type { ReportData, VersionParts } from '../reports/report-version.model.ts';
import { checkReport, mergeReport, type DraftVersion, type FieldErrors } from './merge-report.ts';
import { reservedSlugs } from './reserved-slugs.ts';
import { slugify } from '../../kernel/slugify.ts';
import { makeReportSlug } from './slugs.ts';
import { findSlugOwners, type StoredIndustry, type StoredReport } from './stored-reports.store.ts';

/** A report whose next version is decided. */
export type NextReport = {
  readonly code: string;
  readonly current: StoredReport | undefined;
  readonly parts: VersionParts;
  readonly data: ReportData | null;
  /** Why it is not published, though it was to be. */
  readonly unpublished?: readonly string[];
};
export type Refused = { readonly code: string; readonly errors: FieldErrors };
/** Right but for its slug, which may be missing. */
export type Unnamed = Omit<NextReport, 'parts'> & {
  readonly parts: Omit<VersionParts, 'slug'> & { readonly slug?: string };
};

export const isRefused = (one: object): one is Refused => 'errors' in one;

type Context = {
  readonly industries: readonly StoredIndustry[];
  /** ISO day. */
  readonly today: string;
  readonly newDelivery: Delivery;
  /** The store's. */
  readonly licences: readonly LicenceTerms[];
};

/** The report with the input applied, or sentences by field. Its slug is not chosen yet. */
export function decideNext(
  input: ReportInput,
  current: StoredReport | undefined,
  { industries, today, newDelivery, licences }: Context,
): Unnamed | Refused {
  const merged = mergeReport(current, input);
  const { delivery = newDelivery, ...given } = merged.parts;
  const draft = { ...merged, parts: { ...settleState(given, today), delivery } };
  const errors = { ...checkReport(draft, licences), ...refuseUnknownPrices(input, licences) };
  const { parts } = nameIndustries(draft, industries, errors);
  if (Object.keys(errors).length > 0) return { code: input.code, errors };
  const { slug, ...others } = parts as VersionParts;
  const keepsSlug = input.slug || !current || !followsTitle(current) || slug !== current.slug;
  return {
    code: input.code,
    current,
    data: draft.data,
    parts: { ...others, ...(keepsSlug && slug !== undefined ? { slug } : {}) },
  };
}

/** A price is of a licence that the store has; one of another is only cleared. */
function refuseUnknownPrices(
  { prices }: ReportInput,
  licences: readonly LicenceTerms[],
): FieldErrors {
  const known = new Set(listPriceNames(licences).map(([name]) => name));
  const unknown = Object.entries(prices ?? {}).filter(
    ([name, price]) => price !== null && price !== undefined && !known.has(name),
  );
  return Object.fromEntries(
    unknown.map(([name]) => [`prices.${name}`, [`This store has no licence “${name}”.`]]),
  );
}

/** New reports are drafts; a scheduled one whose day has come is published. */
function settleState(parts: DraftVersion['parts'], today: string): DraftVersion['parts'] {
  const { state = 'draft', publishedOn } = parts;
  if (state === 'published') return { ...parts, state, publishedOn: publishedOn ?? today };
  const isDue = state === 'scheduled' && publishedOn !== undefined && publishedOn <= today;
  return { ...parts, state: isDue ? 'published' : state };
}

/** Until it is published, a slug that was made from the title changes with it. */
const followsTitle = ({ releasedAt, slug, code, title }: StoredReport): boolean =>
  releasedAt === null && [makeReportSlug(title, code), withCode(title, code)].includes(slug);

const withCode = (title: string, code: string): string =>
  `${makeReportSlug(title, code)}-${slugify(code)}`;

/** The name of the first industry that has a word of more than three letters in common. */
function findSimilarIndustry(
  wanted: string,
  industries: readonly StoredIndustry[],
): string | undefined {
  const words = listWords(wanted);
  return industries.find(({ name }) => listWords(name).some((word) => words.includes(word)))?.name;
}

const listWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 3)
    .map((word) => word.replace(/s$/, ''));

/** Industries are given by slug or name, and kept as slugs. */
function nameIndustries(
  draft: DraftVersion,
  industries: readonly StoredIndustry[],
  errors: FieldErrors,
): DraftVersion {
  const find = (field: string, given: string): string[] => {
    const wanted = given.toLowerCase();
    const found = industries.find(
      ({ slug, name }) => slug === wanted || name.toLowerCase() === wanted,
    );
    if (found) return [found.slug];
    const near = findSimilarIndustry(wanted, industries);
    (errors[field] ??= []).push(
      `There is no industry “${given}”.${near ? ` Did you mean “${near}”?` : ''}`,
    );
    return [];
  };
  const { industry, furtherIndustries = [], ...others } = draft.parts;
  const [main] = industry === undefined ? [] : find('industry', industry);
  const further = furtherIndustries
    .flatMap((given) => find('furtherIndustries', given))
    .filter((slug) => slug !== main);
  return {
    data: draft.data,
    parts: {
      ...others,
      ...(main === undefined ? {} : { industry: main }),
      ...(further.length > 0 ? { furtherIndustries: [...new Set(further)] } : {}),
    },
  };
}

/** Addresses of the store's own pages, which stay as they are until the transaction ends. */
export type ListPageAddresses = (tx: Tx) => Promise<readonly string[]>;

/**
 * Each report with a slug that no other report has or had, and that no page has. A slug that was
 * given and is not free is refused; one that is made has the code behind it where need be.
 */
export async function chooseSlugs(
  tx: Tx,
  candidates: readonly (Unnamed | Refused)[],
  listPageAddresses: ListPageAddresses,
): Promise<(NextReport | Refused)[]> {
  const wanted = candidates.flatMap((one) => (isRefused(one) ? [] : listWantedSlugs(one)));
  const owners = new Map(await findSlugOwners(tx, wanted));
  const isNew = candidates.some(
    (one) => !isRefused(one) && (!one.current || one.current.slug !== one.parts.slug),
  );
  const pages = new Set(isNew ? await listPageAddresses(tx) : []);
  return candidates.map((candidate) => {
    if (isRefused(candidate)) return candidate;
    const { code, current, parts } = candidate;
    const owner = (slug: string): string | undefined =>
      isOfPage(slug, pages) ? 'a page of this site' : owners.get(slug);
    const isFree = (slug: string): boolean => [undefined, code].includes(owner(slug));
    const slug = current?.slug === parts.slug ? parts.slug : undefined;
    const chosen = slug ?? listWantedSlugs(candidate).find(isFree);
    if (chosen === undefined) {
      const [first = ''] = listWantedSlugs(candidate);
      const sentence = `The slug “${first}” belongs to ${owner(first)}; choose another one.`;
      return { code, errors: { slug: [sentence] } };
    }
    owners.set(chosen, code);
    return { ...candidate, parts: { ...parts, slug: chosen } };
  });
}

const isOfPage = (slug: string, pages: ReadonlySet<string>): boolean =>
  reservedSlugs.has(slug) || pages.has(slug);

/** Returns who has a slug: "a page of this site" or "report WHEAT-1"; undefined if it is free. */
export async function findSlugOwner(tx: Tx, slug: string): Promise<string | undefined> {
  if (reservedSlugs.has(slug)) return 'a page of this site';
  const code = (await findSlugOwners(tx, [slug])).get(slug);
  return code === undefined ? undefined : `report ${code}`;
}

const listWantedSlugs = ({ code, parts: { slug, title } }: Unnamed): string[] =>
  slug === undefined ? [makeReportSlug(title, code), withCode(title, code)] : [slug];
