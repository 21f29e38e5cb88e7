import { z } from 'zod';
import type { Tx } from '../deps.ts';
import { fail } from '../kernel/outcome.model.ts';
import type { AuditRow } from './audit-log.store.ts';
import { changeRole, enable } from './members.ts';
import { roles } from './model.ts';
import { lockActiveOwners, lockStaff, type StaffRow } from './staff.store.ts';
import type { UndoHandlers } from './undo.model.ts';

const roleChangeSchema = z.object({ before: z.enum(roles), after: z.enum(roles) });
const changedSince = fail('conflict', 'This person has changed since.');

/** Taking back what was done to people: a role, and being disabled. */
export const staffUndoHandlers: UndoHandlers = {
  'staff.change-role': async (tx, entry) => {
    const staff = await lockPerson(tx, entry);
    const change = roleChangeSchema.safeParse({
      before: readField(entry.before, 'role'),
      after: readField(entry.after, 'role'),
    });
    if (!staff || !change.success || staff.role !== change.data.after) return changedSince;
    return changeRole(tx, staff, change.data.before);
  },
  'staff.disable': async (tx, entry) => {
    const staff = await lockPerson(tx, entry);
    if (!staff || readField(entry.after, 'isDisabled') !== true) return changedSince;
    return enable(tx, staff);
  },
};

async function lockPerson(tx: Tx, { thingId }: AuditRow): Promise<StaffRow | undefined> {
  await lockActiveOwners(tx);
  return lockStaff(tx, Number(thingId));
}

const readField = (fields: unknown, name: string): unknown =>
  z.record(z.string(), z.unknown()).safeParse(fields).data?.[name];
