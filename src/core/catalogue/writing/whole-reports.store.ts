import { sql } from 'kysely';
import type { Tx } from '../../deps.ts';
import type { ReportParts } from '../reports/report-input.model.ts';
import type { ReportData, VersionParts } from '../reports/report-version.model.ts';

const batchSize = 200;

/** A report with everything that its publisher gave; industries by name. */
export type WholeReport = { readonly code: string; readonly parts: Partial<ReportParts> };

type Row = {
  readonly code: string;
  readonly state: ReportParts['state'];
  readonly parts: VersionParts;
  readonly data: ReportData | null;
};

/**
 * All reports that are not in the bin, or those of `ids`, as they are now, in batches, ordered by
 * the bytes of their codes: the same in every database. Only one batch is in memory. `tx` runs one
 * such stream at once.
 */
export async function* streamWholeReports(
  tx: Tx,
  ids?: readonly number[],
): AsyncGenerator<WholeReport[]> {
  const isWanted = ids ? sql`report.id = any(${ids}::int[])` : sql`true`;
  const industries = await tx.selectFrom('industry').select(['slug', 'name']).execute();
  const names = new Map(industries.map(({ slug, name }) => [slug, name]));
  await sql`
    declare whole_reports cursor for
    select report.code, report.state, version.parts, version.data
    from report join report_version version
      on version.report_id = report.id and version.number = report.version_number
    where report.state <> 'bin' and ${isWanted} order by report.code collate "C"`.execute(tx);
  try {
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(batchSize)} from whole_reports`.execute(tx);
      if (rows.length > 0) yield rows.map((row) => toWholeReport(row, names));
      if (rows.length < batchSize) return;
    }
  } finally {
    await sql`close whole_reports`.execute(tx);
  }
}

function toWholeReport(
  { code, state, parts, data }: Row,
  names: ReadonlyMap<string, string>,
): WholeReport {
  const toName = (slug: string): string => names.get(slug) ?? slug;
  return {
    code,
    parts: {
      ...parts,
      state,
      industry: toName(parts.industry),
      ...(parts.furtherIndustries
        ? { furtherIndustries: parts.furtherIndustries.map(toName) }
        : {}),
      ...(data ? { data } : {}),
    },
  };
}
