import type { OrderDeps } from '../deps.ts';
import { createHash } from 'node:crypto';
import type { Tx } from '#core/deps.ts';
import type { Terms } from '../deps.ts';

/** In `tx`: the text that is accepted is kept as it stands, once, and the order names it; editing the policy later changes nothing here. */
export async function saveAcceptedTerms(
  tx: Tx,
  { title, html }: Terms,
): Promise<{ termsTitle: string; termsHash: string }> {
  const hash = createHash('sha256').update(`${title}\n${html}`).digest('hex').slice(0, 32);
  await tx
    .insertInto('termsVersion')
    .values({ hash, title, html })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
  return { termsTitle: title, termsHash: hash };
}

export class AcceptedTerms {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** A text of the terms that some order was placed under; undefined where there is none. It was public when it was accepted. */
  async getAcceptedTerms(hash: string): Promise<Terms | undefined> {
    if (!/^[0-9a-f]{32}$/.test(hash)) return undefined;
    return this.#deps.db
      .selectFrom('termsVersion')
      .select(['title', 'html'])
      .where('hash', '=', hash)
      .executeTakeFirst();
  }
}
