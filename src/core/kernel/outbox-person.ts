import type { Database, Tx } from '../given-deps.ts';
import { eraseEmailsOfPerson, listEmailsOfPerson } from './outbox.store.ts';
import type { PersonalData } from './personal-data.model.ts';
import { readWithoutIds } from './row-pages.ts';

/** Emails to a person, and those to sales that repeat what the person typed. */
export class OutboxPersonalData implements PersonalData {
  readonly #db: Database;

  constructor({ db }: { readonly db: Database }) {
    this.#db = db;
  }

  exportPerson: PersonalData['exportPerson'] = async (addresses) => ({
    emails: readWithoutIds((page) => listEmailsOfPerson(this.#db, addresses, page)),
  });

  erasePerson: PersonalData['erasePerson'] = async (tx: Tx, addresses) => [
    {
      table: 'outbox_email',
      erased: await eraseEmailsOfPerson(tx, addresses),
      kept: 0,
      note:
        'Addresses, subjects and texts are erased, including those of notices to sales; ' +
        'waiting emails are not sent. That an email was sent, and when, is kept.',
    },
  ];
}
