import { isDeepStrictEqual } from 'node:util';
import type { Deps, Tx } from '../../deps.ts';
import { readTimeZone, readToday } from '../../kernel/store-zone.store.ts';
import type { ReportInput } from '../reports/report-input.model.ts';
import type { Delivery } from '../goods/delivery.model.ts';
import type { LicenceTerms } from '../reports/licence.model.ts';
import { readGoods, type StoredGoods } from '../goods/delivery.store.ts';
import type { Finder } from '../search/finder.ts';
import { announceChanges, type AnnounceDeps } from './announce-changes.ts';
import {
  chooseSlugs,
  decideNext,
  isRefused,
  type NextReport,
  type Refused,
  type SlugDeps,
} from './decide-next.ts';
import { holdBack } from './hold-back.ts';
import { listChangedTags } from './listed-facts.ts';
import { parseReportInput, type ParsedInput } from './parse-input.ts';
import { toReportRow, type ReportRow } from './report-row.ts';
import * as store from './save-reports.store.ts';
import {
  listAlikeCodes,
  listStoredIndustries,
  lockReports,
  readReports,
  type StoredIndustry,
} from './stored-reports.store.ts';

/** What became of one input. `versionNumber` is what the report says now. */
export type WriteResult =
  | {
      readonly ok: true;
      readonly code: string;
      readonly change: 'created' | 'changed' | 'unchanged';
      readonly versionNumber: number;
      /** undefined where the report is new. */
      readonly previousVersionNumber: number | undefined;
      /** Why it is not published, though it was to be; only with `holdsBack`. */
      readonly unpublished?: readonly string[];
    }
  | {
      readonly ok: false;
      readonly code: string;
      /** The part at fault to sentences. */
      readonly errors: Readonly<Record<string, readonly string[]>>;
    };

export type WriteOptions = {
  /** Who writes, as the history names them: "anna@publisher.example", "import 17". */
  readonly actor: string;
  /** Nothing is written, and the results say what would be. */
  readonly isDryRun?: boolean;
  /** Nothing is published that an editor could not publish; see `holdBack`. */
  readonly holdsBack?: boolean;
};

export type WriterDeps = Pick<Deps, 'clock' | 'invalidate'> &
  AnnounceDeps &
  SlugDeps & {
    readonly finder: Pick<Finder, 'put'>;
    /** What new reports get that say nothing of their delivery. */
    readonly getNewDelivery: (tx: Tx) => Promise<Delivery>;
    /** All of the store's, those that it does not sell any more among them. */
    readonly listLicences: (tx?: Tx) => Promise<readonly LicenceTerms[]>;
  };

/**
 * The only way in which reports are made and changed. Each input that is right is stored: a known
 * code is changed, an unknown one is made, and one that says nothing new writes nothing. A change is
 * a new version; the former slug of a published report leads to its new one for ever. An input whose
 * parts are missing or contradict each other has sentences by field, and the others go in.
 *
 * Results are in the order of the inputs; pass at most some hundreds at once. Throws where another
 * transaction makes the same code or slug at the same time.
 */
export async function writeReports(
  tx: Tx,
  deps: WriterDeps,
  inputs: readonly ReportInput[],
  options: WriteOptions,
): Promise<WriteResult[]> {
  const industries = await listStoredIndustries(tx);
  const parsed = refuseRepeatedCodes(inputs.map(parseReportInput));
  const codes = parsed.flatMap((one) => (one.ok ? one.input.code : (one.rest?.code ?? [])));
  const read = options.isDryRun ? readReports : lockReports;
  const stored = codes.length === 0 ? [] : await read(tx, codes);
  const byCode = new Map(stored.map((report) => [report.code, report]));
  const unknown = codes.filter((code) => !byCode.has(code));
  const alike = await listAlikeCodes(tx, unknown);
  const today = await readToday(tx, deps);
  const newDelivery = await deps.getNewDelivery(tx);
  const licences = await deps.listLicences(tx);
  const decide = (input: ReportInput) =>
    decideNext(input, byCode.get(input.code), { industries, today, newDelivery, licences });
  const asked = refuseAlikeCodes(parsed, alike);
  const decided = asked.map((one) => (one.ok ? decide(one.input) : addFurtherErrors(one, decide)));
  const candidates = options.holdsBack
    ? await holdBack(tx, decided, { today, asked, decide })
    : decided;
  return storeNext(tx, deps, await chooseSlugs(tx, deps, candidates), { ...options, industries });
}

/** All that is wrong is said at once: a part at fault hides nothing about the others. */
function addFurtherErrors(
  { code, errors, rest }: Exclude<ParsedInput, { readonly ok: true }>,
  decide: (input: ReportInput) => object,
): Refused {
  const next = rest ? decide(rest) : {};
  // What is said about a part that was left out here is not true of what was given.
  const isNew = ([field]: readonly [string, unknown]): boolean =>
    !Object.keys(errors).some((wrong) => wrong.split('.')[0] === field.split('.')[0]);
  const further = isRefused(next) ? Object.entries(next.errors).filter(isNew) : [];
  return { code, errors: { ...errors, ...Object.fromEntries(further) } };
}

/** Of several inputs with one code the first counts. */
function refuseRepeatedCodes(parsed: readonly ParsedInput[]): ParsedInput[] {
  const seen = new Set<string>();
  return parsed.map((one) => {
    const code = one.ok ? one.input.code : one.code;
    const key = code.toLowerCase();
    if (!seen.has(key) || !one.ok) {
      seen.add(key);
      return one;
    }
    return { ok: false, code, errors: { code: [`The code ${code} is given twice.`] } };
  });
}

/** Two reports whose codes differ in capitals alone would be taken for each other. */
const refuseAlikeCodes = (
  parsed: readonly ParsedInput[],
  alike: ReadonlyMap<string, string>,
): ParsedInput[] =>
  parsed.map((one) => {
    const other = one.ok ? alike.get(one.input.code) : undefined;
    if (!one.ok || other === undefined) return one;
    return { ok: false, code: one.input.code, errors: { code: [describeAlike(other)] } };
  });

/** What is wrong with a code that differs in capitals alone from this one. */
export const describeAlike = (code: string): string =>
  `There is a report ${code}: give its code with the same capitals, or another one.`;

/** The reports whose next version differs are stored; search and pages show them as they are. */
export async function storeNext(
  tx: Tx,
  deps: WriterDeps,
  candidates: readonly (NextReport | Refused)[],
  options: WriteOptions & { readonly industries: readonly StoredIndustry[] },
): Promise<WriteResult[]> {
  const { industries, actor, isDryRun } = options;
  const now = deps.clock();
  const known = candidates.flatMap((one) => (isRefused(one) ? [] : (one.current?.id ?? [])));
  const goods = await readGoods(tx, known);
  const industryIds = new Map(industries.map(({ slug, id }) => [slug, id]));
  const zone = await readTimeZone(tx);
  const context = { industryIds, now, zone, goods };
  const changed = candidates.flatMap((one) =>
    isRefused(one) || isUnchanged(one) ? [] : [{ ...one, row: toReportRow(one, context) }],
  );
  if (!isDryRun && changed.length > 0) {
    const ids = await saveAll(tx, changed, { actor, now, goods });
    await deps.finder.put(tx, ids);
    const slugs = new Map(industries.map(({ slug, id }) => [id, slug]));
    const tags = changed.flatMap(({ current, row }) => listChangedTags(current, row, slugs));
    await deps.invalidate(tx, [...new Set(tags)]);
    const changes = changed.map(({ current, row }) => ({
      before: current?.state,
      after: row.state,
      report: row,
    }));
    await announceChanges(deps, tx, changes);
  }
  const rows = new Map(changed.map(({ code, row }) => [code, row]));
  return candidates.map((one) => toResult(one, isRefused(one) ? undefined : rows.get(one.code)));
}

function isUnchanged({ current, parts, data }: NextReport): boolean {
  if (!current) return false;
  // A report in the bin comes back; one whose day came was published without a version of its own.
  const isSameState = parts.state === current.state;
  return (
    isSameState &&
    isDeepStrictEqual(current.parts, { ...parts, state: current.parts.state }) &&
    isDeepStrictEqual(current.data, data)
  );
}

async function saveAll(
  tx: Tx,
  changed: readonly store.SavedReport[],
  made: {
    readonly now: Date;
    readonly actor: string;
    readonly goods: ReadonlyMap<number, StoredGoods>;
  },
): Promise<number[]> {
  const ids = await store.upsertReports(
    tx,
    changed.map(({ row }) => row),
  );
  const reports = changed.map((report) => ({ ...report, id: ids.get(report.code) ?? 0 }));
  await store.insertVersions(tx, reports, made);
  await store.saveFirstEditions(tx, reports);
  await store.followVersions(
    tx,
    reports.filter(({ id, current }) => current?.releasedAt && made.goods.get(id)?.followsVersion),
  );
  await store.saveAuthors(tx, reports);
  await store.saveRedirects(tx, reports);
  await store.saveSources(
    tx,
    reports.flatMap(({ data }) => data?.sources ?? []),
  );
  return reports.map(({ id }) => id);
}

function toResult(one: NextReport | Refused, row: ReportRow | undefined): WriteResult {
  const { code } = one;
  if (isRefused(one)) return { ok: false, code, errors: one.errors };
  const previousVersionNumber = one.current?.versionNumber;
  const why = one.unpublished ? { unpublished: one.unpublished } : {};
  if (!row) {
    const versionNumber = previousVersionNumber ?? 1;
    const change = 'unchanged';
    return { ok: true, code, change, versionNumber, previousVersionNumber, ...why };
  }
  const change = one.current ? 'changed' : 'created';
  const { versionNumber } = row;
  return { ok: true, code, change, versionNumber, previousVersionNumber, ...why };
}
