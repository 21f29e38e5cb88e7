import type { Readable } from 'node:stream';
import { recordAudit, refuseAsStaff } from '../../kernel/audit.ts';
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
   * may not open it as well: an id tells nobody that there is one.
   */
  async openCv(actor: StaffActor, id: number): Promise<Outcome<OpenedCv>> {
    const { db, files } = this.#deps;
    const attempt = { verb: 'cv.open', thing: { kind: 'enquiry', id: String(id) } } as const;
    if (await refuseAsStaff(this.#deps, actor, attempt)) return failNotFound;
    const enquiry = await findEnquiry(db, id);
    const key = enquiry?.cvKey;
    const sizeBytes = key ? await files.getSizeBytes(key) : undefined;
    if (!enquiry || !key || sizeBytes === undefined) return failNotFound;
    await recordAudit(db, this.#deps, { ...attempt, actor });
    const stream = await files.read(key);
    if (!stream) return failNotFound;
    const fileName = enquiry.cvName ?? 'cv';
    return ok({ stream, sizeBytes, fileName, mediaType: enquiry.cvType ?? '' });
  }
}

const failNotFound = fail('not-found', 'There is no such CV.');
