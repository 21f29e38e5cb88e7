import type { Deps, FileStorage } from '../../deps.ts';
import { waitAtMost } from '../../kernel/wait-at-most.ts';
import { lockReport } from '../reports/editions.store.ts';
import type { Licence } from '../reports/licence.model.ts';
import type { Finder } from '../search/finder.ts';
import { listFilesWithContent, listReadersOf } from './edition-files.store.ts';
import { saveSales } from './sale-columns.ts';
import type { StoredFile } from './store-file.ts';
import {
  findPlace,
  listPlacesOfLicence,
  setMissing,
  takePlaces,
  type GoodsPlace,
} from './stored-goods.store.ts';

type StoredGoodsDeps = Deps & { readonly finder: Pick<Finder, 'put'> };

/** Each file is looked for once in this time. Milliseconds. */
const lookEveryMs = 86_400_000;
const filesPerRun = 500;
/** So long a buyer waits for a place of files that is slow. Milliseconds. */
const longestLookMs = 3000;

/** The files that are for sale, as they are in the storage. */
export class StoredGoods {
  readonly #deps: StoredGoodsDeps;

  constructor(deps: StoredGoodsDeps) {
    this.#deps = deps;
  }

  /**
   * Job: takes files for sale that are missing, or not whole, off sale in all lists and pages, where
   * staff see their reports under "Nothing to deliver"; those that are back are sold again.
   */
  async lookForAll(): Promise<void> {
    const now = this.#deps.clock();
    const before = new Date(now.getTime() - lookEveryMs);
    for (const place of await takePlaces(this.#deps.db, { before, now, limit: filesPerRun }))
      await this.#noteFound(place);
  }

  /**
   * Does the same for the files of one licence, before somebody orders it. A place of files that
   * does not answer is no missing file: what is known stays.
   */
  async lookForLicence(reportId: number, licence: Licence): Promise<void> {
    const look = async (): Promise<void> => {
      for (const place of await listPlacesOfLicence(this.#deps.db, reportId, licence))
        await this.#noteFound(place);
    };
    const looking = look().catch((error: unknown) =>
      this.#deps.log.warn({ error, reportId }, 'a file for sale could not be looked for'),
    );
    await waitAtMost(this.#deps.sleep, looking, longestLookMs);
  }

  /** Does the same for one file, which somebody has just missed, or found again. */
  async lookForFile(editionFileId: number): Promise<void> {
    const place = await findPlace(this.#deps.db, editionFileId);
    if (place) await this.#noteFound(place);
  }

  async #noteFound(place: GoodsPlace): Promise<void> {
    const isThere = await isStoredWhole(this.#deps.files, place);
    if (isThere === (place.missingSince === null)) return;
    const { reportId, bodyKey } = place;
    this.#deps.log[isThere ? 'info' : 'error'](
      { reportId, bodyKey },
      isThere ? 'a file for sale is back' : 'a file for sale is missing: it is off sale',
    );
    await this.#deps.db.transaction().execute(async (tx) => {
      const { slug, industrySlug } = await lockReport(tx, reportId);
      await setMissing(tx, place, isThere ? null : this.#deps.clock());
      await saveSales(tx, [reportId]);
      await this.#deps.finder.put(tx, [reportId]);
      await this.#deps.invalidate(tx, [`report:${slug}`, `industry:${industrySlug}`, 'catalogue']);
    });
  }

  /**
   * Brings back files of the report that the storage has lost, or has not whole, where one of the
   * uploaded files is the same: everybody who bought them has them again. Returns the uploaded files
   * that were needed. The parts of readers' copies that are their own are made anew for them.
   */
  async restoreLost(
    reportId: number,
    stored: readonly StoredFile[],
  ): Promise<ReadonlySet<StoredFile>> {
    const { db, files, vault } = this.#deps;
    const restored = new Set<StoredFile>();
    for (const file of stored)
      for (const lost of await listFilesWithContent(db, reportId, file.row)) {
        // Prepared in the same way, as its size shows: the row says what is stored, and stays.
        if (lost.bodyBytes !== file.row.bodyBytes || (await isStoredWhole(files, lost))) continue;
        for (const { token, editionNumber } of await listReadersOf(db, lost.id))
          await files.remove(`copies/${vault.open(token)}-${editionNumber}.tail`);
        if (file.row.masterKey && lost.masterKey)
          await this.#copy(file.row.masterKey, lost.masterKey);
        await this.#copy(file.row.bodyKey, lost.bodyKey);
        // Whoever asked for this says afterwards what is for sale.
        await db
          .transaction()
          .execute((tx) => setMissing(tx, { reportId, bodyKey: lost.bodyKey }, null));
        restored.add(file);
      }
    return restored;
  }

  async #copy(from: string, to: string): Promise<void> {
    const { files } = this.#deps;
    const stream = await files.read(from);
    if (!stream) throw new Error(`A file that was stored just now is not in the storage: ${from}`);
    await files.put(to, stream);
  }
}

/** True if a file's body and its description are stored, as long as they should be. */
export async function isStoredWhole(
  files: FileStorage,
  { bodyKey, bodyBytes, masterKey }: Pick<GoodsPlace, 'bodyBytes' | 'bodyKey' | 'masterKey'>,
): Promise<boolean> {
  if ((await files.getSizeBytes(bodyKey)) !== bodyBytes) return false;
  return masterKey === null || (await files.getSizeBytes(masterKey)) !== undefined;
}
