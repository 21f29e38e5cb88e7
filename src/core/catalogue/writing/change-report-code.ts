import type { Tx } from '../../deps.ts';
import { listChangedTags } from './listed-facts.ts';
import { parseReportInput } from './parse-input.ts';
import { describeAlike, type WriterDeps } from './write-reports.ts';
import { updateCode } from './save-reports.store.ts';
import {
  listAlikeCodes,
  listKnownCodes,
  listStoredIndustries,
  type StoredReport,
} from './stored-reports.store.ts';

/**
 * The locked report has this code afterwards, and is found by it. Sentences where the code is wrong
 * or belongs to another report.
 */
export async function changeReportCode(
  tx: Tx,
  deps: WriterDeps,
  report: StoredReport,
  code: string,
): Promise<readonly string[] | undefined> {
  const parsed = parseReportInput({ code });
  if (!parsed.ok) return parsed.errors['code'] ?? ['This is not a code.'];
  if (code === report.code) return undefined;
  if ((await listKnownCodes(tx, [code])).size > 0) return [`There is a report ${code} already.`];
  const alike = (await listAlikeCodes(tx, [code])).get(code);
  if (alike !== undefined && alike !== report.code) return [describeAlike(alike)];
  const industries = await listStoredIndustries(tx);
  const { id } = report;
  await updateCode(tx, id, code);
  await deps.finder.put(tx, [id]);
  const slugs = new Map(industries.map((industry) => [industry.id, industry.slug]));
  const tags = listChangedTags(undefined, report, slugs);
  await deps.invalidate(tx, [...new Set(tags)]);
  return undefined;
}
