import { data } from 'react-router';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import type { Factor } from '#core/staff/model.ts';
import { refusalStatus } from '#src/refusal-status.ts';

const factorNames: Readonly<Record<Factor['kind'], string>> = {
  passkey: 'Passkey',
  totp: 'App',
  recovery: 'Recovery codes',
};

/** "Passkey, App", or that there is none. */
export const describeFactors = ({
  factors,
}: {
  readonly factors: readonly Factor['kind'][];
}): string => factors.map((kind) => factorNames[kind]).join(', ') || 'None';

/** The value; a refused read is answered by the page of its status. */
export function orThrow<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw data(outcome.message, { status: refusalStatus[outcome.code] });
}

/** An id of an address; one that can't be has no page. */
export function readId(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
