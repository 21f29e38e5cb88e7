/** A catalogue without the demo: two industries, and reports as the test writes them. */
import { defaultLicenceTerms } from '#core/catalogue/reports/licence.model.ts';
import { Catalogue, type WriteResult } from '#core/catalogue/index.ts';
import type { ReportInput } from '#core/catalogue/reports/report-input.model.ts';
import { StoreFiles } from '#core/kernel/file-place.ts';
import type { Deps } from '#core/deps.ts';
import { Schedule } from '#core/kernel/schedule.ts';
import { LongWork } from '#core/kernel/long-work.ts';
import { createTemporaryFolder } from './temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { createTestDeps, type TestDepsOptions } from './test-deps.ts';

const letterhead = {
  name: 'A publisher',
  accent: '#9c2f1b',
  greeting: 'Hello',
  signature: '',
  timeZone: 'UTC',
};

export type TestPublisher = {
  readonly database: TestDatabase;
  readonly deps: Deps;
  readonly longWork: LongWork;
  readonly catalogue: Catalogue;
  /** The tags that were invalidated since this was last asked. */
  readonly takeTags: () => string[];
  readonly setNow: (time: string) => void;
  /** In a transaction of its own, as "anna". */
  readonly write: (...inputs: readonly ReportInput[]) => Promise<WriteResult[]>;
  /** Publishes what was scheduled for now or earlier, as the job of the worker does. */
  readonly publishDue: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** All that a report needs to be sold. */
export const bareReport: ReportInput = {
  code: 'AC-1',
  title: 'Aluminium Cans',
  industry: 'Metals & Mining',
  state: 'published',
  prices: { single: 120_000 },
  delivery: { kind: 'by-us', days: 5 },
};

const publisherIndustries = [
  { slug: 'metals', name: 'Metals & Mining', description: 'Ores and metals.', pictogram: 'tools' },
  { slug: 'food', name: 'Food', description: 'What people eat.', pictogram: 'fruit' },
];

export async function openTestPublisher(
  options: Pick<TestDepsOptions, 'rendersDocuments'> = {},
): Promise<TestPublisher> {
  const database = await createTestDatabase('empty');
  const folder = createTemporaryFolder('publisher');
  let now = new Date('2026-11-22T10:00:00Z');
  let tags: string[] = [];
  const testDeps = createTestDeps({
    database,
    paypalUrl: 'http://localhost:9',
    filesFolder: folder.path,
    clock: () => now,
    email: { send: async () => {} },
    ...options,
  });
  const deps: Deps = {
    ...testDeps,
    invalidate: async (tx, changed) => {
      tags.push(...changed);
      await testDeps.invalidate(tx, changed);
    },
  };
  const longWork = new LongWork(deps);
  await new StoreFiles(deps).open();
  const catalogue = new Catalogue(deps, {
    longWork,
    getLetterhead: async () => letterhead,
    getNewDelivery: async () => ({ kind: 'files' }),
    listPageAddresses: async () => [],
    listLicences: async () => defaultLicenceTerms,
  });
  await catalogue.industries.add(publisherIndustries);
  tags = [];
  return {
    database,
    deps,
    longWork,
    catalogue,
    takeTags: () => tags.splice(0).toSorted(),
    setNow: (time) => void (now = new Date(time)),
    write: (...inputs) =>
      deps.db.transaction().execute((tx) => catalogue.writing.write(tx, inputs, { actor: 'anna' })),
    publishDue: () => new Schedule(deps, catalogue.scheduled).actOnDue(),
    close: async () => {
      await database.drop();
      folder.remove();
    },
  };
}
