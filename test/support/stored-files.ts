import { importOptionsSchema } from '#core/imports/model.ts';
import type { Deps, FileStorage, Tx } from '#core/deps.ts';

/** Every key of the storage, sorted, without what only says whose files they are. */
export async function listStoredKeys(files: FileStorage, prefix = ''): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list(prefix)) keys.push(key);
  return keys.filter((key) => !key.startsWith('store-')).toSorted();
}

const content = new TextEncoder().encode('content');
/** How many of each kind. */
const perKind = 40;

/**
 * Two hundred files of five kinds, as a publisher's store has them: samples, pictures, CVs, sheets
 * and buyers' copies. Rows of the database name the first four kinds.
 */
export async function storeTwoHundredFiles({ db, files, generateSecret, clock }: Deps) {
  const edition = await db.selectFrom('edition').select('id').executeTakeFirstOrThrow();
  for (let i = 0; i < perKind; i++) {
    const [bodyKey, mediaKey] = [
      `goods/${generateSecret()}/sample.pdf`,
      `media/${generateSecret()}`,
    ];
    const [cvKey, sheetKey] = [`cv/${generateSecret()}.pdf`, `imports/${generateSecret()}`];
    const copyKey = `copies/${generateSecret()}-1.pdf`;
    for (const key of [bodyKey, mediaKey, cvKey, sheetKey, copyKey]) await files.put(key, content);
    await db
      .insertInto('editionFile')
      .values(toSample(edition.id, bodyKey, i, clock()))
      .execute();
    await db.transaction().execute((tx) => insertPicture(tx, mediaKey, clock()));
    await insertApplication(db, cvKey, clock());
    const given = { fileName: 'reports.csv', fileKey: sheetKey, actor: 'a test' };
    await db
      .insertInto('reportImport')
      .values({
        ...given,
        options: importOptionsSchema.parse({}),
        state: 'reading',
        createdAt: clock(),
      })
      .execute();
  }
}

const toSample = (editionId: number, bodyKey: string, i: number, attachedAt: Date) =>
  ({
    editionId,
    purpose: 'sample',
    kind: 'pdf',
    title: `Sample ${i}`,
    fileName: 'sample.pdf',
    licences: [] as string[],
    sizeBytes: content.length,
    sha256: bodyKey,
    bodyKey,
    bodyBytes: content.length,
    attachedAt,
  }) as const;

async function insertPicture(db: Tx, fileKey: string, addedAt: Date): Promise<void> {
  const { id } = await db
    .insertInto('media')
    .values({
      name: `media/p-${fileKey.slice(-12)}`,
      fileName: 'picture.png',
      fileNumber: 1,
      uploadedAt: addedAt,
      uploadedBy: 'a test',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const size = { widthPx: 10, heightPx: 10, sizeBytes: content.length };
  await db
    .insertInto('mediaFile')
    .values({
      mediaId: id,
      number: 1,
      fileKey,
      sha256: fileKey,
      type: 'image/png',
      addedAt,
      ...size,
    })
    .execute();
}

async function insertApplication(db: Deps['db'], cvKey: string, createdAt: Date): Promise<void> {
  await db
    .insertInto('lead')
    .values({
      kind: 'career',
      name: 'Anna Example',
      email: 'anna@example.com',
      mailbox: 'anna@example.com',
      fields: {},
      fingerprint: cvKey,
      pagePath: '/careers',
      cvKey,
      cvName: 'cv.pdf',
      cvType: 'application/pdf',
      createdAt,
    })
    .execute();
}
