import { Badge } from '#admin/frame/blocks.tsx';
import { stateWords } from '#admin/orders/order-words.ts';
import type { OrderState as State } from '#core/orders/order-states.model.ts';

/** The state of an order in words, as its list has it. */
export function OrderState({ state }: { readonly state: State }) {
  const [word, tone] = stateWords[state];
  return <Badge tone={tone}>{word}</Badge>;
}
