import { z } from 'zod';
import type { Tx } from '../../deps.ts';
import type { LoggedChange } from '../../kernel/logged-change.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { IssueDeps } from './deps.ts';
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

const changedSince = fail('conflict', 'This issue has changed since.');

/**
 * The draft says what it said before the entry. `conflict` for anything but a change of a draft, and
 * where the issue was changed since.
 */
async function undoEdit(tx: Tx, entry: LoggedChange, now: Date): Promise<Undone> {
  const edit = readEdit(entry);
  if (!edit) return fail('conflict', 'Only a change of a text can be undone.');
  const { before, revision } = edit;
  const issue = await lockIssue(tx, Number(entry.thingId));
  if (issue?.state !== 'draft' || issue.revision !== revision) return changedSince;
  const current = toAuditFields(issue);
  const restored = { ...current, ...before };
  await writeContent(tx, issue.id, fromAuditFields(restored), now);
  return ok({ before: current, after: { ...before, revision: issue.revision + 1 } });
}

/**
 * Returns an entry's words on a change of a draft; undefined for one that was added, deleted or
 * tested.
 */
function readEdit(entry: LoggedChange) {
  const before = contentSchema.safeParse(entry.before).data ?? {};
  const written = revisionSchema.safeParse(entry.after).data;
  return written && Object.keys(before).length > 0
    ? { before, revision: written.revision }
    : undefined;
}

/**
 * A schedule is undone or restored. `conflict` if the issue was sent, or is on its way.
 */
async function undoSend(tx: Tx, entry: LoggedChange, now: Date): Promise<Undone> {
  const plan = readPlan(entry);
  if (!plan) return fail('conflict', 'What was sent can’t be undone.');
  const { before, after } = plan;
  const issue = await lockIssue(tx, Number(entry.thingId));
  if (!issue || issue.state !== after.state) return changedSince;
  const sendAt = before.sendAt === undefined ? null : new Date(before.sendAt);
  if (sendAt && sendAt <= now) return fail('conflict', 'The time of that schedule has passed.');
  await setIssueState(tx, issue.id, { state: before.state, sendAt });
  return ok({ before: describeState(issue), after: describeState({ ...before, sendAt }) });
}

const isPlanned = ({ state }: { readonly state: string }): boolean =>
  state === 'draft' || state === 'scheduled';

/** Returns an entry's words on a schedule; undefined if something was sent, or stopped. */
function readPlan(entry: LoggedChange) {
  const before = stateSchema.safeParse(entry.before).data;
  const after = stateSchema.safeParse(entry.after).data;
  return before && after && isPlanned(before) && isPlanned(after) ? { before, after } : undefined;
}

/** Takes changes of issues back. */
export class IssueUndo {
  readonly #deps: Pick<IssueDeps, 'clock'>;

  constructor(deps: Pick<IssueDeps, 'clock'>) {
    this.#deps = deps;
  }

  /** By verb. */
  get handlers() {
    const { clock } = this.#deps;
    return {
      'newsletter.edit': Object.assign(
        (tx: Tx, entry: LoggedChange) => undoEdit(tx, entry, clock()),
        { isUndoable: (entry: LoggedChange) => readEdit(entry) !== undefined },
      ),
      'newsletter.send': Object.assign(
        (tx: Tx, entry: LoggedChange) => undoSend(tx, entry, clock()),
        { isUndoable: (entry: LoggedChange) => readPlan(entry) !== undefined },
      ),
    };
  }
}
