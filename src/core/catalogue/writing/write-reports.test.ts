import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { besideTransaction } from '../../../../test/support/one-connection.ts';
import {
  bareReport,
  openTestPublisher,
  type TestPublisher,
} from '../../../../test/support/test-publisher.ts';

let publisher: TestPublisher;
beforeEach(async () => {
  publisher = await openTestPublisher();
});
afterEach(() => publisher.close());

const countVersions = async (): Promise<number> => {
  const { count } = await publisher.database.db
    .selectFrom('reportVersion')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

describe('a report', () => {
  it('needs a code, a title, an industry and one price, and is found by its title', async () => {
    expect(await publisher.write(bareReport)).toMatchObject([
      { ok: true, code: 'AC-1', change: 'created', versionNumber: 1 },
    ]);
    expect(await publisher.catalogue.reports.get('aluminium-cans')).toMatchObject({
      code: 'AC-1',
      industrySlug: 'metals',
      edition: 1,
      publishedOn: '2026-11-22',
      shortDescription: '',
      description: [],
      figures: { series: [], rankings: [] },
    });
    const found = await publisher.catalogue.search.suggest('aluminium');
    expect(found.reports.map(({ code }) => code)).toEqual(['AC-1']);
  });

  it('is a draft unless told otherwise: in no list, no search, no page, not for sale', async () => {
    await publisher.write({ ...bareReport, state: null });
    const { catalogue } = publisher;
    expect(await catalogue.reports.get('aluminium-cans')).toBeUndefined();
    expect(await catalogue.reports.getForSale({ code: 'AC-1' })).toBeUndefined();
    expect((await catalogue.reports.list(1)).total).toBe(0);
    expect((await catalogue.search.suggest('aluminium')).reports).toEqual([]);
    expect(publisher.takeTags()).toEqual([]);
  });

  it('that is scheduled is published by its day', async () => {
    await publisher.write({ ...bareReport, state: 'scheduled', publishedOn: '2026-11-23' });
    expect(await publisher.catalogue.reports.get('aluminium-cans')).toBeUndefined();
    await publisher.write({ ...bareReport, state: 'scheduled', publishedOn: '2026-11-22' });
    expect(await publisher.catalogue.reports.get('aluminium-cans')).toBeDefined();
  });
});

describe('a change', () => {
  it('is a new version, and what says nothing new writes nothing', async () => {
    await publisher.write(bareReport);
    expect(await publisher.write({ ...bareReport, synonyms: [] })).toMatchObject([
      { change: 'unchanged', versionNumber: 1 },
    ]);
    expect(await publisher.write({ code: 'AC-1', pages: 40 })).toMatchObject([
      { change: 'changed', versionNumber: 2, previousVersionNumber: 1 },
    ]);
    expect(await publisher.catalogue.reports.get('aluminium-cans')).toMatchObject({ pages: 40 });
    expect(await publisher.write({ code: 'AC-1', pages: 40 })).toMatchObject([
      { change: 'unchanged' },
    ]);
    expect(await countVersions()).toBe(2);
  });

  it('leaves parts alone that it does not name, and clears those that are null', async () => {
    await publisher.write({ ...bareReport, pages: 40, keywords: ['cans'] });
    await publisher.write({ code: 'AC-1', prices: { corporate: 300_000 }, keywords: null });
    const report = await publisher.catalogue.reports.get('aluminium-cans');
    expect(report).toMatchObject({ pages: 40, keywords: [] });
    expect(report?.prices).toMatchObject({ single: 120_000, corporate: 300_000 });
  });
});

describe('a change of a published report', () => {
  it('drops the pages that it changes, and no others', async () => {
    await publisher.write(bareReport, {
      ...bareReport,
      code: 'F-1',
      title: 'Figs',
      industry: 'food',
    });
    publisher.takeTags();
    await publisher.write({ code: 'AC-1', synonyms: ['tins'] });
    expect(publisher.takeTags()).toEqual(['report-texts', 'report:aluminium-cans']);
    await publisher.write({ code: 'AC-1', pages: 12 });
    expect(publisher.takeTags()).toEqual([
      'catalogue',
      'industry:metals',
      'report-texts',
      'report:aluminium-cans',
    ]);
  });

  it('is not in the files of its edition', async () => {
    await publisher.write(bareReport);
    await publisher.write({ code: 'AC-1', title: 'Aluminium Cans and Bottles' });
    const rows = await publisher.database.db
      .selectFrom('edition')
      .select(['number', 'versionNumber'])
      .execute();
    expect(rows).toEqual([{ number: 1, versionNumber: 1 }]);
  });

  it('never changes a version that is there', async () => {
    await publisher.write(bareReport);
    const { db } = publisher.database;
    await expect(sql`update report_version set made_by = 'x'`.execute(db)).rejects.toThrow(
      'a version of a report never changes',
    );
  });
});

describe('an input that is not right', () => {
  it('is refused by part with sentences, and the others go in', async () => {
    const [bad, good] = await publisher.write(
      { code: 'X-1', title: ' ', prices: { single: -4 } },
      bareReport,
    );
    expect(bad).toEqual({
      ok: false,
      code: 'X-1',
      errors: {
        title: ['The title is empty.'],
        'prices.single': [
          'The price of the single user licence is an amount above zero, or “on request”.',
        ],
        industry: ['Name the industry of the report.'],
      },
    });
    expect(good).toMatchObject({ ok: true });
  });
});

it('a code that differs in capitals alone from one that is there makes no second report', async () => {
  await publisher.write({ ...bareReport, code: 'AC-1' });
  const [alike, first, second] = await publisher.write(
    { ...bareReport, code: 'ac-1' },
    { ...bareReport, code: 'New-1' },
    { ...bareReport, code: 'NEW-1' },
  );
  expect(alike).toMatchObject({
    errors: {
      code: ['There is a report AC-1: give its code with the same capitals, or another one.'],
    },
  });
  expect(first).toMatchObject({ ok: true });
  expect(second).toMatchObject({ errors: { code: ['The code NEW-1 is given twice.'] } });
});

it('a price can be "on request", and a report with nothing else can be published', async () => {
  await publisher.write({ ...bareReport, prices: { corporate: 'on-request' } });
  const [row] = await publisher.database.db
    .selectFrom('report')
    .select(['prices', 'lowestCents'])
    .execute();
  expect(row).toEqual({ prices: { corporate: 'on-request' }, lowestCents: null });
});

it('authors are made once by their name, each with an address', async () => {
  await publisher.write(
    { ...bareReport, authors: ['José Núñez', '李明'] },
    { ...bareReport, code: 'AC-2', authors: ['Jose Nunez', 'José Núñez'] },
  );
  const authors = await publisher.database.db
    .selectFrom('author')
    .select(['slug', 'name'])
    .orderBy('slug')
    .execute();
  expect(authors).toEqual([
    { slug: 'author', name: '李明' },
    { slug: 'jose-nunez', name: 'José Núñez' },
    { slug: 'jose-nunez-2', name: 'Jose Nunez' },
  ]);
});

it('a dry run says what would happen and writes nothing', async () => {
  await publisher.write(bareReport);
  const inputs = [{ ...bareReport, pages: 4 }, { ...bareReport, code: 'AC-2' }, { code: 'AC-3' }];
  const results = await publisher.deps.db
    .transaction()
    .execute((tx) =>
      publisher.catalogue.writing.write(tx, inputs, { actor: 'anna', isDryRun: true }),
    );
  expect(results.map((result) => (result.ok ? result.change : 'refused'))).toEqual([
    'changed',
    'created',
    'refused',
  ]);
  expect(await countVersions()).toBe(1);
});

it('the revision of the catalogue is counted once a transaction, and not locked before its end', async () => {
  const { catalogue, database } = publisher;
  await publisher.write(bareReport);
  const before = Number(await catalogue.feeds.getRevision());
  await database.db.transaction().execute(async (tx) => {
    await catalogue.writing.write(tx, [{ code: 'AC-1', pages: 3 }], { actor: 'long import' });
    await catalogue.writing.write(tx, [{ code: 'AC-1', pages: 4 }], { actor: 'long import' });
    // Another writer does not wait for the long one.
    await besideTransaction(async () => {
      await publisher.write({ ...bareReport, code: 'AC-2' });
      expect(Number(await catalogue.feeds.getRevision())).toBe(before + 1);
    });
  });
  expect(Number(await catalogue.feeds.getRevision())).toBe(before + 2);
});
