import type { Tx } from '../../deps.ts';
import { describePictures } from '../../media/index.ts';
import { listPictureNames } from '../rich-text-pictures.model.ts';
import { mergeReport, type DraftVersion } from '../writing/merge-report.ts';
import { parseReportInput } from '../writing/parse-input.ts';
import type { StoredReport } from '../writing/stored-reports.store.ts';
import { writeReports } from '../writing/write-reports.ts';
import {
  findMissingSources,
  findPlaceholders,
  findStaleYears,
  findThinGoods,
  findUndescribedPictures,
  findWrongGrowth,
  listForeignSubjects,
  type Finding,
  type Findings,
} from './checks.model.ts';
import { findReportAbout, listDeliveredLicences } from './checks.store.ts';
import { isDraftField, toReportInput, type DraftChanges } from './draft.model.ts';
import type { EditingDeps } from './editing-deps.ts';

/** What the report would say, without the fields that can't be read at all. */
export function readDraft(report: StoredReport, changes: DraftChanges): DraftVersion {
  const readable = Object.entries(changes).filter(
    ([field, value]) => parseReportInput(toReportInput(report.code, { [field]: value })).ok,
  );
  return mergeReport(report, toReportInput(report.code, Object.fromEntries(readable)));
}

/** What is wrong with a report that is to be published with these changes. */
export async function checkDraft(
  tx: Tx,
  deps: EditingDeps,
  report: StoredReport,
  changes: DraftChanges,
): Promise<Findings> {
  const now = deps.clock();
  const { parts, data } = readDraft(report, changes);
  const delivered = await listDeliveredLicences(tx, report.id);
  const blocking = [
    ...(await listWriterErrors(tx, deps, report, changes)),
    ...listBlocking({ parts, data }, delivered, now),
  ];
  const names = listPictureNames(parts.description ?? []);
  const warnings = [
    ...(data || delivered.size > 0 ? [] : findThinGoods(parts)),
    ...findWrongGrowth(parts),
    ...(await findForeignSubjects(tx, report.id, parts)),
    ...findStaleYears(parts, now),
    ...findMissingSources(parts),
    ...findUndescribedPictures(parts, await describePictures(tx, names)),
  ];
  return { blocking, warnings };
}

/** What keeps the report from being published, but for what the writer of reports says. */
export async function findBlocking(
  tx: Tx,
  report: StoredReport,
  changes: DraftChanges,
  now: Date,
): Promise<Finding[]> {
  const delivered = await listDeliveredLicences(tx, report.id);
  return listBlocking(readDraft(report, changes), delivered, now);
}

function listBlocking(draft: DraftVersion, delivered: ReadonlySet<string>, now: Date): Finding[] {
  const { publishedOn } = draft.parts;
  const isInFuture = publishedOn !== undefined && publishedOn > now.toISOString().slice(0, 10);
  const message = 'This day is in the future: schedule the report, or give an earlier day.';
  return [
    ...findPlaceholders(draft.parts),
    ...findMissingGoods(draft, delivered),
    ...(isInFuture ? [{ path: 'publishedOn', message } as const] : []),
  ];
}

/** Every sentence with which the writer of reports would refuse it. */
async function listWriterErrors(
  tx: Tx,
  deps: EditingDeps,
  { code }: StoredReport,
  changes: DraftChanges,
): Promise<Finding[]> {
  const input = { ...toReportInput(code, changes), state: 'published' as const };
  const [result] = await writeReports(tx, deps, [input], { actor: 'a check', isDryRun: true });
  if (!result || result.ok) return [];
  return Object.entries(result.errors).flatMap(([field, sentences]) =>
    sentences.map((message) => ({
      path: isDraftField(field) || field === 'prices' ? field : 'title',
      message,
    })),
  );
}

const pricedLicences = [
  ['single', 'single-user', 'single-user'],
  ['multiple', 'multiple-user', 'multiple-user'],
  ['corporate', 'corporate-user', 'corporate'],
] as const;

/** Licences that are offered and bring nothing: neither a file nor anything to print one from. */
function findMissingGoods(
  { parts, data }: DraftVersion,
  delivered: ReadonlySet<string>,
): Finding[] {
  if ((parts.description ?? []).length > 0 || data) return [];
  return pricedLicences.flatMap(([price, licence, name]) =>
    typeof parts.prices?.[price] === 'number' && !delivered.has(licence)
      ? [
          {
            path: 'goods' as const,
            message: `Buyers of the ${name} licence would get nothing: upload a file for it, or write a description.`,
          },
        ]
      : [],
  );
}

async function findForeignSubjects(
  tx: Tx,
  reportId: number,
  parts: DraftVersion['parts'],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { path, subject } of listForeignSubjects(parts)) {
    const title = await findReportAbout(tx, subject, reportId);
    if (title)
      findings.push({
        path,
        message: `The text names “${subject}”, which is the subject of another report.`,
      });
  }
  return findings;
}
