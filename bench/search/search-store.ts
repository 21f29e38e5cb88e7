/** A store of recombined titles that the search is measured over. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { startEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { migrateDatabase } from '#adapters/database/migrate.ts';
import { Finder } from '#core/catalogue/search/finder.ts';
import { fillIndex } from '#core/catalogue/search/index.store.ts';
import type { Database } from '#core/deps.ts';
import { createRandom, type Random } from '#demo/random.ts';

const batchSize = 5000;

type SearchStore = {
  readonly folder: string;
  readonly url: string;
  readonly db: Database;
  readonly finder: Finder;
  readonly titles: readonly Title[];
  readonly close: () => Promise<void>;
};

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(0)} s`;

/**
 * A catalogue of so many titles, which the search knows. With `BENCH_DATA`, a folder, it is filled
 * once and kept there for the next run; a run that was ended continues where it stopped.
 */
export async function openSearchStore(reportCount: number): Promise<SearchStore> {
  const kept = process.env['BENCH_DATA'];
  if (kept !== undefined) mkdirSync(kept, { recursive: true });
  const folder = kept ?? mkdtempSync(path.join(os.tmpdir(), 'reportstand-search-'));
  const server = await startEmbeddedPostgres(folder, () => {});
  const database = await openDatabase(server.url);
  const { db } = database;
  const finder = new Finder(db);
  const titles = writeTitles(reportCount);
  await migrateDatabase(database, 'db/migrations');
  const filled = path.join(folder, 'filled');
  if (!existsSync(filled)) {
    await fill(db, titles);
    writeFileSync(filled, '');
  }
  return {
    db,
    finder,
    titles,
    folder,
    url: server.url,
    close: async () => {
      await database.close();
      await server.stop();
      if (kept === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function fill(db: Database, titles: readonly Title[]): Promise<void> {
  await sql`insert into industry (slug, name, description, pictogram, meta_title, meta_description)
    select 'industry-' || n, 'Industry ' || n, '', 'tools', '', ''
    from generate_series(1, 30) n on conflict do nothing`.execute(db);
  const { written } = await db
    .selectFrom('report')
    .select((eb) => eb.fn.countAll<number>().as('written'))
    .executeTakeFirstOrThrow();
  for (let start = written; start < titles.length; start += batchSize)
    await insertReports(db, JSON.stringify(titles.slice(start, start + batchSize)));
  await sql`analyze`.execute(db);
  const startedAt = performance.now();
  const makeIndexes = await dropIndexes(db);
  await fillIndex(db, new Date());
  await makeIndexes();
  console.log(`index of ${titles.length} reports: ${seconds(startedAt)}`);
  await sql`vacuum analyze`.execute(db);
}

/** All at once they are made in a tenth of the time. The function makes them again. */
async function dropIndexes(db: Database): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where not indisunique and indrelid in
      ('find_report'::regclass, 'find_deep'::regclass, 'list_report'::regclass)`.execute(db);
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db);
  return async () => {
    for (const { definition } of rows) await sql.raw(definition).execute(db);
    await sql`analyze`.execute(db);
  };
}

const insertReports = (db: Database, titles: string) =>
  sql`with given as (
      select * from jsonb_to_recordset(${titles}::jsonb) as d (code text, title text, topic text)
    ), made as (
      insert into report (slug, code, industry_id, further_industry_ids, title,
        short_description, published_on, updated_at, state, released_at, version_number,
        pages, prices, delivery, cover)
      select lower(code), code, 1 + abs(hashtext(topic)) % 30,
        case when abs(hashtext(code)) % 5 = 0 then array[1 + (abs(hashtext(code)) / 5) % 30]
          else '{}' end, title, title,
        date '2026-11-01' - abs(hashtext(code)) % 3000, now(), 'published', now(), 1,
        10 + abs(hashtext(code)) % 300, jsonb_build_object('single',
          100000 + 25000 * (abs(hashtext(code)) % 20), 'multiple', 500000, 'corporate', 700000,
          'dataSheet', 90000), 'made', '{"series": [], "rankings": []}'
      from given returning id, code, title)
    insert into report_version (report_id, number, parts, made_at, made_by)
    select id, 1, jsonb_build_object('title', title, 'industry', '', 'slug', lower(code),
      'state', 'published', 'geography', jsonb_build_array('Place ' || id % 9),
      'companies', jsonb_build_array('Company ' || id % 5000, 'Maker ' || id % 700)), now(), 'bench'
    from made`.execute(db);

/** A title as publishers of the field write them, recombined from the demo's subjects. */
type Title = { readonly code: string; readonly title: string; readonly topic: string };

const list = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

const qualities =
  list(`Smart, Industrial, Medical, Automotive, Portable, Wireless, Organic, Digital,
  Commercial, Residential, Synthetic, Recycled, Specialty, Advanced, Aerospace, Marine, Compact,
  Heavy-Duty, Disposable, Biodegradable, Electric, Hybrid, Autonomous, Modular, Frozen, Natural,
  Premium, Vegan, Wearable, Cloud-Based, Pediatric, Veterinary, Surgical, Military, Thermal, Optical`);
const forms = list(`Devices, Equipment, Systems, Software, Services, Materials, Coatings, Sensors,
  Additives, Packaging, Machinery, Components, Films, Powders, Fibers, Batteries, Storage, Testing,
  Monitoring, Logistics, Recycling, Analytics, Displays, Adhesives, Filters, Pumps, Valves, Cables`);
const regions = list(`North America, Europe, Asia Pacific, China, India, Germany, Brazil, Japan,
  Latin America, Middle East, U.S., UK`);

/** Subjects and further names of the demo's reports: about two thousand. */
function readHeads(): string[] {
  const catalogue = JSON.parse(readFileSync('db/demo/catalogue.json', 'utf8')) as {
    slug: string;
    subject: string;
  }[];
  const slugs = [...new Set(catalogue.map(({ slug }) => slug))];
  const names = slugs.flatMap((slug) => {
    const texts = JSON.parse(readFileSync(`db/demo/subjects/${slug}.json`, 'utf8')) as Record<
      string,
      { also?: string[] }
    >;
    return Object.values(texts).flatMap(({ also = [] }) => also);
  });
  const heads = [...catalogue.map(({ subject }) => subject), ...names];
  return [...new Set(heads.filter((head) => /^[A-Za-z][A-Za-z -]{2,30}$/.test(head)))];
}

const capitalize = (text: string): string =>
  text.replaceAll(/(?<=^| )[a-z]/g, (letter) => letter.toUpperCase());

function writeTopics(count: number, random: Random): string[] {
  const heads = readHeads();
  const topics = new Set<string>();
  const pick = (words: readonly string[]): string => words[random(words.length)] ?? '';
  while (topics.size < count) {
    const kind = random(4);
    const parts = [
      ...(kind === 1 || kind === 3 ? [pick(qualities)] : []),
      pick(heads),
      ...(kind > 1 ? [pick(forms)] : []),
    ];
    topics.add(capitalize(parts.join(' ')));
  }
  return [...topics];
}

/** Editions and regions of one subject. */
const titlesPerTopic = 6.4;

function writeTitles(count: number): Title[] {
  const random = createRandom(7);
  const topics = writeTopics(Math.ceil(count / titlesPerTopic), random);
  return Array.from({ length: count }, (_, index) => {
    const topic = topics[random(topics.length)] ?? '';
    const year = 2020 + random(7);
    const region = regions[random(regions.length)] ?? '';
    const titles = [
      `${topic} Market: Size, Share and Forecast to ${year + 6}`,
      `Global ${topic} Market Size, Share & Trends Analysis Report, ${year}-${year + 6}`,
      `${topic} Market in ${region} - Growth, Trends and Forecasts ${year}`,
      `${topic} Market by Type, Application and Region, ${year}`,
      `${region} ${topic} Market Report ${year}`,
    ];
    return { code: `RB-${100_000 + index}`, topic, title: titles[random(titles.length)] ?? topic };
  });
}
