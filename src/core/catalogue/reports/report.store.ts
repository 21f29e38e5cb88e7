/** One report with everything that its page or an edition's files show. */
import { sql } from 'kysely';
import { describePicturesIn } from '../rich-text/describe-pictures.ts';
import type { Report, ReportCard } from '../model.ts';
import { toReportContent } from './report-content.model.ts';
import type { MadeFacts } from './report-facts.model.ts';
import type { StoredReportState, VersionParts } from './report-version.model.ts';
import { factsRules, getFigures } from './describe-version.ts';
import { selectCards, toCards, type DatabaseOrTx } from './reports.store.ts';
import { ensureFacts } from './version-facts.store.ts';
import { describeShortly } from '../writing/merge-report.ts';

export type ReportKey =
  | { readonly slug: string }
  | { readonly code: string }
  | { readonly id: number };

/** A report with everything that its page shows; undefined if none is published. */
export const getReport = async (db: DatabaseOrTx, key: ReportKey): Promise<Report | undefined> =>
  (await readReport(db, key, ['published']))?.report;

/** A report as its page was last, also after it was withdrawn. Throws if there is none. */
export async function getSoldReport(db: DatabaseOrTx, id: number): Promise<Report> {
  const found = await readReport(db, { id }, allStates);
  if (!found) throw new Error(`There is no report ${id}`);
  return found.report;
}

/**
 * A report as this edition has it, whatever was changed since, and when that was written. Throws
 * if there is none.
 */
export async function getEdition(
  db: DatabaseOrTx,
  id: number,
  edition: number,
): Promise<Report & { readonly madeAt: Date }> {
  const found = await readReport(db, { id }, allStates, edition);
  if (!found) throw new Error(`Report ${id} has no edition ${edition}`);
  return { ...found.report, madeAt: found.madeAt };
}

const allStates: readonly StoredReportState[] = [
  'draft',
  'scheduled',
  'published',
  'withdrawn',
  'bin',
];

/** Null if they are not made yet, or by other rules. */
const versionFacts = sql<MadeFacts | null>`(
  select made.facts from version_facts made
  where made.report_id = report_version.report_id and made.number = report_version.number
    and made.rules = ${sql.lit(factsRules)})`.as('facts');

/** The page's version: its newest one; with `edition` that of the edition. */
async function readReport(
  db: DatabaseOrTx,
  key: ReportKey,
  states: readonly StoredReportState[],
  edition?: number,
): Promise<{ readonly report: Report; readonly madeAt: Date } | undefined> {
  const row = await selectCards(db, states)
    .innerJoin('edition', 'edition.reportId', 'report.id')
    .innerJoin('reportVersion', (join) =>
      join
        .onRef('reportVersion.reportId', '=', 'report.id')
        .onRef(
          'reportVersion.number',
          '=',
          edition === undefined ? 'report.versionNumber' : 'edition.versionNumber',
        ),
    )
    .select(['reportVersion.parts', 'reportVersion.data', 'reportVersion.madeAt'])
    .select(['reportVersion.number as versionNumber', versionFacts])
    .select('edition.number as edition')
    .$if(edition !== undefined, (query) => query.where('edition.number', '=', edition ?? 0))
    .where((eb) => {
      if ('slug' in key) return eb('report.slug', '=', key.slug);
      return 'code' in key ? eb('report.code', '=', key.code) : eb('report.id', '=', key.id);
    })
    .orderBy('edition.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const [listed] = await toCards(db, [row]);
  if (!listed) return undefined;
  const card = edition === undefined ? listed : { ...listed, ...(await readSoldCard(db, row)) };
  const content = toReportContent(row.parts, card.shortDescription);
  const { id: reportId, versionNumber: number, parts, data, facts: stored } = row;
  const facts = await ensureFacts(db, { reportId, number, parts, data, facts: stored });
  const report = {
    ...card,
    ...content,
    description: await describePicturesIn(db, content.description),
    updatedAt: row.updatedAt.toISOString(),
    edition: row.edition,
    figures: { ...getFigures(row.code, data), facts: facts.figures },
    facts: facts.report,
    sources: row.data?.sources ?? [],
  };
  return { report, madeAt: row.madeAt };
}

/**
 * The lists' values of a report as an edition says it, since its files are made for each reader:
 * the row of the report has the newest version's.
 */
async function readSoldCard(
  db: DatabaseOrTx,
  { parts, publishedOn }: { readonly parts: VersionParts; readonly publishedOn: string },
): Promise<Partial<ReportCard>> {
  const industry = await db
    .selectFrom('industry')
    .select(['name', 'slug'])
    .where('slug', '=', parts.industry)
    .executeTakeFirst();
  return {
    title: parts.title,
    shortDescription: describeShortly(parts),
    publishedOn: parts.publishedOn ?? publishedOn,
    ...(industry ? { industry: industry.name, industrySlug: industry.slug } : {}),
  };
}
