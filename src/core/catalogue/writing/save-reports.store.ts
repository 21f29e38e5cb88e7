/** The writing of reports, a few statements for any number of them. */
import { sql } from 'kysely';
import type { Tx } from '../../deps.ts';
import type { Source } from '../figures/figures.model.ts';
import type { NextReport } from './decide-next.ts';
import { saveLastEdits } from './last-edits.store.ts';
import type { ReportRow } from './report-row.ts';
import { saveFacts } from '../reports/version-facts.store.ts';
import { slugify } from '../../kernel/slugify.ts';

/** A report to be saved: its row and what it says. */
export type SavedReport = NextReport & { readonly row: ReportRow };
export type WithId = SavedReport & { readonly id: number };

/** New reports are inserted, known ones updated; the ids by code. */
export async function upsertReports(
  tx: Tx,
  rows: readonly ReportRow[],
): Promise<ReadonlyMap<string, number>> {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'code');
  const given = columns.map((name) => [name, sql.ref<never>(`excluded.${name}`)] as const);
  const saved = await tx
    .insertInto('report')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet({ ...Object.fromEntries(given), binnedAt: null }),
    )
    .returning(['id', 'code'])
    .execute();
  return new Map(saved.map(({ id, code }) => [code, id]));
}

export async function insertVersions(
  tx: Tx,
  reports: readonly WithId[],
  { now, actor }: { readonly now: Date; readonly actor: string },
): Promise<void> {
  await tx
    .insertInto('reportVersion')
    .values(
      reports.map(({ id, row, parts, data }) => ({
        reportId: id,
        number: row.versionNumber,
        parts,
        data,
        madeAt: now,
        madeBy: actor,
      })),
    )
    .execute();
  await saveFacts(
    tx,
    reports.map(({ id, row, parts, data }) => ({
      reportId: id,
      number: row.versionNumber,
      parts,
      data,
    })),
  );
  await saveLastEdits(
    tx,
    reports.map(({ id }) => id),
    { editedAt: now, editedBy: actor },
  );
}

/** A report has a first edition, which follows its version until the report is published. */
export async function saveFirstEditions(tx: Tx, reports: readonly WithId[]): Promise<void> {
  const unreleased = reports.filter(({ current }) => !current?.releasedAt);
  if (unreleased.length === 0) return;
  await tx
    .insertInto('edition')
    .values(
      unreleased.map(({ id, row }) => ({
        reportId: id,
        number: 1,
        publishedOn: row.publishedOn,
        versionNumber: row.versionNumber,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['reportId', 'number']).doUpdateSet((eb) => ({
        publishedOn: eb.ref('excluded.publishedOn'),
        versionNumber: eb.ref('excluded.versionNumber'),
      })),
    )
    .execute();
}

/** The newest editions of these published reports sell what their reports say now. */
export async function followVersions(tx: Tx, reports: readonly WithId[]): Promise<void> {
  for (const { id, row } of reports)
    await tx
      .updateTable('edition')
      .set({ versionNumber: row.versionNumber })
      .where('reportId', '=', id)
      .where('number', '=', (eb) =>
        eb
          .selectFrom('edition as newest')
          .select(({ fn }) => fn.max('newest.number').as('number'))
          .where('newest.reportId', '=', id),
      )
      .execute();
}

/** Authors that are new are made; each report has those that it names, in their order. */
export async function saveAuthors(tx: Tx, reports: readonly WithId[]): Promise<void> {
  const names = [...new Set(reports.flatMap(({ parts }) => parts.authors ?? []))];
  const known = reports.flatMap(({ id, current }) => (current ? [id] : []));
  if (known.length > 0)
    await tx.deleteFrom('reportAuthor').where('reportId', 'in', known).execute();
  if (names.length === 0) return;
  const ids = await ensureAuthors(tx, names);
  const links = reports.flatMap(({ id, parts }) =>
    (parts.authors ?? []).map((name, index) => ({
      reportId: id,
      authorId: ids.get(name) ?? 0,
      place: index + 1,
    })),
  );
  await tx.insertInto('reportAuthor').values(links).execute();
}

async function ensureAuthors(
  tx: Tx,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const find = () =>
    tx
      .selectFrom('author')
      .where('name', 'in', [...names])
      .select(['id', 'name'])
      .execute();
  const found = await find();
  const missing = names.filter((name) => !found.some((author) => author.name === name));
  if (missing.length === 0) return new Map(found.map(({ id, name }) => [name, id]));
  const all = await tx.selectFrom('author').select('slug').execute();
  const taken = new Set(all.map(({ slug }) => slug));
  const authors = missing.map((name) => {
    const base = slugify(name) || 'author';
    let slug = base;
    for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`;
    taken.add(slug);
    return { name, slug };
  });
  await tx
    .insertInto('author')
    .values(authors)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return new Map((await find()).map(({ id, name }) => [name, id]));
}

/** A slug that a published report had leads to it; one that it has again is its own. */
export async function saveRedirects(tx: Tx, reports: readonly WithId[]): Promise<void> {
  const former = reports.flatMap(({ id, current, row }) =>
    current?.releasedAt && current.slug !== row.slug ? [{ reportId: id, slug: current.slug }] : [],
  );
  const slugs = reports.map(({ row }) => row.slug);
  await tx.deleteFrom('reportSlugRedirect').where('slug', 'in', slugs).execute();
  if (former.length > 0) await tx.insertInto('reportSlugRedirect').values(former).execute();
}

/** Sources are known by their id, and say what the newest report says of them. */
export async function saveSources(tx: Tx, sources: readonly Source[]): Promise<void> {
  const byId = new Map(sources.map((source) => [source.id, source]));
  if (byId.size === 0) return;
  await tx
    .insertInto('source')
    .values([...byId].map(([id, body]) => ({ id, body })))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({ body: eb.ref('excluded.body') }))
        .where((eb) => eb('source.body', 'is distinct from', eb.ref('excluded.body'))),
    )
    .execute();
}

export async function updateCode(tx: Tx, id: number, code: string): Promise<void> {
  await tx.updateTable('report').set({ code }).where('id', '=', id).execute();
}

export async function putIntoBin(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('report')
    .set({ state: 'bin', binnedAt: now })
    .where('id', 'in', [...ids])
    .where('state', '<>', 'bin')
    .execute();
}

/** The first edition is of the day for which the report was scheduled. */
export async function markPublished(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await tx
    .updateTable('report')
    .set((eb) => ({
      state: 'published',
      releasedAt: eb.fn.coalesce('releasedAt', eb.val(now)),
    }))
    .where('id', 'in', [...ids])
    .execute();
}
