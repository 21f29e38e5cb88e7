import type { Deps } from '../deps.ts';
import type { PersonalData } from '../kernel/personal-data.model.ts';
import { readWithoutIds } from '../kernel/row-pages.ts';
import { exportLeadData } from './data-export.ts';
import {
  deleteSubscribers,
  eraseLeads,
  listCvKeys,
  listNotesAboutPerson,
} from './personal-data.store.ts';

/** Enquiries, applications with their CVs, and the newsletter of a person. */
export const createLeadPersonalData = ({ db, clock }: Deps): PersonalData => ({
  exportPerson: async (addresses) => ({
    ...(await exportLeadData(db, addresses)),
    notesOfStaff: readWithoutIds((page) => listNotesAboutPerson(db, addresses, page)),
  }),
  listFiles: (addresses) => listCvKeys(db, addresses),
  erasePerson: async (tx, addresses) => {
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
      { table: 'lead_draft', erased: drafts, kept: 0, note: 'Deleted.' },
      {
        table: 'subscriber',
        erased: await deleteSubscribers(tx, addresses),
        kept: 0,
        note: 'Deleted: no newsletter will be sent.',
      },
    ];
  },
});
