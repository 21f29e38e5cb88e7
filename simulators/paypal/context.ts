import type { SimulatedDispute } from './disputes.ts';
import type { FaultPlan } from './fault-injection.ts';
import type { Ledger } from './ledger.ts';
import type { Transaction } from './transactions.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** Settings of the simulated account, changed by `POST /__sim/account`. */
export type AccountSettings = {
  /** An invoice id that was paid can't be paid again. */
  blockDuplicateInvoices: boolean;
  /** The payee's account is restricted. */
  restricted: boolean;
  /** Approved orders are kept for three days instead of three hours. */
  keepApproved: boolean;
  /** A second call under a request id in progress waits for the first, or is refused. */
  duplicates: 'wait' | 'conflict';
  /** Milliseconds after which a capture is in the list of transactions. */
  lag: number;
  /** A list of more transactions than this is refused, for a shorter span to be asked for. */
  listedTransactions: number;
};

/** Everything that a call of the simulator may use. */
export type SimulatorContext = {
  readonly ledger: Ledger;
  readonly faults: FaultPlan;
  readonly webhooks: WebhookSender;
  readonly origin: string;
  readonly account: AccountSettings;
  /** When access tokens end, by the simulator's clock, and how many were issued. */
  readonly tokens: { issuedCount: number; readonly expiresAt: Map<string, number> };
  /** Transactions that are listed beside the account's own orders, as they were given. */
  readonly plantedTransactions: Transaction[];
  /** By the dispute's id. */
  readonly disputes: Map<string, SimulatedDispute>;
  /** Calls in progress by operation, id and request id. */
  readonly inFlight: Map<string, Promise<void>>;
};
