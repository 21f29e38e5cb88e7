import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectOk } from '../../../../test/support/test-editing.ts';
import { openTestMedia, type TestMedia } from '../../../../test/support/test-media.ts';
import { PicturePrinting } from './print-pictures.ts';
import { getEdition } from '../reports/report.store.ts';

let library: TestMedia;
beforeAll(async () => {
  library = await openTestMedia();
});
afterAll(() => library?.close());

test('a copy of an edition has the pictures of its day, whatever has replaced them since', async () => {
  const { tester, media, upload } = library;
  const { id, name } = await upload('of its day.png', 'A can', '#dd0101');
  const description = [{ kind: 'picture', name, text: '' } as const];
  const report = await tester.addReport('MED-5', { state: 'published', description });
  library.advanceClock(60_000);
  const next = { path: await library.writeFile('next day.png', '#01dd01'), fileName: 'n' };
  expectOk(await media.editing.replace(tester.anna, id, next));
  const { madeAt } = await getEdition(tester.database.db, report, 1);
  const printing = new PicturePrinting(tester.deps);
  const [sold, now] = [
    await printing.print(description, madeAt),
    await printing.print(description),
  ];
  expect(Object.keys(sold)).toEqual([name]);
  expect(sold[name]?.jpeg).not.toEqual(now[name]?.jpeg);
});
