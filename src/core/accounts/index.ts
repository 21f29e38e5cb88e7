import { PasswordChange } from './change-password.ts';
import { EmailChange } from './change-email.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { RateLimits } from './rate-limits.ts';
import { EmailConfirmation } from './confirm-email.ts';
import type { AccountDeps } from './deps.ts';
import { OneTimeTokens } from './one-time-tokens.ts';
import { PasswordReset } from './password-reset.ts';
import { AccountPersonalData } from './personal-data.ts';
import { Profile } from './profile.ts';
import { Registration } from './registration.ts';
import { Sessions } from './sessions.ts';

/**
 * Customers, their sessions and the links that they are emailed. A session's secret identifies the
 * customer; every function that changes an account takes the customer that was found with it.
 */
export class Accounts {
  readonly registration: Registration;
  readonly sessions: Sessions;
  readonly tokens: OneTimeTokens;
  readonly passwordReset: PasswordReset;
  readonly passwordChange: PasswordChange;
  readonly emailConfirmation: EmailConfirmation;
  readonly profile: Profile;
  readonly personalData: AccountPersonalData;
  readonly #emailChange: EmailChange;

  /** The work that accounts do in the background, by the name of its job. */
  readonly jobs = {
    'accounts.sendRegistrationEmail': (payload: { email: string; isRegistered: boolean }) =>
      this.registration.sendRegistrationEmail(payload),
    'accounts.sendPasswordResetEmail': (payload: { email: string }) =>
      this.passwordReset.sendEmail(payload),
    'accounts.startEmailChange': (payload: { customerId: number; email: string }) =>
      this.#emailChange.start(payload),
  };

  constructor(deps: AccountDeps) {
    const knownBrowsers = new KnownBrowsers(deps);
    const rateLimits = new RateLimits(deps, { knownBrowsers });
    const oneTimeTokens = new OneTimeTokens(deps);
    const emailChange = new EmailChange(deps, { oneTimeTokens });
    const tokenParts = { oneTimeTokens, rateLimits, emailChange };
    const emailConfirmation = new EmailConfirmation(deps, tokenParts);
    const sessions = new Sessions(deps, { knownBrowsers, rateLimits });
    const parts = { ...tokenParts, emailConfirmation, sessions };
    this.registration = new Registration(deps, parts);
    this.sessions = sessions;
    this.tokens = oneTimeTokens;
    this.passwordReset = new PasswordReset(deps, parts);
    this.passwordChange = new PasswordChange(deps, parts);
    this.emailConfirmation = emailConfirmation;
    this.profile = new Profile(deps, parts);
    this.personalData = new AccountPersonalData(deps.db);
    this.#emailChange = emailChange;
  }
}
