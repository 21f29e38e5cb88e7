import type { Deps, Tx } from '../../deps.ts';
import { fail, ok, type Outcome, type Refusal } from '../../kernel/outcome.model.ts';
import type { FormEffect } from '../../kernel/sent-forms.ts';
import type { Editions } from '../reports/edition.ts';
import { lockReport } from '../reports/editions.store.ts';
import type { Finder } from '../search/finder.ts';
import { describeEmptyLicences, type GoodsFile } from './delivery.model.ts';
import { readGoods } from './delivery.store.ts';
import {
  findEdition,
  findReportByCode,
  findUsedKeys,
  insertEditionFile,
  isEditionSold,
  listCurrentFiles,
  listFilesOfReport,
  lockCurrentFiles,
  saveCoverPicture,
  type EditionFile,
  type EditionFileRow,
} from './edition-files.store.ts';
import { readStored } from './file-parts.ts';
import { saveSales } from './sale-columns.ts';
import type { GoodsFiles, IncomingFile, StoredFile } from './store-file.ts';
import type { StoredGoods } from './stored-goods.ts';

/** The search says in which formats a report comes. */
type GoodsDeps = Deps & { readonly finder: Pick<Finder, 'put'> };

/** One file, for the newest edition if `edition` is missing. */
type AttachFile = IncomingFile & Pick<AttachFiles, 'reportCode' | 'edition' | 'effect'>;

export type AttachFiles = {
  readonly reportCode: string;
  readonly files: readonly IncomingFile[];
  /** The newest if missing. */
  readonly edition?: number;
  /** The files become a new edition, and its buyers are told what has changed. */
  readonly newEdition?: { readonly reason: string };
} & AskedOnce;

/** The form or program that asked for files. */
export type AskedOnce = {
  /** The same one counts once. */
  readonly effect?: FormEffect | undefined;
  /** Told in the transaction that gives the files to the edition. */
  readonly note?: (tx: Tx, attached: AttachedFiles) => Promise<void>;
};

/** A file as its publisher hears of it. */
export type AttachedFile = Pick<EditionFile, 'kind' | 'purpose' | 'title'> & {
  readonly pages: number | null;
  readonly warnings: readonly string[];
  /** False where the edition had the same file already, and the storage had it. */
  readonly isNew: boolean;
};

export type AttachedFiles = { readonly edition: number; readonly files: readonly AttachedFile[] };

type StoredRequest = Pick<AttachFiles, 'edition' | 'newEdition' | 'reportCode'> &
  AskedOnce & {
    readonly reportId: number;
    readonly stored: readonly StoredFile[];
  };

type GoodsParts = {
  readonly files: GoodsFiles;
  readonly stored: StoredGoods;
  readonly editions: Editions;
};

/** The files of editions, for those who publish reports. */
export class Goods {
  readonly #deps: GoodsDeps;
  readonly #files: GoodsFiles;
  readonly #stored: StoredGoods;
  readonly #editions: Editions;

  constructor(deps: GoodsDeps, { files, stored, editions }: GoodsParts) {
    this.#deps = deps;
    this.#files = files;
    this.#stored = stored;
    this.#editions = editions;
  }

  /**
   * Gives files to an edition of a report. Afterwards all of them are the edition's, or none where one
   * is refused; those that it had already change nothing, but come back where the storage has lost
   * them. `not-found` for an unknown report or edition, `conflict` for goods of an edition that was
   * sold, `unsupported-type` and `too-large` with a sentence that names the file and what to do.
   */
  async attachFiles(request: AttachFiles): Promise<Outcome<AttachedFiles>> {
    const { reportCode } = request;
    const report = await findReportByCode(this.#deps.db, reportCode);
    if (!report) return fail('not-found', `There is no report ${reportCode}.`);
    const stored: StoredFile[] = [];
    for (const file of request.files) {
      const outcome = await this.#files.store(file);
      if (!outcome.ok) {
        await this.#files.remove(stored);
        return { ...outcome, message: `${file.fileName}: ${outcome.message}` };
      }
      stored.push(...outcome.value);
    }
    return this.#insert({ ...request, reportId: report.id, stored });
  }

  /** Does the same for one file. */
  attachFile({
    reportCode,
    edition,
    effect,
    ...file
  }: AttachFile): Promise<Outcome<AttachedFiles>> {
    return this.attachFiles({
      reportCode,
      files: [file],
      effect,
      ...(edition === undefined ? {} : { edition }),
    });
  }

  /**
   * Makes these pages of the newest edition's PDF (counted from 1) its sample, with SAMPLE across
   * each. `not-found` for an unknown report, or one without an uploaded PDF;
   * `unsupported-type` if the PDF has no such page; `unavailable` if the PDF is missing among the
   * store's files, or not whole there.
   */
  async makeSampleOfPages(
    reportCode: string,
    pages: readonly number[],
    asked: AskedOnce = {},
  ): Promise<Outcome<AttachedFiles>> {
    const { db, files, goods } = this.#deps;
    const report = await findReportByCode(db, reportCode);
    const edition = report && (await findEdition(db, report.id));
    const all = edition ? await listCurrentFiles(db, edition.id, 'goods') : [];
    const pdf = all.find(({ kind }) => kind === 'pdf');
    if (!report || !pdf?.masterKey)
      return fail('not-found', `${reportCode} has no PDF to take pages from.`);
    const master = await readStored(files, pdf.masterKey);
    const body = master && (await files.read(pdf.bodyKey));
    if (!body)
      return fail(
        'unavailable',
        `${pdf.fileName} is missing among the store’s files: upload it again.`,
      );
    const sample = await goods.makeSample({
      body,
      master,
      pages,
      line: `Sample of ${reportCode}`,
    });
    if (!sample.ok) return sample;
    const facts = {
      pages: pages.length,
      sizeBytes: sample.value.length,
      sha256: `${pdf.sha256} ${pages.join(',')}`,
    };
    const stored = [await this.#files.storeSample(sample.value, facts)];
    return this.#insert({ reportId: report.id, reportCode, stored, ...asked });
  }

  /** Returns the files of every edition, the newest first; none for an unknown report. */
  listFiles(reportCode: string): Promise<EditionFileRow[]> {
    return listFilesOfReport(this.#deps.db, reportCode);
  }

  /** Job: removes objects that a killed upload left behind, never one that a file names. */
  removeUnused(): Promise<void> {
    const { db } = this.#deps;
    return this.#deps.fileCleaning.removeUnused('goods/', (keys) => findUsedKeys(db, keys));
  }

  /** The stored files get their rows; what is refused or not needed leaves the storage. */
  async #insert(request: StoredRequest): Promise<Outcome<AttachedFiles>> {
    const { stored, reportId } = request;
    const restored = await this.#stored.restoreLost(reportId, stored);
    let isRepeated = true;
    const attached = await this.#deps.db.transaction().execute((tx) =>
      this.#deps.sentForms.doOnce(tx, request.effect, async () => {
        isRepeated = false;
        const outcome = await this.#insertIn(tx, request);
        if (outcome.ok) await request.note?.(tx, outcome.value);
        return outcome;
      }),
    );
    const isUsed = (i: number): boolean =>
      !isRepeated && attached.ok && attached.value.files[i]?.isNew === true;
    const unused = stored.filter((_, i) => !isUsed(i));
    await this.#files.remove(unused);
    if (!attached.ok) return attached;
    const { edition, files } = attached.value;
    const needed = stored.map((file) => restored.has(file));
    return ok({
      edition,
      files: files.map((file, i) => ({ ...file, isNew: file.isNew || needed[i] === true })),
    });
  }

  async #insertIn(tx: Tx, request: StoredRequest): Promise<Outcome<AttachedFiles>> {
    const { reportId, reportCode, stored, newEdition } = request;
    const { slug, industrySlug } = await lockReport(tx, reportId);
    const emptied = await refuseEmptied(tx, request);
    if (emptied) return emptied;
    const number = newEdition
      ? await this.#editions.publish(tx, reportId, newEdition.reason)
      : request.edition;
    const edition = await findEdition(tx, reportId, number);
    if (!edition) return fail('not-found', `${reportCode} has no edition ${number ?? 1}.`);
    const current = await lockCurrentFiles(tx, edition.id);
    const isKnown = (file: StoredFile): boolean =>
      current.some((known) => isSameFile(known, file) && hasSameLicences(known, file));
    const isChange = stored.some(
      (file) => file.row.purpose === 'goods' && !isKnown(file) && !isWidened(current, file),
    );
    if (isChange && (await isEditionSold(tx, reportId, edition.number)))
      return fail(
        'conflict',
        `Edition ${edition.number} of ${reportCode} has been sold and can’t change. ` +
          'Publish these files as a new edition, and say what has changed.',
      );
    const files: AttachedFile[] = [];
    for (const file of stored) {
      const isNew = !isKnown(file);
      if (isNew) await insertEditionFile(tx, { ...file.row, editionId: edition.id }, file.text);
      const { kind, purpose, title, pages = null, warnings = [] } = file.row;
      files.push({ kind, purpose, title, pages, warnings, isNew });
    }
    await saveCoverPicture(tx, reportId);
    await saveSales(tx, [reportId]);
    await this.#deps.finder.put(tx, [reportId]);
    await this.#deps.invalidate(tx, [`report:${slug}`, `industry:${industrySlug}`, 'catalogue']);
    return ok({ edition: edition.number, files });
  }
}

/**
 * Refuses files after which a licence of a published report would bring nothing, though it brings
 * something today: one that takes the place of another for fewer licences, or a new edition of data
 * that are gone.
 */
async function refuseEmptied(tx: Tx, request: StoredRequest): Promise<Refusal | undefined> {
  const { reportId, stored, newEdition, edition } = request;
  const goods = (await readGoods(tx, [reportId])).get(reportId);
  if (!goods?.isPublished || (edition !== undefined && edition !== goods.edition)) return undefined;
  const given = stored.flatMap(({ row }) => (row.purpose === 'goods' ? [row] : []));
  const newest = await findEdition(tx, reportId);
  const current = newest ? await listCurrentFiles(tx, newest.id, 'goods') : [];
  const kept = current.filter((file) => !given.some(({ title }) => title === file.title));
  const files = [...kept, ...given].map(toGoodsFile);
  const hasData = newEdition ? goods.newestHasData : goods.hasData;
  const after = { files, hasData, madePages: null };
  const known = describeEmptyLicences(goods.prices, goods.chosen, goods);
  const sentences = describeEmptyLicences(goods.prices, goods.chosen, after).filter(
    (sentence) => !known.includes(sentence),
  );
  return sentences.length === 0
    ? undefined
    : fail('invalid', sentences.join(' '), { licences: sentences });
}

const isSameFile = (known: EditionFile, { row }: StoredFile): boolean =>
  known.purpose === row.purpose && known.title === row.title && known.sha256 === row.sha256;

const hasSameLicences = (known: EditionFile, { row }: StoredFile): boolean =>
  known.licences.length === row.licences.length &&
  known.licences.every((licence) => row.licences.includes(licence));

/** The same file for further licences: who has bought the edition keeps what they have. */
const isWidened = (current: readonly EditionFile[], file: StoredFile): boolean =>
  current.some(
    (known) =>
      isSameFile(known, file) &&
      known.licences.every((licence) => file.row.licences.includes(licence)),
  );

const toGoodsFile = ({
  kind,
  licences,
  pages,
  missingSince,
}: Pick<StoredFile['row'], 'kind' | 'licences' | 'missingSince' | 'pages'>): GoodsFile => ({
  id: 0,
  kind: kind === 'jpg' ? 'pdf' : kind,
  licences,
  pages: pages ?? null,
  isMissing: Boolean(missingSince),
});
