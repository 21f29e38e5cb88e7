import type { Readable } from 'node:stream';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { InboxDeps } from './deps.ts';
import { findEnquiry } from './enquiry.store.ts';

/** A CV as it was uploaded: to be kept, not to be shown by a browser. */
export type OpenedCv = {
  readonly stream: Readable;
  readonly sizeBytes: number;
  readonly fileName: string;
  readonly mediaType: string;
};

/** Opens CVs for the owner. */
export class CvOpening {
  readonly #deps: InboxDeps;

  constructor(deps: InboxDeps) {
    this.#deps = deps;
  }

  /**
   * The CV of an application; that it was opened is in the audit log. `not-found` for everybody who
   * may not open it as well: an id tells nobody that there is one. `gone` where the application had
   * one whose file is not among the store's files any more; throws while these can't be read.
   */
  async openCv(actor: StaffActor, id: number): Promise<Outcome<OpenedCv>> {
    const { db, files } = this.#deps;
    const attempt = { verb: 'cv.open', thing: { kind: 'enquiry', id: String(id) } } as const;
    if (await this.#deps.staffActs.refuse(actor, attempt)) return failNotFound;
    const enquiry = await findEnquiry(db, id);
    const key = enquiry?.cvKey;
    if (!enquiry || !key) return failNotFound;
    const sizeBytes = await files.getSizeBytes(key);
    const stream = sizeBytes === undefined ? undefined : await files.read(key);
    if (sizeBytes === undefined || !stream) return failMissing;
    await this.#deps.audit.record(db, { ...attempt, actor });
    const fileName = enquiry.cvName ?? 'cv';
    return ok({ stream, sizeBytes, fileName, mediaType: enquiry.cvType ?? '' });
  }
}

const failMissing = fail(
  'gone',
  'The file of this CV is missing among the store’s files. It may be in a backup of them.',
);
const failNotFound = fail('not-found', 'There is no such CV.');
