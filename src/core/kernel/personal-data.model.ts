/** Types of what modules keep of a person, and of what they erase on request. Types only. */
import type { Tx } from '../given-deps.ts';
import type { ExportedParts } from './streamed-json.model.ts';

/** A person as the modules know them: spellings of one mailbox, in lower case. */
export type PersonAddresses = readonly string[];

/** The outcome of the rows of a table when a person was erased. */
export type ErasedRows = {
  readonly table: string;
  readonly erased: number;
  /** Rows in which something of the person stays. */
  readonly kept: number;
  /** The erased rows, those that stay, and why. */
  readonly note: string;
};

/** The part of one module. */
export type PersonalData = {
  /** Everything that the module keeps; what may be long is read while the file is written. */
  readonly exportPerson: (addresses: PersonAddresses) => Promise<ExportedParts>;
  /** Files that go with the rows. They are removed first, so that a repeated erasing finds them. */
  readonly listFiles?: (addresses: PersonAddresses) => Promise<readonly string[]>;
  readonly erasePerson: (tx: Tx, addresses: PersonAddresses) => Promise<readonly ErasedRows[]>;
};
