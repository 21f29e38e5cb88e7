import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestImports, type TestImports } from '../../../test/support/test-imports.ts';
import { importOptionsSchema } from './model.ts';

let setup: TestImports;
beforeAll(async () => {
  setup = await openTestImports();
});
afterAll(() => setup?.publisher.close());

test('two processes that read one file at once count each row once', async () => {
  const { imports } = setup;
  const rows = Array.from({ length: 1200 }, (_, i) => `R-${i},Report ${i},metals`);
  const id = await imports.create({
    fileName: 'reports.csv',
    mapping: {},
    actor: 'anna',
    content: Buffer.from(['code,title,industry', ...rows].join('\n')),
    options: importOptionsSchema.parse({}),
  });
  await Promise.all([imports.advance(id), imports.advance(id)]);
  expect(await imports.getImport(id)).toMatchObject({
    state: 'checked',
    rowCount: 1200,
    counts: { created: 1200 },
  });
});
