import { data } from 'react-router';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { refusalStatus } from '#src/refusal-status.ts';

/** The value; a refusal is thrown as an answer with its status, which the frame's page shows. */
export function valueOrThrow<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  // oxlint-disable-next-line typescript/only-throw-error -- React Router's way to answer another page
  throw data(null, { status: refusalStatus[outcome.code] });
}
