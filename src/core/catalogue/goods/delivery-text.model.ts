/** A delivery as a cell of a sheet has it, and back. Pure, safe in the browser. */
import type { Delivery } from './delivery.model.ts';

const wordsByKind: readonly (readonly [Exclude<Delivery['kind'], 'by-us'>, RegExp])[] = [
  ['files', /^(?:our |uploaded )?files?$/i],
  ['made', /^made$/i],
  ['none', /^(?:none|not for sale)$/i],
];

/** "by us within 10 days" */
const byUs = /^(?:delivered )?by[ -]us\b\D*(\d{1,3})?\D*$/i;

/** undefined for words that are none; 0 days if no number stands there. */
export function readDelivery(text: string): Delivery | undefined {
  const words = text.trim();
  const days = byUs.exec(words);
  if (days) return { kind: 'by-us', days: Number(days[1] ?? 0) };
  const kind = wordsByKind.find(([, pattern]) => pattern.test(words))?.[0];
  return kind && { kind };
}

export const writeDelivery = (delivery: Delivery): string =>
  delivery.kind === 'by-us' ? `by us within ${delivery.days} days` : delivery.kind;
