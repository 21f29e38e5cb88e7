import type { Kysely } from 'kysely';
import type { DB } from '#core/kernel/database-types.ts';
import type { Role, StaffActor } from '#core/staff/model.ts';

/** A program that does the verbs of staff: nobody asks it for a role. */
export const testProgram = { programName: 'a test' } as const;

/** A member of staff who has proved their identity just now, with their row in the database. */
export async function addTestStaff(
  db: Kysely<DB>,
  role: Role,
  more: Partial<StaffActor> = {},
): Promise<StaffActor> {
  const email = `${role}-${Math.random().toString(36).slice(2, 10)}@staff.example`;
  const createdAt = new Date();
  const { id } = await db
    .insertInto('staff')
    .values({ email, name: `Test ${role}`, role, createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    staffId: id,
    name: `Test ${role}`,
    email,
    role,
    provedAt: createdAt,
    ip: '203.0.113.9',
    userAgent: 'test',
    requestId: 'test-request',
    ...more,
  };
}
