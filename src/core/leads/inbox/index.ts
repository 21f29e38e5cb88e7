import { EnquiryAnswers } from './answer-enquiry.ts';
import { EnquiryBulkChange } from './change-many.ts';
import type { InboxDeps } from './deps.ts';
import { EnquiryExport } from './export-enquiries.ts';
import { EnquiryList } from './list-enquiries.ts';
import { CvOpening } from './open-cv.ts';
import { EnquiryReading } from './read-enquiry.ts';
import { AnswerTemplates } from './templates.ts';
import { EnquiryBulkUndo } from './undo-many.ts';
import { undoWork } from './undo-work.ts';
import { EnquiryWork } from './work-on-enquiries.ts';

/** The inbox: what staff see of enquiries and do with them. */
export class Inbox {
  readonly enquiries: EnquiryList;
  readonly reading: EnquiryReading;
  readonly work: EnquiryWork;
  readonly answers: EnquiryAnswers;
  readonly templates: AnswerTemplates;
  readonly bulk: EnquiryBulkChange;
  readonly bulkUndo: EnquiryBulkUndo;
  readonly sheet: EnquiryExport;
  readonly cvs: CvOpening;
  /** Takes entries of the audit log back, by verb. */
  readonly undoHandlers = { 'enquiry.work': undoWork };

  constructor(deps: InboxDeps) {
    this.enquiries = new EnquiryList(deps);
    this.reading = new EnquiryReading(deps);
    this.work = new EnquiryWork(deps);
    this.answers = new EnquiryAnswers(deps);
    this.templates = new AnswerTemplates(deps);
    this.bulk = new EnquiryBulkChange(deps);
    this.bulkUndo = new EnquiryBulkUndo(deps);
    this.sheet = new EnquiryExport(deps);
    this.cvs = new CvOpening(deps);
  }
}
