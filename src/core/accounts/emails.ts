import { renderEmail } from '../kernel/email-layout.ts';
import type { Email } from '../deps.ts';
import { confirmationTokenHours, resetTokenMinutes } from './model.ts';

type Publisher = { readonly name: string; readonly origin: string };

export const confirmationEmail = (
  to: string,
  url: string,
  dedupeKey: string,
  { name, origin }: Publisher,
): Email =>
  renderEmail({
    to,
    publisher: name,
    origin,
    dedupeKey,
    subject: 'Please confirm your e-mail address',
    opening: [
      'Good day,',
      `an account at ${name} was opened with this address. Press the button to confirm that it is yours; your earlier orders with it then stand in your library.`,
    ],
    actions: [{ label: 'Confirm the address', url }],
    closing: [
      `The link works once, for ${confirmationTokenHours} hours. If you did not open an account, do nothing.`,
    ],
  });

/** To an address that a customer wants to use from now on. */
export const confirmNewAddressEmail = (
  to: string,
  url: string,
  dedupeKey: string,
  { name, origin }: Publisher,
): Email =>
  renderEmail({
    to,
    publisher: name,
    origin,
    dedupeKey,
    subject: 'Please confirm your new e-mail address',
    opening: [
      'Good day,',
      `a customer of ${name} gave this address as his new one. Press the button to confirm that it is yours; until then the old one serves.`,
    ],
    actions: [{ label: 'Confirm the new address', url }],
    closing: [
      `The link works once, for ${confirmationTokenHours} hours. If you did not ask for it, do nothing.`,
    ],
  });

/** To the old address, when another was given. */
export const addressChangeRequestedEmail = (
  to: string,
  newEmail: string,
  dedupeKey: string,
  { name, origin }: Publisher,
): Email =>
  renderEmail({
    to,
    publisher: name,
    origin,
    dedupeKey,
    subject: 'Another e-mail address was given for your account',
    opening: [
      'Good day,',
      `somebody who knows the password of your account at ${name} gave the address ${newEmail} for it. It serves once that address is confirmed; until then this one does.`,
    ],
    actions: [{ label: 'Not you? Set a new password', url: `${origin}/forgot-password` }],
  });

/** To the old address, once the new one serves. */
export const addressChangedEmail = (
  to: string,
  newEmail: string,
  dedupeKey: string,
  { name, origin }: Publisher,
): Email =>
  renderEmail({
    to,
    publisher: name,
    origin,
    dedupeKey,
    subject: 'Your e-mail address was changed',
    opening: [
      'Good day,',
      `your account at ${name} has the address ${newEmail} now. Letters go there from now on.`,
    ],
    closing: ['If that was not you, answer this letter at once.'],
  });

export const accountExistsEmail = (
  to: string,
  url: string,
  dedupeKey: string,
  { name, origin }: Publisher,
): Email =>
  renderEmail({
    to,
    publisher: name,
    origin,
    dedupeKey,
    subject: 'You have an account already',
    opening: [
      'Good day,',
      `somebody, probably you, tried to use this address for an account at ${name}. There is one with it already, and nothing was changed.`,
    ],
    actions: [{ label: 'Log in or set a new password', url }],
  });

export const passwordResetEmail = (
  to: string,
  url: string,
  dedupeKey: string,
  { name, origin }: Publisher,
): Email =>
  renderEmail({
    to,
    publisher: name,
    origin,
    dedupeKey,
    subject: 'Set a new password',
    opening: [
      'Good day,',
      'a new password was asked for. Press the button to set it; all other sessions end then.',
    ],
    actions: [{ label: 'Set a new password', url }],
    closing: [
      `The link works once, for ${resetTokenMinutes} minutes. If you did not ask for it, do nothing: your password stays as it is.`,
    ],
  });

export const passwordChangedEmail = (
  to: string,
  dedupeKey: string,
  { name, origin }: Publisher,
): Email =>
  renderEmail({
    to,
    publisher: name,
    origin,
    dedupeKey,
    subject: 'Your password was changed',
    opening: [
      'Good day,',
      'the password of your account was changed, and other sessions were ended.',
    ],
    closing: ['If that was not you, set a new password at once and write to us.'],
    actions: [{ label: 'Set a new password', url: `${origin}/forgot-password` }],
  });

/** The last one, to the address of an account that was deleted. */
export const accountDeletedEmail = (
  to: string,
  dedupeKey: string,
  { name, origin }: Publisher,
): Email =>
  renderEmail({
    to,
    publisher: name,
    origin,
    dedupeKey,
    subject: 'Your account is deleted',
    opening: [
      'Good day,',
      `your account at ${name} was deleted with its profile, its sessions and its links, as was asked with its password.`,
    ],
    closing: [
      'Orders and invoices stay for as long as the tax law asks. If that was not you, answer this letter.',
    ],
  });
