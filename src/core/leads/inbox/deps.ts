import type { LongWork } from '../../kernel/long-work.ts';
import type { PersonOrder } from '../../orders/views/person-order.model.ts';
import type { LeadDeps } from '../deps.ts';

/** The dependencies of the inbox besides those of leads. */
export type InboxDeps = LeadDeps & {
  readonly longWork: LongWork;
  /** Orders placed with one of these addresses, newest first. */
  readonly listOrdersByEmails: (emails: readonly string[]) => Promise<readonly PersonOrder[]>;
  readonly getCurrency: () => Promise<string>;
};
