/** Every email about an account, as a customer of our invention gets it. */
import type { Email } from '../deps.ts';
import type { accountEmailWords } from '../kernel/email-words-accounts.model.ts';
import type { Publisher } from '../kernel/email-layout.ts';
import * as emails from './emails.ts';

const owner = { id: 0, email: 'anna@example.com', name: 'Anna Berg', confirmed: true };
const token = 'sample';
const change = { newEmail: 'anna.berg@example.com', dedupeKey: 'sample' };

/** One of each, by the key of its words. */
export const buildSampleAccountEmails = (
  publisher: Publisher,
): Record<keyof typeof accountEmailWords, Email> => ({
  'account.confirm': emails.confirmationEmail(owner, token, publisher),
  'account.confirm-new': emails.confirmNewEmailEmail(owner, token, publisher),
  'account.change-requested': emails.emailChangeRequestedEmail(owner, change, publisher),
  'account.changed': emails.emailChangedEmail(owner, change, publisher),
  'account.exists': emails.accountExistsEmail(owner, publisher, new Date(0)),
  'account.reset': emails.passwordResetEmail(owner, token, publisher),
  'account.password-changed': emails.passwordChangedEmail(owner, 'sample', publisher),
  'account.deleted': emails.accountDeletedEmail(owner, 'sample', publisher),
});
