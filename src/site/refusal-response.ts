import { data } from 'react-router';
import { comparePlaces } from '#core/kernel/compare-places.model.ts';
import { fail, type Refusal } from '#core/kernel/outcome.model.ts';
import { refusalStatus } from '#src/faults/refusal-status.ts';
import type { AcceptedForm, FieldErrors, FieldValues, RejectedForm } from './form-fields.ts';

/** Pages whose address holds a secret send it to no other site. */
export const sameOriginReferrer = { 'referrer-policy': 'same-origin' };

/** A page was sent a form that it doesn't have. */
export const unknownForm: Refusal = fail(
  'malformed',
  'We could not tell what this form is for, so nothing was changed. Please try again.',
);

type Headers = Readonly<Record<string, string>>;

/** Says that the refused page would be answered after a proof of identity. */
export const proofNeededHeader = 'x-proof-needed';

/** HTTP status and headers for a refusal, with the seconds until another try makes sense. */
export const refusalInit = (
  { code, retryAfterSeconds }: Pick<Refusal, 'code' | 'retryAfterSeconds'>,
  headers: Headers = {},
): { status: number; headers: Record<string, string> } => ({
  status: refusalStatus[code],
  headers: {
    ...headers,
    ...(code === 'proof-needed' ? { [proofNeededHeader]: '1' } : {}),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  },
});

/**
 * A form was accepted: the page shows `message`. `intent` names the form if a page has several.
 */
export const respondAccepted = (
  message: string,
  { intent, headers = {} }: { intent?: string; headers?: Headers } = {},
) =>
  data<AcceptedForm>(
    { ok: true, message, ...(intent === undefined ? {} : { intent }) },
    { headers: { ...headers } },
  );

/**
 * A form was refused: the page shows it again with `values`, the errors and the refusal's status.
 */
export const respondRejected = (
  refusal: Refusal,
  values: FieldValues,
  { intent, headers = {} }: { intent?: string; headers?: Headers } = {},
) =>
  data<RejectedForm>(
    {
      ok: false,
      message: refusal.message,
      errors: orderErrors(refusal.errors ?? {}, values),
      values,
      ...(intent === undefined ? {} : { intent }),
    },
    refusalInit(refusal, headers),
  );

/** As the form has its fields, in whose order a browser sends them. */
function orderErrors(errors: FieldErrors, values: FieldValues): FieldErrors {
  const compare = comparePlaces(Object.keys(values));
  return Object.fromEntries(Object.entries(errors).toSorted(([a], [b]) => compare(a, b)));
}
