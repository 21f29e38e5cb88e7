import type { Deps } from '../deps.ts';
import type { PersonalData } from '../kernel/personal-data.model.ts';
import { deleteTokensTo } from './one-time-tokens.store.ts';
import { deleteCustomers, listCustomersByEmails, type CustomerRow } from './customers.store.ts';
import { listSessionsOf } from './sessions.store.ts';

/** The accounts of a person, with their sessions. Passwords are exported for nobody. */
export const createAccountPersonalData = ({ db }: Deps): PersonalData => ({
  exportPerson: async (addresses) => {
    const customers = await listCustomersByEmails(db, addresses);
    const ids = customers.map(({ id }) => id);
    return {
      accounts: customers.map(withoutPassword),
      sessions: await listSessionsOf(db, ids),
    };
  },
  erasePerson: async (tx, addresses) => {
    const ids = (await listCustomersByEmails(tx, addresses)).map(({ id }) => id);
    const sessions = await listSessionsOf(tx, ids);
    // An account may wait for the confirmation of another address than its own.
    const tokens = await deleteTokensTo(tx, addresses);
    await deleteCustomers(tx, ids);
    const note = 'Deleted.';
    return [
      { table: 'customer', erased: ids.length, kept: 0, note },
      { table: 'customer_session', erased: sessions.length, kept: 0, note },
      { table: 'one_time_token', erased: tokens, kept: 0, note },
    ];
  },
});

function withoutPassword(customer: CustomerRow): object {
  const { passwordHash: _, searchText: __, ...rest } = customer;
  return rest;
}
