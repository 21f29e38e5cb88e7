import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestImports, type TestImports } from '../../../test/support/test-imports.ts';

let setup: TestImports;
beforeAll(async () => {
  setup = await openTestImports();
});
afterAll(() => setup?.publisher.close());

const header = 'code,title,industry,state,price_single';
const good = (number: number): string => `S-${number},Report ${number},Food,published,100`;
const listErrors = async (id: number) =>
  (await setup.imports.listBadRows(id, 100)).flatMap(({ number, errors }) =>
    errors.map((error) => ({ row: number, ...error })),
  );

test('a slug that two rows give is found at the check, however far apart they are', async () => {
  const rows = Array.from({ length: 620 }, (_, row) => `${good(row)},`);
  rows[3] = `${good(3)},one-slug`;
  rows[610] = `${good(610)},one-slug`;
  const csv = [`${header},slug`, ...rows].join('\n');
  const checked = await setup.importFile(csv, { runsAtOnce: false });
  expect(checked).toMatchObject({ state: 'checked', counts: { bad: 1 } });
  expect(await listErrors(checked.id)).toEqual([
    {
      row: 612,
      column: 'slug',
      value: `one-slug`,
      message: 'Row 5 has this slug already. Leave one of them out.',
    },
  ]);
});

test('the sheet of an import is removed some days after it ended, and what nobody named too', async () => {
  const { deps, setNow } = setup.publisher;
  const done = await setup.importFile(`${header}\n${good(1)}`);
  await deps.files.put('imports/left-behind', Buffer.from('x'));
  const removeSheets = setup.imports.jobs['imports.removeSheets'];
  const isThere = async (key: string) => (await deps.files.getSizeBytes(key)) !== undefined;
  await removeSheets();
  expect([await isThere(done.fileKey), await isThere('imports/left-behind')]).toEqual([true, true]);
  setNow(new Date(Date.now() + 8 * 86_400_000).toISOString());
  await removeSheets();
  expect([await isThere(done.fileKey), await isThere('imports/left-behind')]).toEqual([
    false,
    false,
  ]);
  expect(await setup.imports.getImport(done.id)).toMatchObject({ state: 'done', rowCount: 1 });
});
