import type { Email } from '../deps.ts';
import { greet, renderEmailFrom, type Publisher } from '../kernel/email-layout.ts';
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
  renderEmailFrom(publisher, {
    to: to.email,
    dedupeKey: toDedupeKey('confirm', token),
    whenMailboxIsFull: 'hold',
    subject: 'Please confirm your email address',
    opening: [
      greet(to.name),
      `Thank you for creating an account at ${publisher.name}. Please confirm that this email ` +
        'address is yours. The orders that you placed with it will then be in your library.',
    ],
    actions: [{ label: 'Confirm email address', url: confirmationUrl(token, publisher) }],
    closing: [
      `The link works once and expires in ${confirmationTokenHours} hours. If you did not create ` +
        'an account, you can ignore this email.',
    ],
  });

/** To the new address that a customer asked for. */
export const confirmNewEmailEmail = (to: Recipient, token: string, publisher: Publisher): Email =>
  renderEmailFrom(publisher, {
    to: to.email,
    dedupeKey: toDedupeKey('confirm', token),
    whenMailboxIsFull: 'hold',
    subject: 'Please confirm your new email address',
    opening: [
      greet(to.name),
      `You asked us to use this email address for your account at ${publisher.name}. Please ` +
        'confirm that it is yours. Until then we keep using your current one.',
    ],
    actions: [{ label: 'Confirm new email address', url: confirmationUrl(token, publisher) }],
    closing: [
      `The link works once and expires in ${confirmationTokenHours} hours. If you did not ask ` +
        'for this, you can ignore this email.',
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
    subject: 'Request to change your email address',
    opening: [
      greet(to.name),
      `We received a request to change the email address of your account at ${publisher.name} to ` +
        `${ifConfirmed(to, newEmail, 'another one')}. Nothing changes until the new address is confirmed.`,
    ],
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
    subject: 'Your email address was changed',
    opening: [
      greet(to.name),
      `The email address of your account at ${publisher.name} is now ` +
        `${ifConfirmed(to, newEmail, 'another one')}. From now on we will write to you there.`,
    ],
    closing: ['If this was not you, please reply to this email right away.'],
  });

/** To the owner of an address that somebody tried to use for another account; one an hour. */
export const accountExistsEmail = (
  owner: Recipient & { readonly id: number },
  publisher: Publisher,
  now: Date,
): Email =>
  renderEmailFrom(publisher, {
    to: owner.email,
    dedupeKey: `account-exists-${owner.id}-${Math.floor(now.getTime() / 3_600_000)}`,
    whenMailboxIsFull: 'drop',
    subject: 'You already have an account',
    opening: [
      greet(owner.name),
      'Somebody, probably you, tried to use this email address for an account at ' +
        `${publisher.name}. You already have an account with it, and nothing was changed.`,
    ],
    actions: [{ label: 'Set a new password', url: forgotPasswordUrl(publisher) }],
    closing: ['If you remember your password, you can simply log in.'],
  });

export const passwordResetEmail = (to: Owner, token: string, publisher: Publisher): Email =>
  renderEmailFrom(publisher, {
    to: to.email,
    dedupeKey: toDedupeKey('reset', token),
    whenMailboxIsFull: ifConfirmed(to, 'send', 'drop'),
    subject: `Set a new password for ${publisher.name}`,
    opening: [
      greet(to.name),
      `We received a request to set a new password for your account at ${publisher.name}. ` +
        'Setting it logs you out in all other browsers.',
    ],
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
    subject: 'Your password was changed',
    opening: [
      greet(to.name),
      `The password of your account at ${publisher.name} was changed, and you were logged out in ` +
        'all other browsers.',
    ],
    closing: ['If this was not you, please also reply to this email, so that we can help.'],
    actions: [{ label: 'Not you? Set a new password', url: forgotPasswordUrl(publisher) }],
  });

/** The last email, to the address of a deleted account. */
export const accountDeletedEmail = (to: Owner, dedupeKey: string, publisher: Publisher): Email =>
  renderEmailFrom(publisher, {
    to: to.email,
    dedupeKey,
    whenMailboxIsFull: ifConfirmed(to, 'send', 'hold'),
    subject: 'Your account was deleted',
    opening: [
      greet(to.name),
      `As you asked, we deleted your account at ${publisher.name} with your profile and your ` +
        'sessions.',
    ],
    closing: [
      'We keep orders and invoices for as long as tax law requires. If this was not you, please ' +
        'reply to this email.',
    ],
  });

const confirmationUrl = (token: string, { origin }: Publisher): string =>
  `${origin}/confirm-email?token=${token}`;

const forgotPasswordUrl = ({ origin }: Publisher): string => `${origin}/forgot-password`;
