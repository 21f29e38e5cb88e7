import { z } from 'zod';
import type { Tx } from '../../deps.ts';
import type { LoggedChange } from '../../kernel/logged-change.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import { issueStates } from './issue.model.ts';
import { fromAuditFields, toAuditFields, writeContent } from './issues.ts';
import { lockIssue, setIssueState } from './issues.store.ts';
import { describeState } from './send-issue.ts';

type Undone = Outcome<{ before: object; after: object }>;

const contentSchema = z
  .object({
    subject: z.string(),
    preheader: z.string(),
    body: z.string(),
    cards: z.string(),
    industries: z.string(),
  })
  .partial();
const revisionSchema = z.object({ revision: z.number() });
const stateSchema = z.object({ state: z.enum(issueStates), sendAt: z.string().optional() });

const changedSince = fail('conflict', 'This issue was changed since.');

/**
 * The draft says what it said before the entry. `conflict` for anything but a change of a draft, and
 * where the issue was changed since.
 */
export async function undoEdit(tx: Tx, entry: LoggedChange, now: Date): Promise<Undone> {
  const before = contentSchema.safeParse(entry.before).data ?? {};
  const written = revisionSchema.safeParse(entry.after).data;
  if (!written || Object.keys(before).length === 0)
    return fail('conflict', 'Only a change of a text can be taken back.');
  const issue = await lockIssue(tx, Number(entry.thingId));
  if (issue?.state !== 'draft' || issue.revision !== written.revision) return changedSince;
  const current = toAuditFields(issue);
  const restored = { ...current, ...before };
  await writeContent(tx, issue.id, fromAuditFields(restored), now);
  return ok({ before: current, after: { ...before, revision: issue.revision + 1 } });
}

/** A schedule is taken back, or stands again. `conflict` where the issue was sent, or is on its way. */
export async function undoSend(tx: Tx, entry: LoggedChange, now: Date): Promise<Undone> {
  const before = stateSchema.safeParse(entry.before).data;
  const after = stateSchema.safeParse(entry.after).data;
  const isPlan = (state: string | undefined) => state === 'draft' || state === 'scheduled';
  if (!before || !after || !isPlan(before.state) || !isPlan(after.state))
    return fail('conflict', 'What was sent can’t be taken back.');
  const issue = await lockIssue(tx, Number(entry.thingId));
  if (!issue || issue.state !== after.state) return changedSince;
  const sendAt = before.sendAt === undefined ? null : new Date(before.sendAt);
  if (sendAt && sendAt <= now) return fail('conflict', 'The time of that schedule has passed.');
  await setIssueState(tx, issue.id, { state: before.state, sendAt });
  return ok({ before: describeState(issue), after: describeState({ ...before, sendAt }) });
}
