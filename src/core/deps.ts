import type { GivenDeps } from './given-deps.ts';
import type { Audit } from './kernel/audit.ts';
import type { CaptchaCheck } from './kernel/captcha-check.ts';
import type { FileCleaning } from './kernel/file-cleaning.ts';
import type { OutgoingEvents } from './kernel/outgoing-events.ts';
import type { Passwords } from './kernel/password-hash.ts';
import type { Emails } from './kernel/queue-email.ts';
import type { Secrets } from './kernel/secrets.ts';
import type { SentForms } from './kernel/sent-forms.ts';
import type { StaffActs } from './kernel/staff-acts.ts';

export type * from './given-deps.ts';

/** What every module is given: the outside, and what the kernel builds over it once. */
export type Deps = GivenDeps & {
  readonly audit: Audit;
  readonly staffActs: StaffActs;
  readonly sentForms: SentForms;
  readonly emails: Emails;
  /** Tells other programs, by `webhooks`. */
  readonly events: OutgoingEvents;
  readonly passwords: Passwords;
  readonly secrets: Secrets;
  readonly captchaCheck: CaptchaCheck;
  readonly fileCleaning: FileCleaning;
};
