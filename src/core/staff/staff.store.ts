import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { DB } from '../kernel/database-types.ts';
import type { Role, StaffMember } from './model.ts';

export type StaffRow = Selectable<DB['staff']>;

export const findStaffByEmail = (db: Database | Tx, email: string): Promise<StaffRow | undefined> =>
  db.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirst();

/** Nobody else changes this person, their factors or their sessions until `tx` ends. */
export const lockStaff = (tx: Tx, id: number): Promise<StaffRow | undefined> =>
  tx.selectFrom('staff').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Owners who may sign in, locked: of two requests that take an owner away one waits. */
export const lockActiveOwners = (tx: Tx): Promise<{ id: number }[]> =>
  tx
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

/** The new person; undefined if somebody has the address already. */
export const insertStaff = (
  tx: Tx,
  staff: Insertable<DB['staff']>,
): Promise<StaffRow | undefined> =>
  tx
    .insertInto('staff')
    .values(staff)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();

export async function updateStaff(
  tx: Tx,
  id: number,
  change: Partial<Pick<StaffRow, 'name' | 'role' | 'passwordHash' | 'disabledAt'>>,
): Promise<void> {
  await tx.updateTable('staff').set(change).where('id', '=', id).execute();
}

export const hasStaff = async (db: Database | Tx): Promise<boolean> =>
  (await db.selectFrom('staff').select('id').limit(1).executeTakeFirst()) !== undefined;

const selectMembers = (db: Database) =>
  db
    .selectFrom('staff')
    .select(['id', 'email', 'name', 'role', 'createdAt', 'lastSeenAt', 'disabledAt'])
    .select((query) =>
      query
        .selectFrom('staffFactor')
        .select(
          sql<StaffMember['factors']>`coalesce(array_agg(distinct kind order by kind), '{}')`.as(
            'kinds',
          ),
        )
        .whereRef('staffFactor.staffId', '=', 'staff.id')
        .where('confirmedAt', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('factors'),
    );

export type MemberFilter = {
  readonly role?: Role | undefined;
  /** Part of a name or an address. */
  readonly text?: string | undefined;
  readonly isDisabled?: boolean | undefined;
};

/** By name. */
export const listMembers = (
  db: Database,
  { role, text, isDisabled }: MemberFilter,
  limit: number,
): Promise<StaffMember[]> =>
  selectMembers(db)
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'viewer'))
    .$if(isDisabled !== undefined, (query) =>
      query.where('disabledAt', isDisabled ? 'is not' : 'is', null),
    )
    .$if(text !== undefined, (query) =>
      query.where(sql`lower(name || ' ' || email)`, 'like', toPattern(text ?? '')),
    )
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit)
    .execute();

const toPattern = (text: string): string =>
  `%${text.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`;

export const findMember = (db: Database, id: number): Promise<StaffMember | undefined> =>
  selectMembers(db).where('id', '=', id).executeTakeFirst();
