/** A visitor's sentences after a form, by its outcome. Pure, safe in the browser. */
import {
  describeWait,
  fullMailboxReason,
  mailServerAwayReason,
  type EmailOutcome,
} from '../kernel/email-outcome.model.ts';
import type { LeadKind } from './lead-kinds.model.ts';
import { successMessages, type SubmissionResult } from './model.ts';

/** The answer to a form of this kind, of whose email to the visitor that became. */
export function describeSubmission(
  kind: LeadKind | 'newsletter',
  delivery: EmailOutcome,
): SubmissionResult {
  if (kind === 'sample') return { message: describeSample(delivery), note: '', delivery };
  const note = kind === 'newsletter' ? describeConfirmation(delivery) : describeReply(delivery);
  return { message: successMessages[kind], note, delivery };
}

type Settled = Exclude<EmailOutcome['kind'], 'held'>;

const sampleSentences: Readonly<Record<Settled, string>> = {
  queued: successMessages.sample,
  repeated: successMessages.sample,
  waiting: `Thank you. The sample is not in your mailbox yet: ${mailServerAwayReason}.`,
  sent:
    'You asked for this sample before, and it was emailed to you. If you do not find it, please ' +
    'look in your spam folder.',
  failed:
    'You asked for this sample before, and your mail server did not take our email. Please check ' +
    'the address, or write to us.',
  'left-out':
    'Thank you. Your request has arrived, but the sample could not be emailed. Please write to us.',
};

const replySentences: Readonly<Record<Settled, string>> = {
  queued: 'A confirmation is on its way to your mailbox.',
  repeated: 'A confirmation is on its way to your mailbox.',
  waiting: `A confirmation follows: ${mailServerAwayReason}.`,
  sent: 'It had arrived before, and we emailed you a confirmation then.',
  failed:
    'It had arrived before. Your mail server did not take our confirmation: please check the ' +
    'address.',
  'left-out': `No confirmation is emailed this time, since ${fullMailboxReason}.`,
};

const describeSample = (delivery: EmailOutcome): string =>
  delivery.kind === 'held'
    ? `Thank you. The sample goes to your mailbox ${describeWait(delivery.minutes)}: ` +
      `${fullMailboxReason}.`
    : sampleSentences[delivery.kind];

const describeReply = (delivery: EmailOutcome): string =>
  delivery.kind === 'held'
    ? `A confirmation goes to your mailbox ${describeWait(delivery.minutes)}.`
    : replySentences[delivery.kind];

/** The same for an address that is subscribed already, so that nobody learns whether it is. */
function describeConfirmation(delivery: EmailOutcome): string {
  const link = 'If you are new to the list, its link confirms your subscription.';
  if (delivery.kind === 'held')
    return `Our email goes to your mailbox ${describeWait(delivery.minutes)}. ${link}`;
  if (delivery.kind === 'repeated')
    return `We emailed you within the last hour, and send nothing new. ${link}`;
  if (delivery.kind === 'waiting') return `Our email follows: ${mailServerAwayReason}. ${link}`;
  if (delivery.kind === 'left-out')
    return `No email follows now, since ${fullMailboxReason}. Please try again later.`;
  return `An email is on its way to your mailbox. ${link}`;
}
