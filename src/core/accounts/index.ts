import { PasswordChange } from './change-password.ts';
import { EmailChange } from './change-email.ts';
import { EmailConfirmation } from './confirm-email.ts';
import { exportAccountData } from './data-export.ts';
import { AccountDeletion } from './delete-account.ts';
import type { AccountDeps } from './deps.ts';
import { Login } from './login.ts';
import type { Customer } from './model.ts';
import { OneTimeTokens } from './one-time-tokens.ts';
import { PasswordReset } from './password-reset.ts';
import { createAccountPersonalData } from './personal-data.ts';
import { Profile } from './profile.ts';
import { Registration } from './registration.ts';
import { Sessions } from './sessions.ts';

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * Customers, their sessions and the links that they are emailed. A session's secret identifies the
 * customer; every function that changes an account takes the customer that was found with it.
 */
export function createAccounts(deps: AccountDeps) {
  const registration = new Registration(deps);
  const login = new Login(deps);
  const sessions = new Sessions(deps);
  const tokens = new OneTimeTokens(deps);
  const passwordReset = new PasswordReset(deps);
  const passwordChange = new PasswordChange(deps);
  const emailConfirmation = new EmailConfirmation(deps);
  const emailChange = new EmailChange(deps);
  const profile = new Profile(deps);
  const deletion = new AccountDeletion(deps);
  return {
    register: registration.register.bind(registration),
    login: login.login.bind(login),
    logout: sessions.logout.bind(sessions),
    getCurrentCustomer: sessions.getCurrentCustomer.bind(sessions),
    listSessions: sessions.list.bind(sessions),
    endOtherSessions: sessions.endOthers.bind(sessions),
    isTokenValid: tokens.isValid.bind(tokens),
    requestPasswordReset: passwordReset.request.bind(passwordReset),
    resetPassword: passwordReset.reset.bind(passwordReset),
    preparePasswordReset: passwordReset.prepareLink.bind(passwordReset),
    changePassword: passwordChange.change.bind(passwordChange),
    confirmEmail: emailConfirmation.confirm.bind(emailConfirmation),
    resendConfirmationEmail: emailConfirmation.resend.bind(emailConfirmation),
    saveProfile: profile.save.bind(profile),
    deleteAccount: deletion.delete.bind(deletion),
    exportData: (customer: Customer) => exportAccountData(deps.db, customer),
    personalData: createAccountPersonalData(deps),
    jobs: {
      'accounts.sendRegistrationEmail': registration.sendRegistrationEmail.bind(registration),
      'accounts.sendPasswordResetEmail': passwordReset.sendEmail.bind(passwordReset),
      'accounts.startEmailChange': emailChange.start.bind(emailChange),
    },
  };
}
