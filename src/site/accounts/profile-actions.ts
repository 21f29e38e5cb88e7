import { redirect, type RouterContextProvider } from 'react-router';
import type { Customer } from '#core/accounts/model.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { readIntent, type FieldValues } from '#site/form-fields.ts';
import { respondAccepted, respondRejected, unknownForm } from '#site/refusal-response.ts';

/** The logged-in customer and their session's secret; everybody else is redirected to the login. */
export async function requireCustomer(
  context: Readonly<RouterContextProvider>,
): Promise<{ customer: Customer; sessionSecret: string }> {
  const { sessionSecret } = context.get(visitContext);
  const customer = await context
    .get(appContext)
    .accounts.sessions.getCurrentCustomer(sessionSecret);
  if (!customer || sessionSecret === undefined)
    throw redirect(`${paths.login()}?from=${paths.profile()}`);
  return { customer, sessionSecret };
}

type ProfileForm = {
  readonly context: Readonly<RouterContextProvider>;
  readonly customer: Customer;
  readonly sessionSecret: string;
  readonly values: FieldValues;
};

/** The answer shows what was typed again, except passwords. */
function withoutPasswords(values: FieldValues): FieldValues {
  const { present: _, password: __, ...rest } = values;
  return rest;
}

const respondTo = (
  outcome: Outcome<{ message: string }>,
  { intent, values }: { intent: string; values: FieldValues },
) =>
  outcome.ok
    ? respondAccepted(outcome.value.message, { intent })
    : respondRejected(outcome, withoutPasswords(values), { intent });

async function endOtherSessions({ context, customer, sessionSecret }: ProfileForm) {
  await context.get(appContext).accounts.sessions.endOthers(customer, sessionSecret);
  return respondAccepted('All other sessions were logged out.', { intent: 'sessions' });
}

async function claimSeat({ context, customer, values }: ProfileForm) {
  const claimed = await context
    .get(appContext)
    .orders.joinLinks.claimSeat(customer, values['number'] ?? '');
  if (claimed.ok) throw redirect(claimed.value.path, 303);
  return respondRejected(claimed, values, { intent: 'seat' });
}

async function changePassword({ context, customer, values }: ProfileForm) {
  const visit = context.get(visitContext);
  const changed = await context
    .get(appContext)
    .accounts.passwordChange.change(customer, values, visit);
  if (!changed.ok)
    return respondRejected(changed, withoutPasswords(values), { intent: 'password' });
  visit.setLoginCookies(changed.value);
  return respondAccepted('Password changed. All other sessions were logged out.', {
    intent: 'password',
  });
}

async function deleteAccount({ context, customer, values }: ProfileForm) {
  const deleted = await context.get(appContext).accounts.profile.deleteAccount(customer, values);
  if (!deleted.ok) return respondRejected(deleted, withoutPasswords(values), { intent: 'remove' });
  context.get(visitContext).clearCookies();
  throw redirect(`${paths.login()}?gone=1`, 303);
}

async function saveProfile({ context, customer, values }: ProfileForm) {
  const saved = await context.get(appContext).accounts.profile.save(customer, values);
  return respondTo(saved, { intent: 'profile', values });
}

async function resendConfirmation({ context, customer, values }: ProfileForm) {
  const sent = await context.get(appContext).accounts.emailConfirmation.resend(customer);
  return respondTo(sent, { intent: 'confirm', values });
}

/** The forms of the profile page, by the value of their field `what`. */
const handlers = {
  profile: saveProfile,
  confirm: resendConfirmation,
  sessions: endOtherSessions,
  seat: claimSeat,
  password: changePassword,
  remove: deleteAccount,
} as const;
const intents = Object.keys(handlers) as (keyof typeof handlers)[];

/** Handles the profile page's form that its field `what` names; `malformed` for any other name. */
export async function handleProfileForm(context: Readonly<RouterContextProvider>) {
  const { customer, sessionSecret } = await requireCustomer(context);
  const { what, ...values } = context.get(visitContext).form.fields;
  const intent = readIntent(intents, what);
  if (intent === undefined) return respondRejected(unknownForm, withoutPasswords(values));
  return handlers[intent]({ context, customer, sessionSecret, values });
}
