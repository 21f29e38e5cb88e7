import { sql, type SqlBool } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import { containsPattern } from '../kernel/like-pattern.ts';
import type { LibraryPicture, PictureQuery, PictureType } from './model.ts';
import type { PreparedPicture } from './picture-files.port.ts';
import { pictureUses } from './picture-uses.store.ts';

type DatabaseOrTx = Database | Tx;

/** Lists count no further: "10,000+". */
export const maxCounted = 10_000;

/** A picture with its newest file. */
const selectPictures = (db: DatabaseOrTx) =>
  db
    .selectFrom('media')
    .innerJoin('mediaFile', (join) =>
      join
        .onRef('mediaFile.mediaId', '=', 'media.id')
        .onRef('mediaFile.number', '=', 'media.fileNumber'),
    )
    .select([
      'media.id',
      'media.name',
      'media.fileName',
      'media.alternativeText',
      'media.uploadedAt',
      'media.uploadedBy',
      'media.fileNumber',
      'mediaFile.widthPx',
      'mediaFile.heightPx',
      'mediaFile.sizeBytes',
    ]);

const isListed = sql<SqlBool>`media.removed_at is null`;

function matches({ words, only }: PictureQuery) {
  const isUnused = sql<SqlBool>`not exists (
    select from (${pictureUses}) u where u.name = media.name)`;
  return [
    isListed,
    ...(only === 'undescribed' ? [sql<SqlBool>`media.alternative_text = ''`] : []),
    ...(only === 'unused' ? [isUnused] : []),
    ...(words
      ? [
          sql<SqlBool>`media.name || ' ' || media.file_name || ' ' || media.alternative_text
            ilike ${containsPattern(words)}`,
        ]
      : []),
  ];
}

/** The newest first; `isBackward` gives those before `id`, in the same order. */
export async function listPictures(
  db: Database,
  query: PictureQuery,
  page: { readonly id: number | undefined; readonly isBackward: boolean; readonly limit: number },
): Promise<LibraryPicture[]> {
  const { id, isBackward, limit } = page;
  const rows = await selectPictures(db)
    .where((eb) => eb.and(matches(query)))
    .$if(id !== undefined, (where) => where.where('media.id', isBackward ? '>' : '<', id ?? 0))
    .orderBy('media.id', isBackward ? 'asc' : 'desc')
    .limit(limit)
    .execute();
  return isBackward ? rows.toReversed() : rows;
}

/** Counted to one more than `maxCounted` at most. */
export async function countPictures(db: Database, query: PictureQuery): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('media')
        .select('media.id')
        .where((where) => where.and(matches(query)))
        .limit(maxCounted + 1)
        .as('matching'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const findPicture = (db: DatabaseOrTx, id: number): Promise<LibraryPicture | undefined> =>
  selectPictures(db).where('media.id', '=', id).where(isListed).executeTakeFirst();

/** Those of the names that the library has. */
export const findPicturesByName = (
  db: DatabaseOrTx,
  names: readonly string[],
): Promise<LibraryPicture[]> =>
  selectPictures(db).where('media.name', 'in', names).where(isListed).execute();

/**
 * In `tx`: those of the names that the library has, which nobody removes until it ends. In the order
 * of their ids, so that two who need the same ones wait for each other and not in a circle.
 */
export async function keepPictures(tx: Tx, names: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('media')
    .select('name')
    .where('name', 'in', names)
    .where(isListed)
    .orderBy('id')
    .forShare()
    .execute();
  return new Set(rows.map(({ name }) => name));
}

/** The picture whose file has these bytes. */
export const findPictureOfBytes = (
  db: DatabaseOrTx,
  sha256: string,
): Promise<LibraryPicture | undefined> =>
  selectPictures(db)
    .where('mediaFile.sha256', '=', sha256)
    .where(isListed)
    .orderBy('media.id')
    .limit(1)
    .executeTakeFirst();

/** A picture's file: the newest, or the one that it had at a time. A removed one keeps its file. */
export const findFile = (
  db: Database,
  name: string,
  at?: Date,
): Promise<{ fileKey: string; sha256: string; type: PictureType } | undefined> =>
  db
    .selectFrom('media')
    .innerJoin('mediaFile', 'mediaFile.mediaId', 'media.id')
    .select(['mediaFile.fileKey', 'mediaFile.sha256', 'mediaFile.type'])
    .where('media.name', '=', name)
    .where((eb) =>
      at === undefined
        ? eb('mediaFile.number', '=', eb.ref('media.fileNumber'))
        : eb('mediaFile.number', '=', findNumberAt(at)),
    )
    .executeTakeFirst();

/** Subscribers who were there first count for every time before. */
const findNumberAt = (at: Date) => sql<number>`coalesce(
  (select max(number) from media_file where media_id = media.id and added_at <= ${at}), 1)`;

type NewFile = Omit<PreparedPicture, 'bytes'> & {
  readonly fileKey: string;
  readonly sizeBytes: number;
  readonly addedAt: Date;
};
type NewPicture = Pick<
  LibraryPicture,
  'name' | 'fileName' | 'alternativeText' | 'uploadedAt' | 'uploadedBy'
>;

/** A new picture with its first file. Answers its id. */
export async function insertPicture(tx: Tx, picture: NewPicture, file: NewFile): Promise<number> {
  const { id } = await tx
    .insertInto('media')
    .values({ ...picture, fileNumber: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertFile(tx, id, 1, file);
  return id;
}

export async function insertFile(
  tx: Tx,
  mediaId: number,
  number: number,
  file: NewFile,
): Promise<void> {
  await tx
    .insertInto('mediaFile')
    .values({ ...file, mediaId, number })
    .execute();
}

/** In `tx`: uploads wait for each other, so that no two of them take one name or the same bytes. */
export const lockUploads = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('media uploads'))`.execute(tx);

/** In `tx`, behind `lockUploads`: a name that begins so and that no picture has. */
export async function findFreeName(tx: Tx, base: string): Promise<string> {
  const taken = await tx
    .selectFrom('media')
    .select('name')
    .where('name', 'like', `${base}%`)
    .execute();
  const names = new Set(taken.map(({ name }) => name));
  let name = base;
  for (let count = 2; names.has(name); count++) name = `${base}-${count}`;
  return name;
}

/** In `tx`: the picture, removed or not; nobody else changes it until `tx` ends. */
export const lockPicture = (tx: Tx, id: number) =>
  tx
    .selectFrom('media')
    .select(['id', 'name', 'fileName', 'alternativeText', 'fileNumber', 'removedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export async function updatePicture(
  tx: Tx,
  id: number,
  change: {
    readonly alternativeText?: string;
    readonly fileNumber?: number;
    readonly removedAt?: Date | null;
  },
): Promise<void> {
  await tx.updateTable('media').set(change).where('id', '=', id).execute();
}

export async function getNewestFileNumber(tx: Tx, id: number): Promise<number> {
  const { number } = await tx
    .selectFrom('mediaFile')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('mediaId', '=', id)
    .executeTakeFirstOrThrow();
  return number;
}

/** Pictures that were removed before that time are gone; their files are nobody's. */
export async function deleteRemoved(db: Database, removedBefore: Date): Promise<void> {
  await db.deleteFrom('media').where('removedAt', '<', removedBefore).execute();
}

/** Those of the keys that a picture has. */
export async function findUsedKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('mediaFile')
    .select('fileKey')
    .where('fileKey', 'in', keys)
    .execute();
  return new Set(rows.map(({ fileKey }) => fileKey));
}
