import { refuseAsStaff } from '../../kernel/audit.ts';
import { ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { WantedList } from '../../kernel/wanted-list.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { IssueDeps } from './deps.ts';
import { issueStates, type IssueRow } from './issue.model.ts';
import { countIssues, listIssueRows } from './issues.store.ts';
import { countRecipientsByIssue, countsOf } from './recipients.store.ts';

const perPage = 50;
const maxCounted = 10_000;

export type IssuePage = {
  readonly rows: readonly IssueRow[];
  readonly total: number;
  /** There are more than `total`. */
  readonly isTotalCapped: boolean;
  readonly next: string | undefined;
  readonly previous: string | undefined;
};

/** One page of issues, newest first; filter `state`. `forbidden`. */
export async function listIssues(
  deps: IssueDeps,
  actor: StaffActor,
  { filters, after, before }: WantedList,
): Promise<Outcome<IssuePage>> {
  const { db } = deps;
  const thing = { kind: 'newsletter-issue', id: 'list' };
  const refusal = await refuseAsStaff(deps, actor, { verb: 'newsletter.edit', thing });
  if (refusal) return refusal;
  const state = issueStates.find((known) => known === filters['state']);
  const isBackward = before !== undefined;
  const id = readCursor(before ?? after);
  const found = await listIssueRows(db, state, { id, isBackward, limit: perPage + 1 });
  const hasMore = found.length > perPage;
  const rows = isBackward ? found.slice(-perPage) : found.slice(0, perPage);
  const counts = await countRecipientsByIssue(
    db,
    rows.map((row) => row.id),
  );
  const total = await countIssues(db, state, maxCounted + 1);
  return ok({
    rows: rows.map((row) => ({ ...row, counts: countsOf(counts, row.id) })),
    total: Math.min(total, maxCounted),
    isTotalCapped: total > maxCounted,
    next: isBackward || hasMore ? toCursor(rows.at(-1)) : undefined,
    previous: id !== undefined && (!isBackward || hasMore) ? toCursor(rows[0]) : undefined,
  });
}

const readCursor = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

const toCursor = (row: { readonly id: number } | undefined) => row && String(row.id);
