import type { Faults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { Account } from './orders.ts';
import type { Webhooks } from './webhooks.ts';

/** Everything that a call of the counterpart may touch. */
export type Place = {
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly webhooks: Webhooks;
  readonly origin: string;
  /** `duplicates`: whether a call under a request id that is being worked on waits for it, or is refused. `lag`: how late the books are, in ms. */
  readonly account: Account & { duplicates: 'wait' | 'conflict'; lag: number };
  /** Access tokens that are good until a time of the counterpart's clock, and how many were handed out. */
  readonly tokens: { issued: number; readonly good: Map<string, number> };
  readonly busy: Map<string, Promise<void>>;
};
