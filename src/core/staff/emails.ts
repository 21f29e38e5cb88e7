import type { Email } from '../deps.ts';
import { greet, renderEmailFrom, type Publisher } from '../kernel/email-layout.ts';
import { hashSecret } from '../kernel/secrets.ts';
import { invitationDays } from './model.ts';

type Link = { readonly to: string; readonly url: string; readonly secret: string };

const toKey = (occasion: string, secret: string): string =>
  `staff-${occasion}-${hashSecret(secret).slice(0, 20)}`;

const linkRules =
  `The link works once and expires in ${invitationDays} days. ` +
  'If you did not expect this email, you can ignore it.';

/** To somebody who is to work in the back office. */
export const invitationEmail = ({ to, url, secret }: Link, publisher: Publisher): Email =>
  renderEmailFrom(publisher, {
    to,
    dedupeKey: toKey('invitation', secret),
    whenMailboxIsFull: 'send',
    subject: `Your invitation to the back office of ${publisher.name}`,
    opening: [
      greet(),
      `You are invited to work in the back office of ${publisher.name}. Choose your password, and ` +
        'then set up a second way to prove who you are: a passkey or an authenticator app.',
    ],
    actions: [{ label: 'Accept the invitation', url }],
    closing: [linkRules],
  });

/** To a member of staff who is to choose a new password. */
export const newPasswordEmail = ({ to, url, secret }: Link, publisher: Publisher): Email =>
  renderEmailFrom(publisher, {
    to,
    dedupeKey: toKey('password', secret),
    whenMailboxIsFull: 'send',
    subject: `Choose a new password for the back office of ${publisher.name}`,
    opening: [
      greet(),
      'Choose a new password with this link. To sign in you still need your passkey, your ' +
        'authenticator app or a recovery code.',
    ],
    actions: [{ label: 'Choose a password', url }],
    closing: [linkRules],
  });

/** To a member of staff whose way to sign in was changed, by whomever; `what` is a sentence. */
export const signInChangedEmail = (
  { to, name, what, key }: Record<'to' | 'name' | 'what' | 'key', string>,
  publisher: Publisher,
): Email =>
  renderEmailFrom(publisher, {
    to,
    dedupeKey: toKey('changed', key),
    whenMailboxIsFull: 'send',
    subject: `How you sign in to the back office of ${publisher.name} was changed`,
    opening: [greet(name), what],
    closing: ['If you did not expect this, tell an owner of the store right away.'],
  });
