import type { EmailOutcome } from '#core/kernel/email-outcome.model.ts';
import { describeSubmission } from '#core/leads/submission.model.ts';
import type { SubmissionResult } from '#core/leads/model.ts';
import { paths } from '#src/paths.ts';
import { isLeadFormKind, type LeadFormKind } from './submit-lead-form.ts';

/** The page that thanks for a form, and says what became of it. */
export const toThankYouPath = (
  from: string | undefined,
  form: LeadFormKind,
  { delivery }: SubmissionResult,
): string =>
  paths.thankYou(from, {
    form,
    email: delivery.kind,
    ...(delivery.kind === 'held' ? { minutes: delivery.minutes } : {}),
  });

const kinds = ['queued', 'repeated', 'left-out', 'sent', 'failed', 'waiting'] as const;

/** Returns the outcome of the form, from the address of its page; undefined if it does not say. */
export function readSubmission(query: URLSearchParams): SubmissionResult | undefined {
  const form = query.get('form') ?? '';
  const delivery = readDelivery(query);
  return delivery && isLeadFormKind(form) ? describeSubmission(form, delivery) : undefined;
}

function readDelivery(query: URLSearchParams): EmailOutcome | undefined {
  const minutes = query.get('minutes') ?? '';
  if (query.get('email') === 'held')
    return /^\d{1,3}$/.test(minutes) ? { kind: 'held', minutes: Number(minutes) } : undefined;
  const kind = kinds.find((known) => known === query.get('email'));
  return kind && { kind };
}
