import type { Deps, Tx } from '../deps.ts';
import type { PersonalData } from '../kernel/personal-data.model.ts';
import { readWithoutIds } from '../kernel/row-pages.ts';
import type { ExportedParts } from '../kernel/streamed-json.model.ts';
import { exportLeadData } from './data-export.ts';
import {
  deleteSubscribers,
  eraseLeads,
  listCvKeys,
  listNotesAboutPerson,
} from './personal-data.store.ts';

/** Enquiries, applications with their CVs, and the newsletter of a person. */
export class LeadPersonalData implements PersonalData {
  readonly #deps: Pick<Deps, 'db' | 'clock'>;

  constructor(deps: Pick<Deps, 'db' | 'clock'>) {
    this.#deps = deps;
  }

  /** Returns what the person of an account may see of it: all but the notes of staff. */
  exportOwn(email: string): Promise<ExportedParts> {
    return exportLeadData(this.#deps.db, [email]);
  }

  async exportPerson(addresses: readonly string[]): Promise<ExportedParts> {
    const { db } = this.#deps;
    return {
      ...(await exportLeadData(db, addresses)),
      notesOfStaff: readWithoutIds((page) => listNotesAboutPerson(db, addresses, page)),
    };
  }

  listFiles(addresses: readonly string[]): Promise<string[]> {
    return listCvKeys(this.#deps.db, addresses);
  }

  async erasePerson(tx: Tx, addresses: readonly string[]) {
    const { clock } = this.#deps;
    const { leads, notes, answers, drafts } = await eraseLeads(tx, addresses, clock());
    return [
      {
        table: 'lead',
        erased: leads,
        kept: 0,
        note:
          'Names, addresses, everything that was typed, and CVs are erased. Kind, report, ' +
          'day and the consent are kept for statistics.',
      },
      { table: 'lead_note', erased: notes, kept: 0, note: 'Deleted.' },
      {
        table: 'lead_answer',
        erased: answers,
        kept: 0,
        note: 'Texts are erased. Who answered and when is kept for statistics.',
      },
      { table: 'typed_text', erased: drafts, kept: 0, note: 'Deleted.' },
      {
        table: 'subscriber',
        erased: await deleteSubscribers(tx, addresses),
        kept: 0,
        note: 'Deleted: no newsletter will be sent.',
      },
    ];
  }
}
