import { toMailboxKey } from '../../kernel/mailbox-key.ts';
import { EnquiryAnswers } from './answer-enquiry.ts';
import { EnquiryExport } from './export-enquiries.ts';
import { EnquiryBulkChange } from './change-many.ts';
import type { InboxDeps } from './deps.ts';
import { listEnquiriesOfMailbox } from './enquiry.store.ts';
import { EnquiryList } from './list-enquiries.ts';
import { CvOpening } from './open-cv.ts';
import { EnquiryReading } from './read-enquiry.ts';
import { AnswerTemplates } from './templates.ts';
import { EnquiryBulkUndo } from './undo-many.ts';
import { undoWork } from './undo-work.ts';
import { EnquiryWork } from './work-on-enquiries.ts';

/** The inbox: what staff see of enquiries and do with them. */
export function createInbox(deps: InboxDeps) {
  const list = new EnquiryList(deps);
  const reading = new EnquiryReading(deps);
  const work = new EnquiryWork(deps);
  const answers = new EnquiryAnswers(deps);
  const bulk = new EnquiryBulkChange(deps);
  const bulkUndo = new EnquiryBulkUndo(deps);
  const sheet = new EnquiryExport(deps);
  const cvs = new CvOpening(deps);
  return {
    list: list.list.bind(list),
    findNextOpen: list.findNextOpen.bind(list),
    exportEnquiries: sheet.exportEnquiries.bind(sheet),
    listOwners: list.listOwners.bind(list),
    getAnswerTimes: list.getAnswerTimes.bind(list),
    read: reading.read.bind(reading),
    /** All enquiries from the email address. The caller has checked that staff may see them. */
    listByEmail: (email: string) => listEnquiriesOfMailbox(deps.db, toMailboxKey(email)),
    assign: work.assign.bind(work),
    addNote: work.addNote.bind(work),
    setFollowUp: work.setFollowUp.bind(work),
    setState: work.setState.bind(work),
    changeMany: bulk.changeMany.bind(bulk),
    undoMany: bulkUndo.undoMany.bind(bulkUndo),
    /** Takes an entry of `enquiry.work` in the audit log back. */
    undoWork,
    getPlaceholderValues: answers.getPlaceholderValues.bind(answers),
    saveDraft: answers.saveDraft.bind(answers),
    sendAnswer: answers.sendAnswer.bind(answers),
    openCv: cvs.openCv.bind(cvs),
    templates: new AnswerTemplates(deps),
  };
}
