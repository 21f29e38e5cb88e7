import type { Database } from '../deps.ts';
import { findCustomer } from './customers.store.ts';
import type { Customer } from './model.ts';

export type AccountExport = {
  /** ISO 8601. */
  readonly createdAt: string;
  readonly confirmedAt: string | null;
};

/** What is stored about the customer beyond the profile. Throws for a deleted account. */
export async function exportAccountData(db: Database, { id }: Customer): Promise<AccountExport> {
  const row = await findCustomer(db, id);
  if (!row) throw new Error(`customer ${id} does not exist`);
  return {
    createdAt: row.createdAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
  };
}
