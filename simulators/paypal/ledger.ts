/** The simulator's memory: orders, and answers by request id, appended line by line. */
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type Money = { readonly currency_code: string; readonly value: string };
export type SimulatedRefund = {
  readonly id: string;
  readonly status: string;
  readonly value: string;
  readonly refundedAt?: string;
  /** When its status changed last. */
  readonly updatedAt?: string;
  readonly reason?: string | undefined;
  readonly custom_id?: string | undefined;
};

export type SimulatedItem = {
  readonly name: string;
  readonly description?: string | undefined;
  readonly sku?: string | undefined;
  readonly quantity?: string;
  readonly unit_amount?: Money;
  readonly tax?: Money | undefined;
};

export type SimulatedOrder = {
  readonly id: string;
  readonly status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  readonly unit: {
    readonly custom_id?: string | undefined;
    readonly invoice_id?: string | undefined;
    readonly description?: string | undefined;
    readonly amount: Money;
  };
  /** The goods that the approval page names. */
  readonly items?: readonly SimulatedItem[] | undefined;
  /** How the amount is made up. */
  readonly breakdown?: Readonly<Record<string, Money>> | undefined;
  readonly brand: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** The payer chose a card that will be declined. */
  readonly badCard: boolean;
  readonly createdAt: string;
  readonly approvedAt?: string;
  readonly capture?: { readonly id: string; readonly status: string; readonly reason?: string };
  readonly capturedAt?: string;
  readonly refunds?: readonly SimulatedRefund[];
};

/** The answer to a request id; `at` is the simulator's time. */
export type Replay = { readonly status: number; readonly body: object; readonly at: number };

/** Survives a kill at any point: each change is appended and synced before it is answered. */
export class Ledger {
  readonly orders = new Map<string, SimulatedOrder>();
  readonly replays = new Map<string, Replay>();
  readonly #file: string;
  #clockOffsetMs = 0;

  constructor(file: string) {
    this.#file = file;
    mkdirSync(path.dirname(file), { recursive: true });
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) this.#loadLine(line);
  }

  /** A last line that a kill cut in two was never answered, and is ignored. */
  #loadLine(line: string): void {
    try {
      const { order, replay } = JSON.parse(line) as {
        order?: SimulatedOrder;
        replay?: [string, Replay];
      };
      if (order) this.orders.set(order.id, order);
      if (replay) this.replays.set(...replay);
    } catch {
      return;
    }
  }

  /** The simulator's time: the machine's, advanced by `POST /__sim/clock`. */
  now(): number {
    return Date.now() + this.#clockOffsetMs;
  }

  advanceClock(ms: number): void {
    this.#clockOffsetMs += ms;
  }

  /** Stores an order, an answer, or both in one line, so that a kill keeps both or none. */
  save(order: SimulatedOrder | undefined, replay?: readonly [string, Replay]): void {
    if (order) this.orders.set(order.id, order);
    if (replay) this.replays.set(...replay);
    appendFileSync(this.#file, `\n${JSON.stringify({ order, replay })}`, { flush: true });
  }

  findOrderByCapture(id: string): SimulatedOrder | undefined {
    return [...this.orders.values()].find(({ capture }) => capture?.id === id);
  }
}

/** 17 capital letters and digits, as PayPal's ids look. */
export function newId(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';
  return [...randomBytes(17)].map((byte) => letters[byte % letters.length]).join('');
}
