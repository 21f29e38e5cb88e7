import { isDeepStrictEqual } from 'node:util';
import type { Deps, Tx } from '../../deps.ts';
import { readTimeZone, readToday } from '../../kernel/store-zone.store.ts';
import type { ReportInput } from '../reports/report-input.model.ts';
import type { Delivery } from '../goods/delivery.model.ts';
import type { LicenceTerms } from '../reports/licence.model.ts';
import { readGoods, type StoredGoods } from '../goods/delivery.store.ts';
import { ReportChanges, type ChangesDeps } from './announce-changes.ts';
import {
  chooseSlugs,
  decideNext,
  isRefused,
  type NextReport,
  type Refused,
  type ListPageAddresses,
} from './decide-next.ts';
import { holdBack } from './hold-back.ts';
import { listChangedTags } from './listed-facts.ts';
import { parseReportInput, type ParsedInput } from './parse-input.ts';
import { listUnchanged, type ChangeToUndo } from './unchanged-reports.ts';
import { toReportRow, type ReportRow } from './report-row.ts';
import * as store from './save-reports.store.ts';
import {
  listAlikeCodes,
  listEditedIds,
  listKnownCodes,
  listStoredIndustries,
  lockReports,
  readReports,
  readVersions,
  type StoredIndustry,
  type StoredReport,
} from './stored-reports.store.ts';

/** The outcome of one input. `versionNumber` is what the report says now. */
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

/** A report, and the version that it had when it was held back. */
export type HeldBack = { readonly code: string; readonly versionNumber: number };

export type Unblocked = {
  readonly code: string;
  /** Why it is not published still; empty if it is. */
  readonly reasons: readonly string[];
  readonly versionNumber: number;
};

export type WriterDeps = Pick<Deps, 'clock'> &
  ChangesDeps & {
    readonly listPageAddresses: ListPageAddresses;
    /** How new reports are delivered that don't say it themselves. */
    readonly getNewDelivery: (tx: Tx) => Promise<Delivery>;
    /** All of the store's, also those that it does not sell any more. */
    readonly listLicences: (tx?: Tx) => Promise<readonly LicenceTerms[]>;
  };

/** The only way in which reports are made and changed. All verbs write in the given transaction. */
export class ReportWriter {
  readonly #deps: WriterDeps;
  readonly #changes: ReportChanges;

  constructor(deps: WriterDeps) {
    this.#deps = deps;
    this.#changes = new ReportChanges(deps);
  }

  /**
   * Stores each input that is right: a known code is changed, an unknown one is made, and one that
   * says nothing new writes nothing. A change is a new version; the former slug of a published report
   * leads to its new one for ever. An input whose parts are missing or contradict each other has
   * sentences by field, and the others go in.
   *
   * Results are in the order of the inputs; pass at most some hundreds at once. Throws if another
   * transaction makes the same code or slug at the same time.
   */
  async write(
    tx: Tx,
    inputs: readonly ReportInput[],
    options: WriteOptions,
  ): Promise<WriteResult[]> {
    const { getNewDelivery, listLicences, listPageAddresses } = this.#deps;
    const industries = await listStoredIndustries(tx);
    const parsed = refuseRepeatedCodes(inputs.map(parseReportInput));
    const codes = parsed.flatMap((one) => (one.ok ? one.input.code : (one.rest?.code ?? [])));
    const read = options.isDryRun ? readReports : lockReports;
    const stored = codes.length === 0 ? [] : await read(tx, codes);
    const byCode = new Map(stored.map((report) => [report.code, report]));
    const unknown = codes.filter((code) => !byCode.has(code));
    const alike = await listAlikeCodes(tx, unknown);
    const today = await readToday(tx, this.#deps.clock());
    const newDelivery = await getNewDelivery(tx);
    const licences = await listLicences(tx);
    const decide = (input: ReportInput) =>
      decideNext(input, byCode.get(input.code), { industries, today, newDelivery, licences });
    const asked = refuseAlikeCodes(parsed, alike);
    const decided = asked.map((one) =>
      one.ok ? decide(one.input) : addFurtherErrors(one, decide),
    );
    const candidates = options.holdsBack
      ? await holdBack(tx, decided, { today, asked, decide })
      : decided;
    const named = await chooseSlugs(tx, candidates, listPageAddresses);
    return this.#storeNext(tx, named, { ...options, industries });
  }

  /**
   * Publishes the reports that were held back and that nothing blocks any more. A report that was
   * changed since, or is being edited, stays as it is, and is not among the results. With `isDryRun`
   * nothing is written.
   */
  async publishHeldBack(
    tx: Tx,
    held: readonly HeldBack[],
    { actor, isDryRun = false }: Pick<WriteOptions, 'actor' | 'isDryRun'>,
  ): Promise<Unblocked[]> {
    if (held.length === 0) return [];
    const versions = new Map(held.map(({ code, versionNumber }) => [code, versionNumber]));
    const codes = [...versions.keys()];
    const stored = await (isDryRun ? readReports(tx, codes) : lockReports(tx, codes));
    const edited = await listEditedIds(
      tx,
      stored.map(({ id }) => id),
    );
    const inputs = stored
      .filter(({ id, code, state, versionNumber }) => {
        const isSame = versions.get(code) === versionNumber && !edited.has(id);
        return isSame && state !== 'published' && state !== 'bin';
      })
      .map(({ code }) => ({ code, state: 'published' as const }));
    const results = await this.write(tx, inputs, { actor, isDryRun, holdsBack: true });
    return results.map((result) => toUnblocked(result, versions.get(result.code) ?? 0));
  }

  /**
   * Gives each report that still says what it said in `from` what it said in `to`, as a new version;
   * one that was made by the change goes to the bin. Returns the codes of the others, which were
   * changed since and stay as they are.
   */
  async restore(tx: Tx, changes: readonly ChangeToUndo[], actor: string): Promise<string[]> {
    const current = await listUnchanged(tx, changes);
    const versions = await readVersions(
      tx,
      current.flatMap(({ report, to }) =>
        to === undefined ? [] : [{ reportId: report.id, number: to }],
      ),
    );
    const next = current.flatMap(({ code, report }) => {
      const version = versions.get(report.id);
      return version ? [{ code, current: report, ...version }] : [];
    });
    const industries = await listStoredIndustries(tx);
    const named = await chooseSlugs(tx, next, this.#deps.listPageAddresses);
    await this.#storeNext(tx, named, { actor, industries });
    const made = current.filter(({ to }) => to === undefined);
    await this.moveToBin(
      tx,
      made.map(({ code }) => code),
    );
    const restored = new Set(current.map(({ code }) => code));
    return changes.map(({ code }) => code).filter((code) => !restored.has(code));
  }

  /** Hides the reports everywhere; buyers keep their files. Writing a report brings it back. */
  async moveToBin(tx: Tx, codes: readonly string[]): Promise<void> {
    if (codes.length === 0) return;
    const reports = await lockReports(tx, codes);
    const ids = reports.map(({ id }) => id);
    await store.putIntoBin(tx, ids, this.#deps.clock());
    const changes = reports.map((before) => ({
      before,
      after: { ...before, state: 'bin' as const },
    }));
    await this.#changes.announce(tx, ids, changes, await listStoredIndustries(tx));
  }

  /**
   * Gives the locked report another code, by which it is found from now on. Returns sentences if the
   * code is wrong or belongs to another report.
   */
  async changeCode(
    tx: Tx,
    report: StoredReport,
    code: string,
  ): Promise<readonly string[] | undefined> {
    const parsed = parseReportInput({ code });
    if (!parsed.ok) return parsed.errors['code'] ?? ['This is not a code.'];
    if (code === report.code) return undefined;
    if ((await listKnownCodes(tx, [code])).size > 0) return [`There is a report ${code} already.`];
    const alike = (await listAlikeCodes(tx, [code])).get(code);
    if (alike !== undefined && alike !== report.code) return [describeAlike(alike)];
    const industries = await listStoredIndustries(tx);
    await store.updateCode(tx, report.id, code);
    const slugs = new Map(industries.map((industry) => [industry.id, industry.slug]));
    await this.#deps.finder.put(tx, [report.id]);
    await this.#deps.invalidate(tx, [...new Set(listChangedTags(undefined, report, slugs))]);
    return undefined;
  }

  /** Publishes the locked reports, which are due, as they are. */
  async publishDue(tx: Tx, due: readonly StoredReport[], now: Date): Promise<void> {
    const ids = due.map(({ id }) => id);
    await store.markPublished(tx, ids, now);
    const changes = due.map((before) => ({
      before,
      after: { ...before, state: 'published' as const },
    }));
    await this.#changes.announce(tx, ids, changes, await listStoredIndustries(tx));
  }

  /** Stores the reports whose next version differs; search and pages show them as they are. */
  async #storeNext(
    tx: Tx,
    candidates: readonly (NextReport | Refused)[],
    options: WriteOptions & { readonly industries: readonly StoredIndustry[] },
  ): Promise<WriteResult[]> {
    const { industries, actor, isDryRun } = options;
    const now = this.#deps.clock();
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
      const changes = changed.map(({ current, row }) => ({ before: current, after: row }));
      await this.#changes.announce(tx, ids, changes, industries);
    }
    const rows = new Map(changed.map(({ code, row }) => [code, row]));
    return candidates.map((one) => toResult(one, isRefused(one) ? undefined : rows.get(one.code)));
  }
}

function toUnblocked(result: WriteResult, heldVersion: number): Unblocked {
  const { code } = result;
  return result.ok
    ? { code, reasons: result.unpublished ?? [], versionNumber: result.versionNumber }
    : { code, reasons: Object.values(result.errors).flat(), versionNumber: heldVersion };
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

/** Says what is wrong with a code that differs in capitals alone from this one. */
const describeAlike = (code: string): string =>
  `There is a report ${code}: give its code with the same capitals, or another one.`;

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
