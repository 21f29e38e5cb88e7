import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectOk } from '../../../test/support/test-editing.ts';
import { openTestMedia, type TestMedia } from '../../../test/support/test-media.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import { describePictures, refuseUnusablePicture } from './index.ts';

let library: TestMedia;
let tester: TestMedia['tester'];
let media: TestMedia['media'];
beforeAll(async () => {
  library = await openTestMedia();
  ({ tester, media } = library);
});
afterAll(() => library?.close());
const upload: TestMedia['upload'] = (...given) => library.upload(...given);

const readEntries = (thingId: string) =>
  tester.database.db
    .selectFrom('auditEntry')
    .selectAll()
    .where('thingKind', '=', 'picture')
    .where('thingId', '=', thingId)
    .orderBy('id')
    .execute();

test('an uploaded picture has a name of its own, its size, and who uploaded it', async () => {
  const first = await upload('Wheat Fields (1).png');
  expect(first).toMatchObject({ name: 'media/wheat-fields-1', widthPx: 60, isNew: true });
  const second = await upload('wheat-fields 1.jpg');
  expect(second.name).toBe('media/wheat-fields-1-2');
  expect((await upload('../../Ω.png')).name).toBe('media/picture');
  const read = expectOk(await media.read(tester.anna, first.id));
  expect(read).toMatchObject({ uploadedBy: tester.anna.name, fileNumber: 1, uses: [] });
  const file = await media.library.findFile(first.name);
  const stream = await file?.open();
  expect(stream && (await text(stream))).toContain('PNG');
});

test('the same picture again is the one that is there', async () => {
  const first = await upload('once.png', 'A can', '#ab0001');
  const again = await upload('twice.png', 'Another text', '#ab0001');
  expect(again).toMatchObject({ id: first.id, name: first.name, isNew: false });
});

test('a picture that nobody has described takes the words of a later upload', async () => {
  const first = await upload('silent.png', '', '#ab0002');
  const again = await upload('described.png', 'At last', '#ab0002');
  expect(again).toMatchObject({ id: first.id, alternativeText: 'At last', isNew: false });
  expect(expectOk(await media.read(tester.anna, first.id)).alternativeText).toBe('At last');
  const kept = await upload('other words.png', 'In other words', '#ab0002');
  expect(kept.alternativeText).toBe('At last');
});

test('a file that is no picture is refused at its field, and the refusal is logged', async () => {
  const file = await library.writeFile('page.png');
  writeFileSync(file, '<html><script>alert(1)</script>');
  const refused = await media.editing.upload(tester.anna, { path: file, fileName: 'page.png' }, {});
  expect(refused).toMatchObject({ code: 'unsupported-type', errors: { file: [/no picture/] } });
  expect((await readEntries('new')).at(-1)).toMatchObject({ outcome: 'refused' });
});

test('a picture without an alternative text can’t be used, and is found by that', async () => {
  const { id, name } = await upload('undescribed.png', ' ');
  const { db } = tester.database;
  const check = (picture: string | null) =>
    db.transaction().execute((tx) => refuseUnusablePicture(tx, picture, 'image'));
  expect(await check(name)).toMatchObject({ errors: { image: [/Say what/] } });
  expect(await check('media/none')).toMatchObject({ errors: { image: [/There is no picture/] } });
  expect(await check('services/a.svg')).toBeUndefined();
  const undescribed = expectOk(await media.list(tester.anna, { only: 'undescribed' }));
  expect(undescribed.rows.map((row) => row.name)).toEqual([name]);
  expect(await media.editing.describe(tester.anna, id, { alternativeText: ' ' })).toMatchObject({
    errors: { alternativeText: ['Describe what the picture shows.'] },
  });
  const words = { alternativeText: 'A line of\n a text' };
  expect((await media.editing.describe(tester.anna, id, words)).ok).toBe(true);
  expect(await check(name)).toBeUndefined();
  expect((await describePictures(tester.deps.db, [name])).get(name)?.alternativeText).toBe(
    'A line of a text',
  );
});

test('G9: a picture that is used anywhere can’t go, and the refusal says where it is', async () => {
  const { id, name } = await upload('used.png');
  const picture = { kind: 'picture', name, text: '' } as const;
  const { db } = tester.database;
  const published = await tester.addReport('MED-1', { state: 'published' });
  await tester.save(published, 'description', [picture]);
  const uses = async () => {
    const { uses: found } = expectOk(await media.read(tester.anna, id));
    return found.map(({ kind, label }) => `${kind} ${label}`);
  };
  expect(await uses()).toEqual(['draft Report MED-1']);
  const publish = async (kind: 'correction' | 'new-edition') =>
    expectOk(
      await tester.editing.publishing.publish(tester.anna, published, {
        revision: await tester.revisionOf(published),
        kind,
        reason: 'Better numbers',
      }),
    );
  await publish('new-edition');
  expect(await uses()).toEqual(['report Report MED-1']);
  await tester.save(published, 'description', [{ kind: 'paragraph', runs: [{ text: 'Cans.' }] }]);
  await publish('correction');
  expect(await uses()).toEqual([expect.stringMatching(/^edition Report MED-1, edition \d/)]);
  const image = { image: name, name: 'Advice', description: '' };
  await db.insertInto('service').values(image).execute();
  const post = { slug: 'a-post', name: 'A post', createdAt: new Date() };
  const html = `<p><img src="/picture/${name}?width=720" alt="x"></p>`;
  await db
    .insertInto('blogPost')
    .values({ ...post, html })
    .execute();
  const refused = await media.editing.remove(tester.anna, id);
  expect(refused).toMatchObject({ code: 'conflict' });
  expect(refused.ok ? '' : refused.message).toMatch(
    /blog post “A post”, edition “Report MED-1, edition \d”, service “Advice”/,
  );
  const listed = expectOk(await media.list(tester.anna, { words: 'used' }));
  expect(listed.rows.map(({ useCount }) => useCount)).toEqual([3]);
  const unused = expectOk(await media.list(tester.anna, { only: 'unused' }));
  expect(unused.rows.map((row) => row.name)).not.toContain(name);
});

test('a replaced picture is the new one on pages, and the old one for what was sold before', async () => {
  const { id, name } = await upload('replaced.png', 'A can', '#cc0001');
  const soldAt = tester.deps.clock();
  library.advanceClock(60_000);
  const next = await library.writeFile('next.png', '#cc0002');
  expect((await media.editing.replace(tester.anna, id, { path: next, fileName: 'n' })).ok).toBe(
    true,
  );
  const [now, then] = [
    await media.library.findFile(name),
    await media.library.findFile(name, soldAt),
  ];
  expect(now?.version).not.toBe(then?.version);
  expect(await media.library.findFile(name, new Date(0))).toMatchObject({
    version: then?.version,
  });
});

test('pages that show a picture are dropped when it changes', async () => {
  const { id, name } = await upload('shown.png');
  const picture = { kind: 'picture', name, text: '' } as const;
  await tester.addReport('MED-2', { state: 'published', description: [picture] });
  tester.takeTags();
  await media.editing.describe(tester.anna, id, { alternativeText: 'New words' });
  expect(tester.takeTags()).toContain('report:report-med-2');
});

test('a report shows a picture with its size, in its own words or else in the library’s', async () => {
  const { name } = await upload('shown twice.png', 'In the library’s words');
  const picture = { kind: 'picture', name, text: '' } as const;
  const described = { ...picture, text: 'In the report’s words' };
  const description = [picture, described];
  const id = await tester.addReport('MED-3', { state: 'published', description });
  const size = { widthPx: 60, heightPx: 40 };
  const shown = [
    { ...picture, ...size, text: 'In the library’s words' },
    { ...described, ...size },
  ];
  const report = await tester.catalogue.reports.getByCode('MED-3');
  expect(report?.description).toEqual(shown);
  const [listed] = (await tester.catalogue.reports.listWithText(1, 1)).reports;
  expect(listed?.description).toEqual(shown);
  expect(expectOk(await tester.editing.previews.show(tester.anna, id)).description).toEqual(shown);
  // What is stored is the name alone.
  const { values } = expectOk(await tester.editing.drafts.open(tester.anna, id));
  expect(values.description).toEqual(description);
});

test('before publishing, pictures without a text and pictures that are gone are named', async () => {
  const { id, name } = await upload('to be checked.png', '');
  const show = (shown: string) => ({ kind: 'picture', name: shown, text: '' }) as const;
  const report = await tester.addReport('MED-4', {
    description: [show(name), show('media/never-there'), show('own/file.png')],
  });
  const warn = async () => {
    const { warnings } = expectOk(await tester.editing.drafts.check(tester.anna, report));
    return warnings.map(({ message }) => message).filter((message) => message.includes('picture'));
  };
  const others = [
    'There is no picture media/never-there in the media library.',
    'The picture own/file.png has no description.',
  ];
  expect(await warn()).toEqual([`The picture ${name} has no description.`, ...others]);
  await media.editing.describe(tester.anna, id, { alternativeText: 'A can' });
  expect(await warn()).toEqual(others);
});

test('an upload, a text, a replacement and a removal are undone, not over a later change', async () => {
  const { id, name } = await upload('undone.png');
  const undo = async (entryIndex: number) => {
    const entry = (await readEntries(String(id))).at(entryIndex);
    if (!entry) throw new Error('no entry');
    const row = { ...entry, id: Number(entry.id), undoOf: null };
    return tester.database.db.transaction().execute((tx) => media.editing.undo(tx, row));
  };
  await media.editing.describe(tester.anna, id, { alternativeText: 'One' });
  await media.editing.describe(tester.anna, id, { alternativeText: 'Two' });
  expect(await undo(-2)).toMatchObject({ code: 'conflict' });
  expect((await undo(-1)).ok).toBe(true);
  expect((await describePictures(tester.deps.db, [name])).get(name)?.alternativeText).toBe('One');
  await media.editing.remove(tester.anna, id);
  expect(await media.read(tester.anna, id)).toMatchObject({ code: 'not-found' });
  expect((await undo(-1)).ok).toBe(true);
  expect((await media.read(tester.anna, id)).ok).toBe(true);
});

test('what was removed is gone after thirty days, with its file', async () => {
  const { id, name } = await upload('gone.png');
  const key = await tester.database.db
    .selectFrom('mediaFile')
    .select('fileKey')
    .where('mediaId', '=', id)
    .executeTakeFirstOrThrow();
  await media.editing.remove(tester.anna, id);
  await media.removeUnused();
  expect(await media.library.findFile(name)).toBeDefined();
  library.advanceClock(31 * 86_400_000);
  await media.removeUnused();
  expect(await media.library.findFile(name)).toBeUndefined();
  expect(await tester.deps.files.getSizeBytes(key.fileKey)).toBeUndefined();
});

test('pages of pictures follow each other; sales may do nothing of it', async () => {
  for (let i = 0; i < 31; i++) await upload(`page ${i}.png`);
  const first = expectOk(await media.list(tester.anna, { words: 'page' }));
  expect([first.rows.length, first.previous]).toEqual([30, undefined]);
  const next = expectOk(await media.list(tester.anna, { words: 'page', after: first.next }));
  const back = expectOk(await media.list(tester.anna, { words: 'page', before: next.previous }));
  expect(back.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id));
  const sales = await addTestStaff(tester.database.db, 'sales');
  expect(await media.list(sales, {})).toMatchObject({ code: 'forbidden' });
  const file = { path: await library.writeFile('x.png'), fileName: 'x.png' };
  expect(await media.editing.upload(sales, file, {})).toMatchObject({ code: 'forbidden' });
});
