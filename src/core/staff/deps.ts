import type { Deps, Tx } from '../deps.ts';
import type { Publisher } from '../kernel/email-layout.ts';
import type { UndoHandlers } from './undo.model.ts';

/** The dependencies of `staff`: the outside, and other modules. */
export type StaffDeps = Deps & {
  /** Within a transaction by its own connection. */
  readonly getPublisher: (tx?: Tx) => Promise<Publisher>;
  /** How verbs of every module are taken back. */
  readonly undoHandlers: UndoHandlers;
};
