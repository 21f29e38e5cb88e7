import type { Deps, GivenDeps } from '../deps.ts';
import { Audit } from './audit.ts';
import { CaptchaCheck } from './captcha-check.ts';
import { FileCleaning } from './file-cleaning.ts';
import { OutgoingEvents } from './outgoing-events.ts';
import { Passwords } from './password-hash.ts';
import { Emails } from './queue-email.ts';
import { Secrets } from './secrets.ts';
import { SentForms } from './sent-forms.ts';
import { StaffActs } from './staff-acts.ts';

/** The parts that all modules share, each built once. */
export class Kernel {
  /** What every module is given. */
  readonly deps: Deps;

  constructor(given: GivenDeps) {
    const audit = new Audit(given);
    const secrets = new Secrets(given);
    const sentForms = new SentForms(given);
    this.deps = {
      ...given,
      audit,
      secrets,
      sentForms,
      staffActs: new StaffActs({ ...given, audit, sentForms }),
      emails: new Emails({ ...given, secrets }),
      events: new OutgoingEvents(given),
      passwords: new Passwords(given),
      captchaCheck: new CaptchaCheck(given),
      fileCleaning: new FileCleaning(given),
    };
  }
}
