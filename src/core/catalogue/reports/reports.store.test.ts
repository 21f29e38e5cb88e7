import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../deps.ts';
import { createTestDatabase } from '../../../../test/support/test-database.ts';
import { readListDays } from './list-days.store.ts';
import { drawIndustryLine } from '../figures/industry-line.ts';
import { listOverview } from '../industries/overview.store.ts';
import { listRelatedReports } from './related-reports.store.ts';
import { listReports } from './reports.store.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase('small');
});
afterAll(() => database?.drop());

const listSlugs = async (db: Database): Promise<string[]> =>
  (await db.selectFrom('industry').select('slug').execute()).map(({ slug }) => slug);

test('related reports are those of the chain in its order, filled up with the newest of the industry', async () => {
  const { db } = database;
  const cards = (await listReports(db, await readListDays(db), 1)).items;
  const [report, near, far] = cards;
  if (!report || !near || !far) throw new Error('The small catalogue has too few reports');
  const codes = [far.code, 'QM-NONE-1', report.code, near.code];
  const related = await listRelatedReports(db, { ...report, relatedCodes: codes }, 5);
  expect(related.slice(0, 2).map(({ code }) => code)).toEqual([far.code, near.code]);
  expect(related.slice(2).every(({ industrySlug }) => industrySlug === report.industrySlug)).toBe(
    true,
  );
  expect(new Set([report.id, ...related.map(({ id }) => id)]).size).toBe(related.length + 1);
  const others = await listRelatedReports(db, { ...report, relatedCodes: [] }, 5);
  expect(others.every(({ industrySlug }) => industrySlug === report.industrySlug)).toBe(true);
});

test('what lists, covers and the home page call newest is no year that its source only projects', async () => {
  const { db } = database;
  const { items } = await listReports(db, await readListDays(db), 1);
  const projected = items.flatMap(({ cover: { key, series } }) =>
    series.flatMap(({ points, projectedFrom }) =>
      projectedFrom === undefined ? [] : [{ key, newest: points.at(-1)?.[0], projectedFrom }],
    ),
  );
  expect(projected).toContainEqual({ key: 'psd:wheat', newest: 2025, projectedFrom: 2026 });
  for (const { newest = 0, projectedFrom } of projected) expect(newest).toBeLessThan(projectedFrom);
  const wheat = items.find(({ cover }) => cover.key === 'psd:wheat');
  expect(wheat?.listed.headline?.note).toContain(', 2025');
  const overview = await listOverview(db, 16, await listSlugs(db));
  const { line } = overview.find(({ slug }) => slug === wheat?.slug) ?? {};
  expect(line).toBe(drawIndustryLine(wheat?.cover.series[0]?.points ?? []));
});
