import type { Database } from '#core/deps.ts';

/** What is counted over: our database, and the charges as the provider keeps them. */
export type CountSources = {
  readonly deps: { readonly db: Database };
  getPaypalCharges(): Promise<readonly { custom_id: string }[]>;
};

export type Inconsistencies = Record<
  | 'paid and not delivered'
  | 'delivered and not paid'
  | 'charged twice'
  | 'letters lost'
  | 'letters doubled'
  | 'wrong invoice numbers',
  number
>;

/** All zero: what may be lost or doubled, and was not. */
export const noInconsistencies: Inconsistencies = {
  'paid and not delivered': 0,
  'delivered and not paid': 0,
  'charged twice': 0,
  'letters lost': 0,
  'letters doubled': 0,
  'wrong invoice numbers': 0,
};

/** Holds the provider's ledger against our orders, and the Message-IDs that the mail server took against both. */
export async function countInconsistencies(
  at: CountSources,
  messageIds: readonly string[],
): Promise<Inconsistencies & { charges: number }> {
  const orders = await at.deps.db
    .selectFrom('purchase')
    .select(['id', 'state', 'number'])
    .execute();
  const charged = new Map<string, number>();
  for (const { custom_id } of await at.getPaypalCharges())
    charged.set(custom_id, (charged.get(custom_id) ?? 0) + 1);
  const grants = await at.deps.db.selectFrom('downloadGrant').select(['purchaseId']).execute();
  const sequences = (
    await at.deps.db
      .selectFrom('orderDocument')
      .select('sequence')
      .where('kind', '=', 'invoice')
      .orderBy('sequence')
      .execute()
  ).map(({ sequence }) => sequence);
  const receipts = messageIds.flatMap((id) => /<?(receipt-[^@>]+)/.exec(id)?.[1] ?? []);
  const paid = (id: number): boolean => charged.has(String(id));
  const has = (id: number): number => grants.filter(({ purchaseId }) => purchaseId === id).length;
  return {
    charges: charged.size,
    'paid and not delivered': orders.filter(
      ({ id, state }) => paid(id) && (state !== 'fulfilled' || has(id) !== 2),
    ).length,
    'delivered and not paid': orders.filter(({ id }) => !paid(id) && has(id) > 0).length,
    'charged twice': [...charged.values()].filter((times) => times > 1).length,
    'letters lost': orders.filter(
      ({ id, number }) => paid(id) && !receipts.includes(`receipt-${number}`),
    ).length,
    'letters doubled': receipts.length - new Set(receipts).size,
    'wrong invoice numbers':
      sequences.filter((sequence, i) => sequence !== i + 1).length +
      Math.abs(sequences.length - charged.size),
  };
}
