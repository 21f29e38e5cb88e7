import type { FaultPlan } from './fault-injection.ts';
import type { Ledger } from './ledger.ts';
import type { AccountSettings } from './orders.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** Everything that a call of the counterpart may touch. */
export type SimulatorContext = {
  readonly ledger: Ledger;
  readonly faults: FaultPlan;
  readonly webhooks: WebhookSender;
  readonly origin: string;
  /** `duplicates`: whether a call under a request id that is being worked on waits for it, or is refused. `lag`: how late the books are, in ms. */
  readonly account: AccountSettings & { duplicates: 'wait' | 'conflict'; lag: number };
  /** Access tokens that are good until a time of the counterpart's clock, and how many were handed out. */
  readonly tokens: { issuedCount: number; readonly expiresAt: Map<string, number> };
  readonly inFlight: Map<string, Promise<void>>;
};
