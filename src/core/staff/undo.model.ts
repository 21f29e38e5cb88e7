import type { Tx } from '../deps.ts';
import type { AuditChange } from '../kernel/audit.ts';
import type { Outcome } from '../kernel/outcome.model.ts';
import type { AuditRow } from './audit-log.store.ts';
import type { StaffActor } from './model.ts';
import type { StaffVerb } from './verbs.model.ts';

/**
 * Takes one entry's change back, in the transaction of the entry that says so: checks that nothing
 * was changed since, and answers what changed now. `conflict` if it can't be undone.
 */
export type UndoHandler = ((
  tx: Tx,
  entry: AuditRow,
  /** Who takes it back. */
  actor: StaffActor,
) => Promise<Outcome<Pick<AuditChange, 'before' | 'after'>>>) & {
  /** False for entries of the verb that can't be undone; all can if it is missing. */
  readonly isUndoable?: (entry: AuditRow) => boolean;
};

/** By verb; what is missing can't be undone. */
export type UndoHandlers = Partial<Readonly<Record<StaffVerb, UndoHandler>>>;
