import type { Tx } from '../deps.ts';
import { fail, type Refusal } from '../kernel/outcome.model.ts';
import { lockActiveOwners, type StaffRow } from './staff.store.ts';

/** `conflict` if this person is the only owner who can sign in: the store would have none. */
export async function keepOneOwner(tx: Tx, staff: StaffRow): Promise<Refusal | undefined> {
  const owners = await lockActiveOwners(tx);
  return owners.every(({ id }) => id === staff.id) && owners.length > 0
    ? fail('conflict', 'The last owner can’t be removed: make somebody else an owner first.')
    : undefined;
}
