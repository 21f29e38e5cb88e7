import { createHash } from 'node:crypto';
import type { Tx } from '#core/deps.ts';
import type { OrderDeps, Terms } from '../deps.ts';
import { findTermsVersion, insertTermsVersion } from './terms.store.ts';

/**
 * In `tx`: stores the text that the buyer accepts, once, and answers what the order stores to name
 * it. Editing the policy later does not change it.
 */
export async function saveAcceptedTerms(
  tx: Tx,
  terms: Terms,
): Promise<{ termsTitle: string; termsHash: string }> {
  const hash = createHash('sha256').update(`${terms.title}\n${terms.html}`).digest('hex');
  const termsHash = hash.slice(0, 32);
  await insertTermsVersion(tx, termsHash, terms);
  return { termsTitle: terms.title, termsHash };
}

/** The terms that orders were placed under. */
export class AcceptedTerms {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** The text with this hash, for anybody, since it was public; undefined if no order has it. */
  async getAcceptedTerms(hash: string): Promise<Terms | undefined> {
    return /^[0-9a-f]{32}$/.test(hash) ? findTermsVersion(this.#deps.db, hash) : undefined;
  }
}
