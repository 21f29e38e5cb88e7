import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#core/deps.ts';

/**
 * The PostgreSQL that answers, as a number of its own. Transactions are numbered by each cluster for
 * itself, so that numbers from a restored dump say nothing there.
 */
export const thisCluster: RawBuilder<unknown> = sql.raw('(pg_control_system()).system_identifier');

/**
 * `dropped_tag` may lose what is before the floor afterwards: nobody stores a page with an older
 * snapshot any more, and who is storing one has ended. The floor is where the call before found the
 * oldest transaction that was open, so that a rendering has the time between two calls. False if
 * nothing that is kept can be judged by this cluster's transactions.
 */
export async function raiseFloor(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select cluster = ${thisCluster} as is_ours from kept_page_floor for update`.execute(tx);
  const isOurs = rows[0]?.isOurs ?? false;
  await sql`insert into kept_page_floor (cluster, floor, next_floor)
    select ${thisCluster}, oldest, oldest
      from pg_snapshot_xmin(pg_current_snapshot()) as oldest
    on conflict (is_it) do update set cluster = excluded.cluster,
      floor = case when kept_page_floor.cluster = excluded.cluster
        then kept_page_floor.next_floor else excluded.floor end,
      next_floor = case when kept_page_floor.cluster = excluded.cluster
        then greatest(kept_page_floor.next_floor, excluded.floor) else excluded.floor end
    `.execute(tx);
  return isOurs;
}
