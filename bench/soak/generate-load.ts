/** One load in a process of its own: `node bench/soak/generate-load.ts <json>`. */
import type { Credentials, LoadContext } from './client.ts';
import { loads } from './loads/index.ts';

/** The order that the process gets. It prints its counts as JSON. */
export type LoadOrder = {
  readonly name: string;
  readonly origin: string;
  readonly reportCode: string;
  readonly durationMs: number;
  readonly credentials?: Credentials | undefined;
};

const order = JSON.parse(process.argv[2] ?? '{}') as LoadOrder;
const endsAt = performance.now() + order.durationMs;
const counts: Record<string, number> = {};
const context: LoadContext = {
  origin: new URL(order.origin),
  reportCode: order.reportCode,
  isOver: () => performance.now() > endsAt,
  durationMs: order.durationMs,
  credentials: order.credentials,
  count: (event) => void (counts[event] = (counts[event] ?? 0) + 1),
};

const end = (): never => {
  console.log(JSON.stringify(counts));
  process.exit(0);
};
// Requests that get no answer don't keep the process.
setTimeout(end, order.durationMs + 2000);
await loads.find(({ name }) => name === order.name)?.run(context);
end();
