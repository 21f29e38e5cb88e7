import type { Deps } from '../deps.ts';
import { refuseVerb } from '../staff/verbs.model.ts';
import type { StaffActor } from '../staff/model.ts';
import { ok, type Outcome } from '../kernel/outcome.model.ts';
import * as store from './media.store.ts';
import type { PictureDetail, PictureQuery, PictureRow } from './model.ts';
import { countUses, listUses } from './picture-uses.store.ts';
import { noPicture, PictureEditing } from './picture-editing.ts';
import { LibraryPictures } from './library-pictures.ts';

export {
  describePictures,
  getAlternativeText,
  holdFormerPictures,
  holdPictures,
  refuseUnusablePicture,
} from './library-pictures.ts';
export { findFile as findPictureFile } from './media.store.ts';

export type PicturePage = {
  readonly rows: readonly PictureRow[];
  readonly total: number;
  /** There are more than `total`. */
  readonly isTotalCapped: boolean;
  /** Cursors of the pages behind and before this one. */
  readonly next: string | undefined;
  readonly previous: string | undefined;
};

const picturesPerPage = 30;
const maxListedUses = 200;
/** How long a removed picture can be restored. */
const keptDays = 30;

/** The library of pictures: what staff do with it, and what pages read of it. */
export class Media {
  readonly #deps: Deps;
  readonly editing: PictureEditing;
  readonly library: LibraryPictures;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.editing = new PictureEditing(deps);
    this.library = new LibraryPictures(deps);
  }

  /** One page of pictures, the newest first. `forbidden`. */
  async list(actor: StaffActor, query: PictureQuery): Promise<Outcome<PicturePage>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, 'media.edit', clock());
    if (refusal) return refusal;
    const isBackward = query.before !== undefined;
    const cursor = isBackward ? query.before : query.after;
    const id = /^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) : undefined;
    const limit = picturesPerPage + 1;
    const found = await store.listPictures(db, query, { id, isBackward, limit });
    const hasMore = found.length > picturesPerPage;
    const pictures = isBackward ? found.slice(-picturesPerPage) : found.slice(0, picturesPerPage);
    const total = await store.countPictures(db, query);
    const names = pictures.map(({ name }) => name);
    const useCounts = await countUses(db, names);
    return ok({
      rows: pictures.map((one) => ({ ...one, useCount: useCounts.get(one.name) ?? 0 })),
      total: Math.min(total, store.maxCounted),
      isTotalCapped: total > store.maxCounted,
      next: isBackward || hasMore ? pictures.at(-1)?.id.toString() : undefined,
      previous:
        id !== undefined && (!isBackward || hasMore) ? pictures[0]?.id.toString() : undefined,
    });
  }

  /** A picture and where it stands. `forbidden`, `not-found`. */
  async read(actor: StaffActor, id: number): Promise<Outcome<PictureDetail>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, 'media.edit', clock());
    if (refusal) return refusal;
    const picture = await store.findPicture(db, id);
    if (!picture) return noPicture;
    return ok({ ...picture, uses: await listUses(db, [picture.name], maxListedUses) });
  }

  /** Pictures that were removed thirty days ago are gone, and so are files that no picture has. */
  async removeUnused(): Promise<void> {
    const { db, clock } = this.#deps;
    if (!(await this.#deps.fileCleaning.mayClean())) return;
    await store.deleteRemoved(db, new Date(clock().getTime() - keptDays * 86_400_000));
    await this.#deps.fileCleaning.removeUnused('media/', (keys) => store.findUsedKeys(db, keys));
  }
}
