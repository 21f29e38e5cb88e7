import type { Email } from '../deps.ts';
import { renderEmailFrom, wordEmail, type Publisher } from '../kernel/email-layout.ts';
import { confirmationTokenHours, resetTokenMinutes } from './model.ts';
import { toDedupeKey } from '../kernel/secrets.ts';

type Recipient = { readonly email: string; readonly name: string };

/** The owner of an account. Strangers can open accounts with an address until it is confirmed. */
type Owner = Recipient & ({ readonly confirmed: boolean } | { readonly confirmedAt: Date | null });

const ifConfirmed = <T, U>(to: Owner, confirmed: T, unconfirmed: U): T | U =>
  ('confirmed' in to ? to.confirmed : to.confirmedAt !== null) ? confirmed : unconfirmed;

type EmailChangeNotice = { readonly newEmail: string; readonly dedupeKey: string };

/** To the address of a new account. */
export const confirmationEmail = (to: Recipient, token: string, publisher: Publisher): Email =>
  renderConfirmation(publisher, to, token, {
    words: 'account.confirm',
    button: 'Confirm email address',
    cause: 'create an account',
  });

/** To the new address that a customer asked for. */
export const confirmNewEmailEmail = (to: Recipient, token: string, publisher: Publisher): Email =>
  renderConfirmation(publisher, to, token, {
    words: 'account.confirm-new',
    button: 'Confirm new email address',
    cause: 'ask for this',
  });

type Confirmation = {
  readonly words: 'account.confirm' | 'account.confirm-new';
  readonly button: string;
  /**
   * A sentence about what the reader would have done: "If you did not …, you can ignore this
   * email."
   */
  readonly cause: string;
};

const renderConfirmation = (
  publisher: Publisher,
  to: Recipient,
  token: string,
  { words, button, cause }: Confirmation,
): Email =>
  renderEmailFrom(publisher, {
    to: to.email,
    dedupeKey: toDedupeKey('confirm', token),
    whenMailboxIsFull: 'hold',
    ...wordEmail(publisher, words, to.name, { store: publisher.name }),
    actions: [{ label: button, url: confirmationUrl(token, publisher) }],
    closing: [
      `The link works once and expires in ${confirmationTokenHours} hours. If you did not ` +
        `${cause}, you can ignore this email.`,
    ],
  });

/**
 * To the current address, when a customer asked for another one. An address that was never
 * confirmed isn't told the new one: a stranger may have typed both.
 */
export const emailChangeRequestedEmail = (
  to: Owner,
  { newEmail, dedupeKey }: EmailChangeNotice,
  publisher: Publisher,
): Email =>
  renderEmailFrom(publisher, {
    to: to.email,
    dedupeKey,
    whenMailboxIsFull: ifConfirmed(to, 'send', 'hold'),
    ...wordEmail(publisher, 'account.change-requested', to.name, {
      store: publisher.name,
      address: ifConfirmed(to, newEmail, 'another one'),
    }),
    actions: [{ label: 'Not you? Set a new password', url: forgotPasswordUrl(publisher) }],
  });

/** To the previous address, after the new one was confirmed. */
export const emailChangedEmail = (
  to: Owner,
  { newEmail, dedupeKey }: EmailChangeNotice,
  publisher: Publisher,
): Email =>
  renderEmailFrom(publisher, {
    to: to.email,
    dedupeKey,
    whenMailboxIsFull: ifConfirmed(to, 'send', 'hold'),
    ...wordEmail(publisher, 'account.changed', to.name, {
      store: publisher.name,
      address: ifConfirmed(to, newEmail, 'another one'),
    }),
    closing: ['If this was not you, please reply to this email right away.'],
  });

/**
 * To the owner of an address that somebody tried to use for another account. Each try is one email,
 * as it is for an address without an account, so that nobody learns from a full mailbox which it is.
 */
export const accountExistsEmail = (
  owner: Recipient & { readonly id: number },
  publisher: Publisher,
  now: Date,
): Email =>
  renderEmailFrom(publisher, {
    to: owner.email,
    dedupeKey: `account-exists-${owner.id}-${now.getTime()}`,
    whenMailboxIsFull: 'drop',
    ...wordEmail(publisher, 'account.exists', owner.name, { store: publisher.name }),
    actions: [{ label: 'Set a new password', url: forgotPasswordUrl(publisher) }],
    closing: [`If you remember your password, you can simply log in: ${publisher.origin}/login`],
  });

export const passwordResetEmail = (to: Owner, token: string, publisher: Publisher): Email =>
  renderEmailFrom(publisher, {
    to: to.email,
    dedupeKey: toDedupeKey('reset', token),
    whenMailboxIsFull: ifConfirmed(to, 'send', 'drop'),
    ...wordEmail(publisher, 'account.reset', to.name, { store: publisher.name }),
    actions: [
      { label: 'Set a new password', url: `${publisher.origin}/reset-password?token=${token}` },
    ],
    closing: [
      `The link works once and expires in ${resetTokenMinutes} minutes. If you did not ask for ` +
        'this, you can ignore this email: your password stays as it is.',
    ],
  });

export const passwordChangedEmail = (to: Owner, dedupeKey: string, publisher: Publisher): Email =>
  renderEmailFrom(publisher, {
    to: to.email,
    dedupeKey,
    whenMailboxIsFull: ifConfirmed(to, 'send', 'hold'),
    ...wordEmail(publisher, 'account.password-changed', to.name, { store: publisher.name }),
    closing: ['If this was not you, please also reply to this email, so that we can help.'],
    actions: [{ label: 'Not you? Set a new password', url: forgotPasswordUrl(publisher) }],
  });

/** The last email, to the address of a deleted account. */
export const accountDeletedEmail = (to: Owner, dedupeKey: string, publisher: Publisher): Email =>
  renderEmailFrom(publisher, {
    to: to.email,
    dedupeKey,
    whenMailboxIsFull: ifConfirmed(to, 'send', 'hold'),
    ...wordEmail(publisher, 'account.deleted', to.name, { store: publisher.name }),
    closing: [
      'We keep orders and invoices for as long as tax law requires. If this was not you, please ' +
        'reply to this email.',
    ],
  });

const confirmationUrl = (token: string, { origin }: Publisher): string =>
  `${origin}/confirm-email?token=${token}`;

const forgotPasswordUrl = ({ origin }: Publisher): string => `${origin}/forgot-password`;
