import type { Tx } from '../../deps.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import { findEdition } from './edition-files.store.ts';
import { insertOrderFile, removeOrderFile, type OrderFileFacts } from './order-files.store.ts';
import {
  listKeys,
  storeFile,
  type IncomingFile,
  type StoredFile,
  type StoreFileDeps,
} from './store-file.ts';

/** A file in the storage that an order is to have. */
export type StoredOrderFile = StoredFile;

/** Files that are checked and stored like goods, for some orders alone: no edition sells them. */
export class OrderFiles {
  readonly #deps: StoreFileDeps;

  constructor(deps: StoreFileDeps) {
    this.#deps = deps;
  }

  /**
   * Checks a file and stores it, until a transaction takes it with `insert`, or `discard`
   * removes it. `unsupported-type` and `too-large` with a sentence that names the
   * file.
   */
  async store(
    file: Pick<IncomingFile, 'path' | 'fileName' | 'title' | 'ownerPassword'>,
  ): Promise<Outcome<StoredOrderFile>> {
    const outcome = await storeFile(this.#deps, { ...file, purpose: 'goods', licences: [] });
    if (!outcome.ok) return { ...outcome, message: `${file.fileName}: ${outcome.message}` };
    const [stored, ...pictures] = outcome.value;
    for (const picture of pictures) await this.discard(picture);
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
  async discard(stored: StoredOrderFile): Promise<void> {
    for (const key of listKeys(stored)) await this.#deps.files.remove(key);
  }

  /**
   * In `tx`: the file of no order any more has no row. Its content is removed later, as everything
   * in the storage that no row names.
   */
  remove(tx: Tx, editionFileId: number): Promise<void> {
    return removeOrderFile(tx, editionFileId);
  }
}
