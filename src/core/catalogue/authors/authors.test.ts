import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bareReport,
  openTestPublisher,
  type TestPublisher,
} from '../../../../test/support/test-publisher.ts';

let publisher: TestPublisher;
beforeAll(async () => {
  publisher = await openTestPublisher();
});
afterAll(() => publisher?.close());

test('an author has a page with their published reports, newest first, and what is said of them', async () => {
  const { catalogue, write, takeTags } = publisher;
  await write(
    { ...bareReport, authors: ['Ines Moreau', '李明'], publishedOn: '2026-01-01' },
    { ...bareReport, code: 'AC-2', authors: ['Ines Moreau'], publishedOn: '2026-02-01' },
    { ...bareReport, code: 'AC-3', authors: ['Ines Moreau', 'Nobody Yet'], state: 'draft' },
  );
  takeTags();
  expect(await catalogue.authors.listSlugs(10)).toEqual(['ines-moreau', 'author']);
  const said = { name: 'Ines Moreau', kind: 'person', about: ' Reads metals.\u0000 ' } as const;
  expect(await catalogue.authors.describe(said)).toMatchObject({ ok: true });
  expect(takeTags()).toEqual(['author:ines-moreau']);
  const page = await catalogue.authors.get('ines-moreau');
  expect(page?.author).toMatchObject({ name: 'Ines Moreau', kind: 'person', reports: 2 });
  expect(page?.author.about).toMatch(/^Reads metals\./);
  expect(page?.list.items.map(({ code }) => code)).toEqual(['AC-2', 'AC-1']);
  expect(await catalogue.authors.get('nobody-yet')).toBeUndefined();
  const named = { slug: 'ines-moreau', kind: 'person' };
  expect(await catalogue.authors.findByName('Ines Moreau')).toMatchObject(named);
  expect(await catalogue.authors.findByName('Nobody Yet')).toBeUndefined();
  expect(await catalogue.authors.findByName('Somebody Else')).toBeUndefined();
  const { id } = (await catalogue.reports.getByCode('AC-1')) ?? { id: 0 };
  expect(await catalogue.authors.listOfReport(id)).toEqual([
    { name: 'Ines Moreau', slug: 'ines-moreau' },
    { name: '李明', slug: 'author' },
  ]);
});

test('what is said of an author is short, and of somebody whom a report names', async () => {
  const { authors } = publisher.catalogue;
  const said = { name: 'Ines Moreau', kind: null, about: 'x'.repeat(2001) } as const;
  expect(await authors.describe(said)).toMatchObject({ ok: false, code: 'invalid' });
  expect(await authors.describe({ ...said, name: 'Nobody', about: '' })).toMatchObject({
    code: 'not-found',
  });
});
