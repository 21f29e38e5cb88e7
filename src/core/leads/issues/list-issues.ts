import { refuseAsStaff } from '../../kernel/audit.ts';
import {
  readListStart,
  rowsPerListPage,
  toListPage,
  type ListPage,
} from '../../kernel/list-page.ts';
import { ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { WantedList } from '../../kernel/wanted-list.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { IssueDeps } from './deps.ts';
import { issueStates, type IssueRow } from './issue.model.ts';
import { countIssues, listIssueRows, listStoppedIssues } from './issues.store.ts';
import { countRecipientsByIssue, countsOf } from './recipients.store.ts';

/** Issues that stopped by themselves, with what the mail server said; the newest first. `forbidden`. */
export async function listStopped(deps: IssueDeps, actor: StaffActor) {
  const thing = { kind: 'newsletter-issue', id: 'list' };
  const refusal = await refuseAsStaff(deps, actor, { verb: 'newsletter.edit', thing });
  return refusal ?? ok(await listStoppedIssues(deps.db));
}

/** One page of issues, newest first; filter `state`. `forbidden`. */
export async function listIssues(
  deps: IssueDeps,
  actor: StaffActor,
  wanted: WantedList,
): Promise<Outcome<ListPage<IssueRow>>> {
  const { db } = deps;
  const thing = { kind: 'newsletter-issue', id: 'list' };
  const refusal = await refuseAsStaff(deps, actor, { verb: 'newsletter.edit', thing });
  if (refusal) return refusal;
  const state = issueStates.find((known) => known === wanted.filters['state']);
  const start = readListStart(wanted, 'none');
  const rows = await listIssueRows(db, state, { start, limit: rowsPerListPage + 1 });
  const ids = rows.map(({ id }) => id);
  const counts = await countRecipientsByIssue(db, ids);
  const counted = rows.map((row) => ({ ...row, counts: countsOf(counts, row.id) }));
  return ok(toListPage({ rows: counted, start, count: await countIssues(db, state) }));
}
