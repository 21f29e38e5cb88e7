/** What the local counterpart remembers: orders and answers by request id, durable line by line. */
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type LocalOrder = {
  readonly id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  readonly unit: { custom_id?: string; invoice_id?: string; description?: string; amount: { currency_code: string; value: string } };
  readonly brand: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** The payer chose a card that will be declined. */
  badCard: boolean;
  readonly createdAt: string;
  capture?: { id: string; status: string };
  capturedAt?: string;
  refunds?: readonly { id: string; status: string; value: string }[];
};

export type Replay = { readonly status: number; readonly body: object };

/** Orders and replays survive a kill at any point: each change is appended and synced before it is answered. */
export class Ledger {
  readonly orders = new Map<string, LocalOrder>();
  readonly replays = new Map<string, Replay>();
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    mkdirSync(path.dirname(file), { recursive: true });
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) this.#take(line);
  }

  /** A last line that a kill cut in two was never answered: it is passed over. */
  #take(line: string): void {
    try {
      const { order, replay } = JSON.parse(line) as { order?: LocalOrder; replay?: [string, Replay] };
      if (order) this.orders.set(order.id, order);
      if (replay) this.replays.set(...replay);
    } catch {
      return;
    }
  }

  keep(order: LocalOrder, replay?: [string, Replay]): void {
    this.orders.set(order.id, order);
    if (replay) this.replays.set(...replay);
    appendFileSync(this.#file, `\n${JSON.stringify({ order, replay })}`, { flush: true });
  }

  remember(key: string, replay: Replay): void {
    this.replays.set(key, replay);
    appendFileSync(this.#file, `\n${JSON.stringify({ replay: [key, replay] })}`, { flush: true });
  }
}

/** 17 capital letters and digits, as PayPal's ids look. */
export function newId(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';
  return [...randomBytes(17)].map((byte) => letters[byte % letters.length]).join('');
}
