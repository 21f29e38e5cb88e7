import type { Outcome } from '../../kernel/outcome.model.ts';
import { FileCleaning } from '../../kernel/file-cleaning.ts';
import {
  attachFiles,
  type AttachedFiles,
  type AttachFiles,
  type GoodsDeps,
} from './attach-files.ts';
import { findUsedKeys, listFilesOfReport, type EditionFileRow } from './edition-files.store.ts';
import { makeSampleOfPages } from './chosen-pages.ts';
import { lookForFile, lookForGoods, lookForLicence } from './stored-goods.ts';
import type { Licence } from '../reports/licence.model.ts';
import type { IncomingFile } from './store-file.ts';

/** One file, for the newest edition where `edition` is missing. */
type AttachFile = IncomingFile & Pick<AttachFiles, 'reportCode' | 'edition' | 'effect'>;

/** The files of editions, for those who publish reports. */
export class Goods {
  readonly #deps: GoodsDeps;
  readonly #cleaning: FileCleaning;

  constructor(deps: GoodsDeps) {
    this.#deps = deps;
    this.#cleaning = new FileCleaning(deps);
  }

  /** See `attach-files.ts`. */
  attachFiles(request: AttachFiles): Promise<Outcome<AttachedFiles>> {
    return attachFiles(this.#deps, request);
  }

  /** The same for one file. */
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

  /** The files of every edition, the newest first; none for an unknown report. */
  listFiles(reportCode: string): Promise<EditionFileRow[]> {
    return listFilesOfReport(this.#deps.db, reportCode);
  }

  /** Job: objects that a killed upload left behind are gone; one that a file names never is. */
  removeUnused(): Promise<void> {
    const { db } = this.#deps;
    return this.#cleaning.removeUnused('goods/', (keys) => findUsedKeys(db, keys));
  }

  /** Job: see `stored-goods.ts`, as of the two below. */
  lookForAll(): Promise<void> {
    return lookForGoods(this.#deps);
  }

  lookForLicence(reportId: number, licence: Licence): Promise<void> {
    return lookForLicence(this.#deps, reportId, licence);
  }

  lookForFile(editionFileId: number): Promise<void> {
    return lookForFile(this.#deps, editionFileId);
  }

  /** See `chosen-pages.ts`. */
  makeSampleOfPages(reportCode: string, pages: readonly number[]): Promise<Outcome<AttachedFiles>> {
    return makeSampleOfPages(this.#deps, reportCode, pages);
  }
}
