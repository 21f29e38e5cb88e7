import type { Email } from '../deps.ts';
import { renderEmailFrom, wordEmail, type Publisher } from '../kernel/email-layout.ts';
import type { Subscriber } from './subscribers.store.ts';

/** Asks the owner of the email to confirm the subscription; one an hour at most. */
export const newsletterConfirmationEmail = (
  subscriber: Subscriber,
  publisher: Publisher,
  now: Date,
): Email =>
  renderEmailFrom(publisher, {
    ...headOf(subscriber, publisher, now),
    ...wordEmail(publisher, 'newsletter.confirm', '', { store: publisher.name }),
    actions: [{ label: 'Confirm subscription', url: preferencesUrl(subscriber, publisher) }],
    closing: [
      'If you did not sign up, you can ignore this email: without your confirmation we send no ' +
        'newsletter.',
    ],
  });

/** To a subscriber whose address was entered again; one an hour at most. */
export const alreadySubscribedEmail = (
  subscriber: Subscriber,
  publisher: Publisher,
  now: Date,
): Email =>
  renderEmailFrom(publisher, {
    ...headOf(subscriber, publisher, now),
    subject: `You get the newsletter of ${publisher.name} already`,
    opening: [
      'Your address was entered in our newsletter form. You are on the list already, so there is ' +
        'nothing to do.',
    ],
    actions: [{ label: 'Choose industries', url: preferencesUrl(subscriber, publisher) }],
    closing: ['If you did not enter it, you can ignore this email: nothing has changed.'],
  });

/** The first email after the confirmation. */
export const newsletterWelcomeEmail = (
  { id, email, token }: Subscriber,
  publisher: Publisher,
  now: Date,
): Email =>
  renderEmailFrom(publisher, {
    to: email,
    whenMailboxIsFull: 'send',
    dedupeKey: `welcome-${id}-${now.getTime()}`,
    unsubscribeUrl: unsubscribeUrl(token, publisher),
    ...wordEmail(publisher, 'newsletter.welcome', '', { store: publisher.name }),
    actions: [{ label: 'See the newest reports', url: `${publisher.origin}/report-store` }],
  });

/** To an address that was entered in the form; one an hour at most. */
const headOf = ({ id, email, token }: Subscriber, publisher: Publisher, now: Date) =>
  ({
    to: email,
    whenMailboxIsFull: 'hold',
    dedupeKey: `newsletter-${id}-${Math.floor(now.getTime() / 3_600_000)}`,
    unsubscribeUrl: unsubscribeUrl(token, publisher),
  }) as const;

const preferencesUrl = ({ token }: Subscriber, { origin }: Publisher): string =>
  `${origin}/newsletter/${token}`;

const unsubscribeUrl = (token: string, { origin }: Publisher): string =>
  `${origin}/unsubscribe/${token}`;
