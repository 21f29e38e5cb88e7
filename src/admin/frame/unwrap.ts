import { data } from 'react-router';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { refusalInit } from '#site/refusal-response.ts';

/** The value of a read; a refusal is thrown as its response, which the frame shows. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw data(outcome.message, refusalInit(outcome));
}
