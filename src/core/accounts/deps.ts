import type { Deps, Tx } from '../deps.ts';
import type { Publisher } from '../kernel/email-layout.ts';

/** The dependencies of accounts: the outside, and other modules. */
export type AccountDeps = Deps & {
  readonly getPublisher: () => Promise<Publisher>;
  readonly getCountryName: (id: number) => Promise<string | undefined>;
  /** Queues, in `tx`, that guest orders placed with `email` become the customer's. */
  readonly queueGuestOrderAssignment: (
    tx: Tx,
    payload: { customerId: number; email: string },
  ) => Promise<void>;
};
