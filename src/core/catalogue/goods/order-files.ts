import type { Tx } from '../../deps.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import { findEdition } from './edition-files.store.ts';
import { insertOrderFile, removeOrderFile, type OrderFileFacts } from './order-files.store.ts';
import type { GoodsFiles, IncomingFile, StoredFile } from './store-file.ts';

/** A file in the storage that an order is to have. */
export type StoredOrderFile = StoredFile;

/** Files that are checked and stored like goods, for some orders alone: no edition sells them. */
export class OrderFiles {
  readonly #files: GoodsFiles;

  constructor(files: GoodsFiles) {
    this.#files = files;
  }

  /**
   * Checks a file and stores it, until a transaction takes it with `insert`, or `discard`
   * removes it. `unsupported-type` and `too-large` with a sentence that names the
   * file.
   */
  async store(
    file: Pick<IncomingFile, 'path' | 'fileName' | 'title' | 'ownerPassword'>,
  ): Promise<Outcome<StoredOrderFile>> {
    const outcome = await this.#files.store({ ...file, purpose: 'goods', licences: [] });
    if (!outcome.ok) return { ...outcome, message: `${file.fileName}: ${outcome.message}` };
    const [stored, ...pictures] = outcome.value;
    await this.#files.remove(pictures);
    if (!stored) throw new Error(`nothing was stored of ${file.fileName}`);
    return ok({ ...stored, row: { ...stored.row, purpose: 'order' } });
  }

  /** In `tx`: the stored file gets its row, of the report's newest edition. `not-found`. */
  async insert(
    tx: Tx,
    reportId: number,
    stored: StoredOrderFile,
  ): Promise<Outcome<OrderFileFacts>> {
    const edition = await findEdition(tx, reportId);
    if (!edition) return fail('not-found', 'This report has no edition.');
    return ok(await insertOrderFile(tx, { ...stored.row, editionId: edition.id }));
  }

  /** The file leaves the storage: no transaction took it. */
  discard(stored: StoredOrderFile): Promise<void> {
    return this.#files.remove([stored]);
  }

  /**
   * In `tx`: the file of no order any more has no row. Its content is removed later, as everything
   * in the storage that no row names.
   */
  remove(tx: Tx, editionFileId: number): Promise<void> {
    return removeOrderFile(tx, editionFileId);
  }
}
