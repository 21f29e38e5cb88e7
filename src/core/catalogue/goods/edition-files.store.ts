import { sql, type Insertable, type Selectable } from 'kysely';
import type { DB } from '../../kernel/database-types.ts';
import type { Database, Tx } from '../../deps.ts';
import type { Licence } from '../reports/licence.model.ts';

export type EditionFile = Selectable<DB['editionFile']>;
export type NewEditionFile = Insertable<DB['editionFile']>;
/** Rows of the edition itself; `order` is for some orders alone. */
type Purpose = Exclude<EditionFile['purpose'], 'order'>;
/** A file that the edition itself has. */
type OwnFile = EditionFile & { readonly purpose: Purpose };

/** The edition with this number, or the newest; undefined if there is none. */
export const findEdition = (
  db: Database | Tx,
  reportId: number,
  number?: number,
): Promise<{ id: number; number: number } | undefined> =>
  db
    .selectFrom('edition')
    .select(['id', 'number'])
    .where('reportId', '=', reportId)
    .$if(number !== undefined, (query) => query.where('number', '=', number ?? 0))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The report with this code, in any state. */
export const findReportByCode = (
  db: Database | Tx,
  code: string,
): Promise<{ id: number } | undefined> =>
  db.selectFrom('report').select('id').where('code', '=', code).executeTakeFirst();

/** An edition's files of one purpose, without those that others have replaced; oldest first. */
export const listCurrentFiles = (
  db: Database | Tx,
  editionId: number,
  purpose: Purpose,
): Promise<EditionFile[]> =>
  db
    .selectFrom('editionFile')
    .selectAll()
    .where('editionId', '=', editionId)
    .where('purpose', '=', purpose)
    .where('replacedAt', 'is', null)
    .orderBy('id')
    .execute();

/** The same of every purpose; until `tx` ends nobody buys or replaces them. */
export const lockCurrentFiles = (tx: Tx, editionId: number): Promise<OwnFile[]> =>
  tx
    .selectFrom('editionFile')
    .selectAll()
    .where('editionId', '=', editionId)
    .where('purpose', '!=', 'order')
    .where('replacedAt', 'is', null)
    .orderBy('id')
    .$narrowType<{ purpose: Purpose }>()
    .forUpdate()
    .execute();

/** Until `tx` ends nobody replaces the files that this licence includes. */
export const lockGoods = (
  tx: Tx,
  editionId: number,
  licence: Licence,
): Promise<Pick<EditionFile, 'id' | 'missingSince'>[]> =>
  tx
    .selectFrom('editionFile')
    .select(['id', 'missingSince'])
    .where('editionId', '=', editionId)
    .where('purpose', '=', 'goods')
    .where('replacedAt', 'is', null)
    .where((eb) => eb(eb.val<string>(licence), '=', eb.fn.any('licences')))
    .orderBy('id')
    .forShare()
    .execute();

export const getEditionFile = (db: Database, id: number): Promise<EditionFile> =>
  db.selectFrom('editionFile').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The newest sample of a report, of its newest edition that has one. */
export const findSample = (db: Database, reportId: number): Promise<EditionFile | undefined> =>
  selectNewest(db, reportId, 'sample').executeTakeFirst();

/** The newest edition's cover: the publisher's picture, or else its PDF's first page. */
export const findCover = (db: Database, reportId: number): Promise<EditionFile | undefined> =>
  selectNewest(db, reportId, 'cover').executeTakeFirst();

const selectNewest = (db: Database, reportId: number, purpose: Purpose) =>
  db
    .selectFrom('editionFile')
    .innerJoin('edition', 'edition.id', 'editionFile.editionId')
    .selectAll('editionFile')
    .where('edition.reportId', '=', reportId)
    .where('purpose', '=', purpose)
    .where('replacedAt', 'is', null)
    .orderBy('edition.number', 'desc')
    // "Cover" comes before "First page".
    .orderBy('editionFile.title')
    .limit(1);

/** A file as its publisher sees it. */
export type EditionFileRow = Pick<
  EditionFile,
  'kind' | 'title' | 'fileName' | 'licences' | 'missingSince' | 'pages' | 'sizeBytes' | 'warnings'
> & { readonly edition: number; readonly purpose: Purpose };

export const listFilesOfReport = (db: Database, reportCode: string): Promise<EditionFileRow[]> =>
  db
    .selectFrom('editionFile')
    .innerJoin('edition', 'edition.id', 'editionFile.editionId')
    .innerJoin('report', 'report.id', 'edition.reportId')
    .select(['edition.number as edition', 'purpose', 'kind', 'editionFile.title', 'fileName'])
    .select(['licences', 'missingSince', 'editionFile.pages', 'sizeBytes', 'warnings'])
    .where('report.code', '=', reportCode)
    .where('replacedAt', 'is', null)
    .where('purpose', '!=', 'order')
    .$narrowType<{ purpose: Purpose }>()
    .orderBy('edition.number', 'desc')
    .orderBy('purpose')
    .orderBy('editionFile.id')
    .execute();

/** True if somebody may download what the edition sells; files for one order are no part of it. */
export async function isEditionSold(
  tx: Tx,
  reportId: number,
  editionNumber: number,
): Promise<boolean> {
  const grant = await tx
    .selectFrom('downloadGrant')
    .innerJoin('purchase', 'purchase.id', 'downloadGrant.purchaseId')
    .leftJoin('editionFile', 'editionFile.id', 'downloadGrant.editionFileId')
    .select('downloadGrant.id')
    .where('purchase.reportId', '=', reportId)
    .where('downloadGrant.editionNumber', '=', editionNumber)
    .where((eb) =>
      eb.or([eb('editionFile.id', 'is', null), eb('editionFile.purpose', '!=', 'order')]),
    )
    .limit(1)
    .executeTakeFirst();
  return grant !== undefined;
}

/** The files of a report's editions with this content, those that others have replaced included. */
export const listFilesWithContent = (
  db: Database,
  reportId: number,
  { purpose, kind, sha256 }: Pick<NewEditionFile, 'purpose' | 'kind' | 'sha256'>,
): Promise<EditionFile[]> =>
  db
    .selectFrom('editionFile')
    .innerJoin('edition', 'edition.id', 'editionFile.editionId')
    .selectAll('editionFile')
    .where('edition.reportId', '=', reportId)
    .where('purpose', '=', purpose)
    .where('editionFile.kind', '=', kind)
    .where('sha256', '=', sha256)
    .execute();

/** The (sealed) tokens of those who may download the file. */
export const listReadersOf = (
  db: Database,
  editionFileId: number,
): Promise<{ token: string; editionNumber: number }[]> =>
  db
    .selectFrom('downloadGrant')
    .select(['token', 'editionNumber'])
    .where('editionFileId', '=', editionFileId)
    .execute();

/** Adds the file to its edition; it replaces one with the same purpose and title. */
export async function insertEditionFile(
  tx: Tx,
  file: NewEditionFile,
  text: string,
): Promise<number> {
  await tx
    .updateTable('editionFile')
    .set({ replacedAt: file.attachedAt })
    .where('editionId', '=', file.editionId)
    .where('purpose', '=', file.purpose)
    .where('title', '=', file.title)
    .where('replacedAt', 'is', null)
    .execute();
  const { id } = await tx
    .insertInto('editionFile')
    .values(file)
    .returning('id')
    .executeTakeFirstOrThrow();
  // PostgreSQL stores no NUL in a text.
  if (text !== '')
    await tx
      .insertInto('editionFileText')
      .values({ editionFileId: id, text: text.replaceAll('\0', '') })
      .execute();
  return id;
}

/** Those of the keys that a file of an edition has, also one that another has replaced. */
export async function findUsedKeys(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('editionFile')
    .select(['bodyKey', 'masterKey'])
    .where((eb) => eb.or([eb('bodyKey', 'in', [...keys]), eb('masterKey', 'in', [...keys])]))
    .execute();
  return new Set(rows.flatMap(({ bodyKey, masterKey }) => [bodyKey, masterKey ?? '']));
}

/** The report's cover is its newest edition's picture, if it has one. */
export async function saveCoverPicture(tx: Tx, reportId: number): Promise<void> {
  await sql`
    update report set cover_picture = (
      select left(file.sha256, 16) from edition_file file
        join edition on edition.id = file.edition_id
      where edition.report_id = ${reportId} and file.purpose = 'cover'
        and file.replaced_at is null
      order by edition.number desc, file.title limit 1)
    where id = ${reportId}`.execute(tx);
}

/** The next edition begins with the files of the one before it, until others take their places. */
export async function copyFilesFromPreviousEdition(
  tx: Tx,
  reportId: number,
  editionNumber: number,
): Promise<void> {
  const edition = await findEdition(tx, reportId, editionNumber);
  const previous = await findEdition(tx, reportId, editionNumber - 1);
  if (!edition || !previous) return;
  for (const { id, ...file } of await lockCurrentFiles(tx, previous.id)) {
    const copy = await tx
      .insertInto('editionFile')
      .values({ ...file, editionId: edition.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('editionFileText')
      .columns(['editionFileId', 'text'])
      .expression((eb) =>
        eb
          .selectFrom('editionFileText')
          .select([eb.val(copy.id).as('editionFileId'), 'text'])
          .where('editionFileId', '=', id),
      )
      .execute();
  }
}
