import type { Refusal } from '#core/kernel/outcome.model.ts';
import { texts } from '#site/texts.ts';

/** The refusal as the buyer reads it: a provider that did not answer has a sentence of its own. */
export const describeCheckoutRefusal = (refusal: Refusal): Refusal =>
  refusal.code === 'provider-unreachable' ? { ...refusal, message: texts.checkoutError } : refusal;
