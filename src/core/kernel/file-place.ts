import { text } from 'node:stream/consumers';
import type { GivenDeps } from '../given-deps.ts';
import {
  findFilePlace,
  noteMark,
  noteNextMark,
  noteQuiet,
  underFilesLock,
  type FilePlace,
} from './file-place.store.ts';
import { listLikelyFiles, listNamedFiles } from './named-files.store.ts';
import { toOldPaperKey, toPaperKey } from './paper-key.ts';
import { getStoreId } from './store-identity.store.ts';

export type FilePlaceDeps = Pick<
  GivenDeps,
  'db' | 'files' | 'clock' | 'generateSecret' | 'log' | 'vault'
>;

/**
 * Why a place of files is not this store's: it belongs to another one; it has files of which the
 * database knows nothing; the store's files are somewhere else; or these are of an earlier moment,
 * such as a copy that another program does not write to.
 */
export type FilePlaceRefusal = 'other-store' | 'unknown-files' | 'elsewhere' | 'older-files';

const idKey = 'store-id';
const markKey = 'store-mark';
/** How long nothing is cleaned away after the database and the files were put together anew. */
const quietMs = 7 * 86_400_000;
/** How many of the newest files of a kind are looked for. */
const lookedFor = 100;
/** Files of these kinds are made again at any time, and say nothing of a store. */
const rebuildable = /^(?:samples|charts|share|trash)\/|^store-mark$/;

/** The place of the store's files, and whether it is this store's. */
export class StoreFiles {
  readonly #deps: FilePlaceDeps;

  constructor(deps: FilePlaceDeps) {
    this.#deps = deps;
  }

  /**
   * At a start: the files have this store's id and a new mark afterwards, or nothing was written and
   * the refusal says why they are not its files. A place without an id becomes this store's where it
   * has no files, or some that rows of the database name (a store from before there were ids).
   */
  open(): Promise<FilePlaceRefusal | undefined> {
    return underFilesLock(this.#deps.db, async () => {
      const storeId = await getStoreId(this.#deps.db);
      const foundId = await this.#readSmall(idKey);
      if (foundId !== undefined && foundId !== storeId) return 'other-store';
      if (foundId === undefined) return this.#claimPlace(storeId);
      return this.#writeNextMark();
    });
  }

  /**
   * By an owner's word: this place is the store's from now on, whatever it or the database says. No
   * file is cleaned away for seven days.
   */
  adopt(): Promise<void> {
    return underFilesLock(this.#deps.db, async () => {
      const place = await findFilePlace(this.#deps.db);
      const newest = Math.max(readNumber(await this.#readSmall(markKey)), readNumber(place?.mark));
      await this.#writeMark(newest + 1);
      await this.#deps.files.put(idKey, toBytes(await getStoreId(this.#deps.db)));
      await this.#beQuiet('the files were adopted by hand');
    });
  }

  /**
   * Job, and before each cleaning: a new mark is in the database and in the files. Where the files'
   * is newer than the database's, the database was restored: nothing is cleaned away for seven days.
   * Answers why the place is not the store's any more; nothing is written then.
   */
  renewMark(): Promise<FilePlaceRefusal | undefined> {
    return underFilesLock(this.#deps.db, async () => {
      const foundId = await this.#readSmall(idKey);
      if (foundId === undefined) return 'elsewhere';
      return foundId === (await getStoreId(this.#deps.db)) ? this.#writeNextMark() : 'other-store';
    });
  }

  async #claimPlace(storeId: string): Promise<FilePlaceRefusal | undefined> {
    const place = await findFilePlace(this.#deps.db);
    if (place && place.mark !== '') return 'elsewhere';
    const named = (await listNamedFiles(this.#deps.db, { limit: lookedFor })).map(({ key }) => key);
    const hasFiles = await this.#hasOwnFiles();
    const isOurs = hasFiles && (await this.#hasAny([...named, ...(await this.#listLikelyKeys())]));
    if (hasFiles && !isOurs) return 'unknown-files';
    if (!hasFiles && named.length > 0) return 'elsewhere';
    await this.#writeMark(1);
    await this.#deps.files.put(idKey, toBytes(storeId));
    if (hasFiles) await this.#beQuiet('these files met this database for the first time');
    return undefined;
  }

  async #hasOwnFiles(): Promise<boolean> {
    const { files } = this.#deps;
    for await (const { key } of files.list('')) if (!rebuildable.test(key)) return true;
    return false;
  }

  /** Keys under which files of this store may be that can be made or sent again. */
  async #listLikelyKeys(): Promise<string[]> {
    const { db, vault } = this.#deps;
    const { sent, grants, documents } = await listLikelyFiles(db, lookedFor);
    return [
      ...sent.map(({ fileKey }) => fileKey),
      ...documents.flatMap(({ token }) => [
        toPaperKey(vault.open(token)),
        toOldPaperKey(vault.open(token)),
      ]),
      ...grants.flatMap(({ token, editionNumber }) =>
        ['pdf', 'xlsx', 'tail'].map(
          (ending) => `copies/${vault.open(token)}-${editionNumber}.${ending}`,
        ),
      ),
    ];
  }

  async #hasAny(keys: readonly string[]): Promise<boolean> {
    const { files } = this.#deps;
    for (const key of keys) if ((await files.getSizeBytes(key)) !== undefined) return true;
    return false;
  }

  /** The files have this store's id. */
  async #writeNextMark(): Promise<FilePlaceRefusal | undefined> {
    const place = await findFilePlace(this.#deps.db);
    const found = await this.#readSmall(markKey);
    const isSame = found !== undefined && (found === place?.mark || found === place?.nextMark);
    if (!isSame && readNumber(found) < readNumber(place?.mark)) return 'older-files';
    await this.#writeMark(Math.max(readNumber(found), readNumber(place?.mark)) + 1);
    if (!isSame) {
      await this.#beQuiet('the database was restored from an earlier moment than its files');
      this.#deps.log.warn(
        {},
        'the database is older than its files: none is cleaned away for seven days',
      );
    }
    return undefined;
  }

  /** A killed process leaves the files with the old mark or with the next one. */
  async #writeMark(number: number) {
    const { db, files, generateSecret } = this.#deps;
    const mark = `${number} ${generateSecret()}`;
    await noteNextMark(db, mark);
    await files.put(markKey, toBytes(mark));
    await noteMark(db, mark);
  }

  #beQuiet(quietReason: string): Promise<void> {
    const { db, clock } = this.#deps;
    return noteQuiet(db, { quietUntil: new Date(clock().getTime() + quietMs), quietReason });
  }

  async #readSmall(key: string): Promise<string | undefined> {
    const { files } = this.#deps;
    const stream = await files.read(key);
    return stream && (await text(stream)).trim();
  }
}

const readNumber = (mark: FilePlace['mark'] | undefined): number =>
  Number.parseInt(mark || '0', 10);

const toBytes = (content: string): Uint8Array => new TextEncoder().encode(`${content}\n`);
