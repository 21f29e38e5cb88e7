/** Whether the files that are for sale are where they should be: what is not there is off sale. */
import type { Deps } from '../../deps.ts';
import { waitAtMost } from '../../kernel/wait-at-most.ts';
import { lockReport } from '../reports/editions.store.ts';
import type { Licence } from '../reports/licence.model.ts';
import type { Finder } from '../search/finder.ts';
import { saveSales } from './sale-columns.ts';
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

/**
 * Job: files for sale that are missing, or not whole, are off sale in all lists and pages, and staff
 * see their reports under "Nothing to deliver"; those that are back are sold again.
 */
export async function lookForGoods(deps: StoredGoodsDeps): Promise<void> {
  const now = deps.clock();
  const before = new Date(now.getTime() - lookEveryMs);
  for (const place of await takePlaces(deps.db, { before, now, limit: filesPerRun }))
    await noteFound(deps, place);
}

/**
 * The same of the files of one licence, before somebody orders it. A place of files that does not
 * answer is no missing file: what is known stays.
 */
export async function lookForLicence(
  deps: StoredGoodsDeps,
  reportId: number,
  licence: Licence,
): Promise<void> {
  const look = async (): Promise<void> => {
    for (const place of await listPlacesOfLicence(deps.db, reportId, licence))
      await noteFound(deps, place);
  };
  const looking = look().catch((error: unknown) =>
    deps.log.warn({ error, reportId }, 'a file for sale could not be looked for'),
  );
  await waitAtMost(deps, looking, longestLookMs);
}

/** The same of one file, which somebody has just missed, or found again. */
export async function lookForFile(deps: StoredGoodsDeps, editionFileId: number): Promise<void> {
  const place = await findPlace(deps.db, editionFileId);
  if (place) await noteFound(deps, place);
}

/** True where a file's body and its description are stored, as long as they should be. */
export async function isStoredWhole(
  { files }: Pick<Deps, 'files'>,
  { bodyKey, bodyBytes, masterKey }: Pick<GoodsPlace, 'bodyBytes' | 'bodyKey' | 'masterKey'>,
): Promise<boolean> {
  if ((await files.getSizeBytes(bodyKey)) !== bodyBytes) return false;
  return masterKey === null || (await files.getSizeBytes(masterKey)) !== undefined;
}

async function noteFound(deps: StoredGoodsDeps, place: GoodsPlace): Promise<void> {
  const isThere = await isStoredWhole(deps, place);
  if (isThere === (place.missingSince === null)) return;
  const { reportId, bodyKey } = place;
  deps.log[isThere ? 'info' : 'error'](
    { reportId, bodyKey },
    isThere ? 'a file for sale is back' : 'a file for sale is missing: it is off sale',
  );
  await deps.db.transaction().execute(async (tx) => {
    const { slug, industrySlug } = await lockReport(tx, reportId);
    await setMissing(tx, place, isThere ? null : deps.clock());
    await saveSales(tx, [reportId]);
    await deps.finder.put(tx, [reportId]);
    await deps.invalidate(tx, [`report:${slug}`, `industry:${industrySlug}`, 'catalogue']);
  });
}
