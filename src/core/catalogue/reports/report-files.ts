import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Deps, Tx } from '../../deps.ts';
import type { Letterhead } from '../../kernel/email-layout.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { Stamp } from '../../orders/delivery/stamp.model.ts';
import { findPublishedChart } from '../drawing/charts.model.ts';
import { hasEditionData } from './editions.store.ts';
import {
  findCover,
  findEdition,
  findSample,
  getEditionFile,
  lockGoods,
} from '../goods/edition-files.store.ts';
import { defaultDelivery } from '../goods/delivery.model.ts';
import { readGoods } from '../goods/delivery.store.ts';
import { readWhole, type FilePart } from '../goods/file-parts.ts';
import type { MadePages } from '../goods/made-pages.ts';
import { goodsFormats } from '../goods/goods.model.ts';
import { isStoredWhole } from '../goods/stored-goods.ts';
import type { Licence } from './licence.model.ts';
import type { Report } from '../model.ts';
import { PicturePrinting } from '../rich-text/print-pictures.ts';
import type { ReportDocument } from './report-document.model.ts';
import { getEdition, getReport } from './report.store.ts';
import { getCardByCode } from './reports.store.ts';
import { buildReportCard, type ShareCard } from '../drawing/share-card.model.ts';

/** Counts the ways in which cards were drawn: a card of an older way is drawn again. */
const cardForm = 2;

/** A file of an edition: printed from the report's data (`pdf`, `workbook`), or uploaded. */
export type SoldFile =
  | { readonly kind: 'pdf' | 'workbook'; readonly editionFileId: null }
  | { readonly kind: 'file'; readonly editionFileId: number };

export type BuyerCopy = {
  /** Where it is stored: all readers of an uploaded file share its first part. */
  readonly parts: readonly FilePart[];
  readonly fileName: string;
  /** MIME type. */
  readonly type: string;
};

/** Which copy: of what, for whom. */
type CopyRequest = {
  readonly reportId: number;
  readonly reportCode: string;
  readonly edition: number;
  readonly file: SoldFile;
  /** A secret, and different for each copy. */
  readonly copyId: string;
  readonly stamp: Stamp;
};

type SoldTo = {
  readonly reportId: number;
  readonly licence: Licence;
  readonly edition?: number | undefined;
  /** It was ordered while its files were there, whatever its report has become since. */
  readonly wasSoldAsFiles?: boolean;
  /** Nothing where one of its files is known to be missing: before money is taken for it. */
  readonly mustBeStored?: boolean;
};

const printedPdf: SoldFile = { kind: 'pdf', editionFileId: null };
const printedWorkbook: SoldFile = { kind: 'workbook', editionFileId: null };

type ReportFileDeps = Deps & { readonly getLetterhead: () => Promise<Letterhead> };

/** The files of reports. Each is rendered when it is first needed, and stored from then on. */
export class ReportFiles {
  readonly #deps: ReportFileDeps;
  readonly #madePages: MadePages;
  readonly #printing: PicturePrinting;

  constructor(deps: ReportFileDeps, madePages: MadePages) {
    this.#deps = deps;
    this.#madePages = madePages;
    this.#printing = new PicturePrinting(deps);
  }

  /**
   * In `tx`: the files that a buyer with this licence downloads of an edition, the newest by default.
   * Uploaded files that include the licence, or else what is made from its data. Nobody replaces them
   * meanwhile. None where we deliver it ourselves, and where the edition has nothing to give; a
   * report that was taken off sale still gives what it was sold with to who had ordered it before.
   */
  async listSoldFiles(
    tx: Tx,
    { reportId, licence, edition: number, wasSoldAsFiles = false, mustBeStored = false }: SoldTo,
  ): Promise<{ edition: number; files: readonly SoldFile[] }> {
    const edition = await findEdition(tx, reportId, number);
    const sold = edition?.number ?? 1;
    const soldAs = (await readGoods(tx, [reportId])).get(reportId)?.soldAs ?? defaultDelivery;
    if (soldAs.kind === 'by-us' && !wasSoldAsFiles) return { edition: sold, files: [] };
    const uploaded = edition ? await lockGoods(tx, edition.id, licence) : [];
    if (mustBeStored && uploaded.some(({ missingSince }) => missingSince !== null))
      return { edition: sold, files: [] };
    const files = uploaded.map(({ id }) => ({ kind: 'file', editionFileId: id }) as const);
    if (files.length > 0) return { edition: sold, files };
    const isMade = soldAs.kind !== 'files' && (await hasEditionData(tx, reportId, sold));
    return { edition: sold, files: isMade ? [printedPdf, printedWorkbook] : [] };
  }

  /**
   * One reader's stamped copy, kept once it is made. Unpublished reports are still copied for their
   * buyers. `unavailable`, with a sentence for staff, while an uploaded file is missing in the store's
   * place of files or is not whole there. Throws where there is no report.
   */
  async ensureBuyerCopy(request: CopyRequest): Promise<Outcome<BuyerCopy>> {
    const { file } = request;
    return file.kind === 'file'
      ? this.#ensureUploadedCopy(request, file.editionFileId)
      : ok(await this.#ensurePrintedCopy(request, file.kind));
  }

  async #ensureUploadedCopy(
    { copyId, edition, stamp }: CopyRequest,
    editionFileId: number,
  ): Promise<Outcome<BuyerCopy>> {
    const { db, files, goods } = this.#deps;
    const file = await getEditionFile(db, editionFileId);
    const { bodyKey, bodyBytes, masterKey, fileName, kind } = file;
    if (!masterKey || kind === 'jpg') throw new Error(`The file ${editionFileId} is not for sale`);
    const storedBytes = await files.getSizeBytes(bodyKey);
    const hasMaster = (await files.getSizeBytes(masterKey)) !== undefined;
    if (storedBytes !== bodyBytes || !hasMaster)
      return fail('unavailable', describeMissing(file, storedBytes));
    const tailKey = `copies/${copyId}-${edition}.tail`;
    let tailBytes = await files.getSizeBytes(tailKey);
    if (!tailBytes) {
      const tail = await goods.makeTail(await readWhole(this.#deps.files, masterKey), stamp);
      if (!tail.ok) return fail('unavailable', `${fileName} is damaged among the store’s files.`);
      await files.put(tailKey, tail.value);
      tailBytes = tail.value.length;
    }
    const parts = [
      { fileKey: bodyKey, bytes: bodyBytes },
      { fileKey: tailKey, bytes: tailBytes },
    ];
    return ok({ parts, fileName, type: goodsFormats[kind].type });
  }

  async #ensurePrintedCopy(
    { reportId, reportCode, copyId, edition, stamp }: CopyRequest,
    kind: 'pdf' | 'workbook',
  ): Promise<BuyerCopy> {
    const { db, documents } = this.#deps;
    const format = goodsFormats[kind === 'pdf' ? 'pdf' : 'xlsx'];
    const fileKey = `copies/${copyId}-${edition}.${format.extension}`;
    const bytes = await this.#ensureFile(fileKey, async () => {
      const document = await this.#toDocument(await getEdition(db, reportId, edition));
      if (kind === 'workbook') return documents.renderReportWorkbook(document, stamp);
      const printed = await documents.renderReportPdf(document, stamp);
      await this.#madePages.notePrinted(reportId, edition, printed.pages);
      return printed.bytes;
    });
    const fileName = `${reportCode}.${format.extension}`;
    return { parts: [{ fileKey, bytes }], fileName, type: format.type };
  }

  /** How many pages the PDF has that is made of the edition. Throws where there is none. */
  async countPrintedPages(reportId: number, edition: number): Promise<number> {
    const { db, documents } = this.#deps;
    const document = await this.#toDocument(await getEdition(db, reportId, edition));
    return (await documents.renderReportPdf(document)).pages;
  }

  /**
   * The sample that was uploaded or made of chosen pages, or else one that is printed from the newest
   * edition. undefined while the first is missing in the store's place of files, or is not whole
   * there. Throws where no such report is published.
   */
  async ensureSamplePdf(reportId: number): Promise<{ fileKey: string; bytes: number } | undefined> {
    const { db, documents } = this.#deps;
    const report = await getReport(db, { id: reportId });
    if (!report) throw new Error(`There is no published report ${reportId} to make a sample of`);
    const sample = await findSample(db, reportId);
    if (sample && !(await isStoredWhole(this.#deps.files, sample))) return undefined;
    if (sample) return { fileKey: sample.bodyKey, bytes: sample.bodyBytes };
    const fileKey = `samples/${report.code}-${report.edition}.pdf`;
    const bytes = await this.#ensureFile(fileKey, async () =>
      documents.renderSamplePdf(await this.#toDocument(report)),
    );
    return { fileKey, bytes };
  }

  /** The picture of a published report, as JPEG; undefined where its cover is drawn, or not whole. */
  async openCover(code: string): Promise<{ stream: Readable; bytes: number } | undefined> {
    const { db, files } = this.#deps;
    const report = await getReport(db, { code });
    const cover = report && (await this.#findStoredCover(report.id));
    const stream = cover && (await files.read(cover.bodyKey));
    return stream && { stream, bytes: cover.bodyBytes };
  }

  async #findStoredCover(reportId: number) {
    const cover = await findCover(this.#deps.db, reportId);
    return cover && (await isStoredWhole(this.#deps.files, cover)) ? cover : undefined;
  }

  /** A published report's chart as a picture; undefined where its page shows no such chart. */
  async openChartPng(
    code: string,
    key: string,
  ): Promise<{ stream: Readable; bytes: number } | undefined> {
    const { db, documents, files } = this.#deps;
    const report = await getReport(db, { code });
    if (!report || !findPublishedChart(report, key)) return undefined;
    const fileKey = `charts/${report.code}-${report.edition}-${key}.png`;
    const bytes = await this.#ensureFile(fileKey, async () =>
      documents.renderChartPng(await this.#toDocument(report), key),
    );
    const stream = await files.read(fileKey);
    return stream && { stream, bytes };
  }

  /**
   * A published report's card for sites where it is shared, or that of the store where `code` is
   * undefined; undefined where there is no such report. It is kept until what it shows changes.
   */
  async openShareCard(
    code: string | undefined,
    store: Omit<ShareCard, 'figure' | 'cover'>,
  ): Promise<{ stream: Readable; bytes: number } | undefined> {
    const { db, documents, files } = this.#deps;
    const report = code === undefined ? undefined : await getCardByCode(db, code);
    if (code !== undefined && !report) return undefined;
    const given = report && (await this.#findStoredCover(report.id));
    // What decides which picture it is: the publisher's own cover is read when it is drawn.
    const card: ShareCard = report ? buildReportCard(report, { publisher: store.title }) : store;
    const shown = JSON.stringify({ cardForm, ...card, cover: given?.bodyKey ?? card.cover });
    const version = createHash('sha256').update(shown).digest('hex').slice(0, 24);
    const fileKey = `share/${report?.code ?? 'store'}-${version}.png`;
    const bytes = await this.#ensureFile(fileKey, async () =>
      documents.renderShareCardPng(
        given ? { ...card, cover: await readWhole(this.#deps.files, given.bodyKey) } : card,
      ),
    );
    const stream = await files.read(fileKey);
    return stream && { stream, bytes };
  }

  /** The file's size in bytes. Two callers at once render and store the same bytes. */
  async #ensureFile(fileKey: string, render: () => Promise<Uint8Array>): Promise<number> {
    const existingBytes = await this.#deps.files.getSizeBytes(fileKey);
    // An empty file is no file: some copies of folders leave one behind.
    if (existingBytes) return existingBytes;
    const content = await render();
    await this.#deps.files.put(fileKey, content);
    return content.length;
  }

  /** Of an edition with the pictures of its day. */
  async #toDocument({ madeAt, ...report }: Report & { madeAt?: Date }): Promise<ReportDocument> {
    const { getLetterhead, origin } = this.#deps;
    const pictures = await this.#printing.print(report.description, madeAt);
    const { name, accent } = await getLetterhead();
    return { ...report, publisher: name, accent, website: origin, pictures };
  }
}

/** Says to staff that a file's body or its description is not there, or not whole. */
function describeMissing(
  { fileName, bodyBytes }: { readonly fileName: string; readonly bodyBytes: number },
  storedBytes: number | undefined,
): string {
  if (storedBytes === undefined || storedBytes === bodyBytes)
    return `${fileName} is missing among the store’s files.`;
  return `${fileName} is damaged among the store’s files: it has ${storedBytes} bytes instead of ${bodyBytes}.`;
}
