import type { Database, Tx } from '../deps.ts';
import type { ErasedRows, PersonAddresses, PersonalData } from '../kernel/personal-data.model.ts';
import { deleteTokensTo } from './one-time-tokens.store.ts';
import { deleteCustomers, listCustomersByEmails, type CustomerRow } from './customers.store.ts';
import { listSessionsOf } from './sessions.store.ts';

/** The accounts of a person, with their sessions. Passwords are exported for nobody. */
export class AccountPersonalData implements PersonalData {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the accounts with these addresses, and their sessions. */
  async exportPerson(addresses: PersonAddresses) {
    const customers = await listCustomersByEmails(this.#db, addresses);
    const ids = customers.map(({ id }) => id);
    return {
      accounts: customers.map(withoutPassword),
      sessions: await listSessionsOf(this.#db, ids),
    };
  }

  /** Deletes, in `tx`, the accounts with these addresses, their sessions and their links. */
  async erasePerson(tx: Tx, addresses: PersonAddresses): Promise<ErasedRows[]> {
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
  }
}

function withoutPassword(customer: CustomerRow): object {
  const { passwordHash: _, searchText: __, ...rest } = customer;
  return rest;
}
