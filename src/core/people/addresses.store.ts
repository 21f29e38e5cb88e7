import { sql } from 'kysely';
import type { Database } from '../deps.ts';

/**
 * Every address with this beginning and one of these domains that is stored anywhere, in lower case.
 * Reads whole tables: for what is done to one person now and then.
 */
export async function listStoredAddresses(
  db: Database,
  beginning: string,
  domains: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from (
      select lower(email) as address from lead
      union all select lower(email::text) from subscriber
      union all select lower(email::text) from customer
      union all select lower(email) from purchase
      union all select lower(email) from seat
      union all select lower(recipient) from outbox_email
    ) stored
    where starts_with(address, ${beginning}) and split_part(address, '@', 2) = any(${domains})
    order by address
  `.execute(db);
  return rows.map(({ address }) => address);
}
