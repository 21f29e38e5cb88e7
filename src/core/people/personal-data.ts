import { domainToUnicode } from 'node:url';
import type { Tx } from '../deps.ts';
import { emailField } from '../kernel/form-fields.ts';
import { toMailboxKey } from '../kernel/mailbox-key.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { ErasedRows } from '../kernel/personal-data.model.ts';
import { writeJson } from '../kernel/streamed-json.model.ts';
import type { StaffActor } from '../staff/model.ts';
import { listStoredAddresses } from './addresses.store.ts';
import type { PeopleDeps } from './deps.ts';

export type { ErasedRows } from '../kernel/personal-data.model.ts';

/** The result of erasing a person, or of trying it. */
export type Erasure = {
  /** The spellings of the mailbox that are stored, in lower case. */
  readonly addresses: readonly string[];
  readonly rows: readonly ErasedRows[];
};

/** Exports and erases what all modules keep of a person, on the person's request. */
export class PersonalDataRequests {
  readonly #deps: PeopleDeps;

  constructor(deps: PeopleDeps) {
    this.#deps = deps;
  }

  /**
   * Everything that is stored about the owner of the address, in any spelling of it, as the bytes of
   * a JSON file that are read while they are written. `forbidden`, `proof-needed`; `invalid` for what
   * is no address.
   */
  async exportPerson(
    actor: StaffActor,
    email: string,
  ): Promise<Outcome<AsyncIterable<Uint8Array>>> {
    const { db, clock } = this.#deps;
    const attempt = this.#toAttempt('person.export', email);
    const refusal = await this.#deps.staffActs.refuse(actor, attempt);
    if (refusal) return refusal;
    const addresses = await this.#listAddresses(email);
    if (!addresses) return failNoAddress;
    const parts = await Promise.all(
      this.#deps.personalData.map((part) => part.exportPerson(addresses)),
    );
    await this.#deps.audit.record(db, { ...attempt, actor });
    const exportedAt = clock().toISOString();
    return ok(writeJson({ exportedAt, addresses, ...Object.assign({}, ...parts) }));
  }

  /**
   * Returns what erasing the person would erase and keep; nothing is changed. `forbidden`,
   * `proof-needed`; `invalid` for what is no address.
   */
  async previewErasing(actor: StaffActor, email: string): Promise<Outcome<Erasure>> {
    const attempt = this.#toAttempt('person.erase', email);
    const refusal = await this.#deps.staffActs.refuse(actor, attempt);
    if (refusal) return refusal;
    const addresses = await this.#listAddresses(email);
    if (!addresses) return failNoAddress;
    let rows: readonly ErasedRows[] = [];
    const rehearsal = new Rehearsal();
    try {
      await this.#deps.db.transaction().execute(async (tx) => {
        rows = await this.#eraseRows(tx, addresses);
        throw rehearsal;
      });
    } catch (error) {
      if (error !== rehearsal) throw error;
    }
    return ok({ addresses, rows });
  }

  /**
   * Nothing of the person is left but what the answer says, table by table, with its reason. Files
   * are removed first: where that stops half-way, erasing once more finishes it. `conflict` while
   * an order is being paid or delivered; `forbidden`, `proof-needed`; `invalid` for what is no
   * address.
   */
  async erasePerson(actor: StaffActor, email: string): Promise<Outcome<Erasure>> {
    const attempt = this.#toAttempt('person.erase', email);
    const refusal = await this.#deps.staffActs.refuse(actor, attempt);
    if (refusal) return refusal;
    const addresses = await this.#listAddresses(email);
    if (!addresses) return failNoAddress;
    const unfinished = await this.#deps.listUnfinishedOrders(addresses);
    if (unfinished.length > 0) return failUnfinished(unfinished);
    await this.#removeFiles(addresses);
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      const rows = await this.#eraseRows(tx, addresses);
      const counts = rows.map(({ table, erased, kept }) => [table, { erased, kept }]);
      audit({ after: Object.fromEntries(counts) });
      return ok({ addresses, rows });
    });
  }

  async #eraseRows(tx: Tx, addresses: readonly string[]): Promise<ErasedRows[]> {
    const rows: ErasedRows[] = [];
    for (const part of this.#deps.personalData)
      rows.push(...(await part.erasePerson(tx, addresses)));
    return [...rows, ...passingRows];
  }

  async #removeFiles(addresses: readonly string[]): Promise<void> {
    for (const part of this.#deps.personalData)
      for (const key of (await part.listFiles?.(addresses)) ?? [])
        await this.#deps.files.remove(key);
  }

  /** The stored spellings of the mailbox, the given one among them; undefined for no address. */
  async #listAddresses(email: string): Promise<string[] | undefined> {
    const parsed = emailField().safeParse(email);
    if (!parsed.success) return undefined;
    const given = parsed.data.toLowerCase();
    const key = toMailboxKey(given);
    const domain = key.slice(key.lastIndexOf('@') + 1);
    const domains =
      domain === 'gmail.com' ? [domain, 'googlemail.com'] : [domain, domainToUnicode(domain)];
    const stored = await listStoredAddresses(this.#deps.db, key.slice(0, 1), domains);
    return [...new Set([given, ...stored.filter((address) => toMailboxKey(address) === key)])];
  }

  /** Entries of the audit log can't be erased, so they name a person by a keyed hash. */
  #toAttempt(verb: 'person.export' | 'person.erase', email: string) {
    const id = this.#deps.signer.sign(`person ${toMailboxKey(email)}`).slice(0, 16);
    return { verb, thing: { kind: 'person', id } } as const;
  }
}

/** Rolls back what an erasing would do. */
class Rehearsal extends Error {}

const failNoAddress = fail('invalid', 'Please give an email address like name@company.com.', {
  email: ['Please give an email address like name@company.com.'],
});

const failUnfinished = (numbers: readonly string[]) =>
  fail(
    'conflict',
    `Please finish or cancel what is under way first: ${numbers.join(', ')}. Nothing was erased.`,
  );

/** Tables that nobody can look up by a person, and those that end by themselves. */
const passingRows: readonly ErasedRows[] = [
  {
    table: 'rate_limit',
    erased: 0,
    kept: 0,
    note: 'Counters are stored under hashes without an address, and expire within a day.',
  },
  {
    table: 'jobs',
    erased: 0,
    kept: 0,
    note: 'A waiting job may contain the address until it has run, usually within seconds.',
  },
];
