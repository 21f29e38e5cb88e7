import type { App } from '#core/app.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { readIntent, type FieldValues } from '#site/form-fields.ts';

/** What can be done with an order by one button, without a page of its own. */
const intents = [
  'mark-paid',
  'close-transfer',
  'renew',
  'sync',
  'settle',
  'settle-refund',
  'resend',
  'issue-document',
] as const;
type Intent = (typeof intents)[number];

type Request = {
  readonly actor: StaffActor;
  readonly number: string;
  readonly fields: FieldValues;
};

/** What is done for each intent, and what the next page says of it. */
const verbs: Readonly<
  Record<Intent, (orders: App['orders'], request: Request) => Promise<Outcome<string>>>
> = {
  'mark-paid': async ({ bankTransfers }, { actor, number }) =>
    say(
      await bankTransfers.confirmTransfer(actor, number),
      `${number} is paid. Its files and its invoice will be emailed.`,
    ),
  'close-transfer': async ({ bankTransfers }, { actor, number }) =>
    say(await bankTransfers.cancelTransfer(actor, number), `${number} is closed.`),
  renew: async ({ resendLinks }, { actor, number }) =>
    say(
      await resendLinks.resendLinksForStaff(actor, number),
      'The downloads are renewed. The new links will be emailed.',
    ),
  sync: async ({ staff }, { actor, number }) =>
    say(await staff.syncOrder(actor, number), `PayPal was asked about ${number}.`),
  settle: async ({ staff }, { actor, number }) =>
    say(await staff.settleSecondPayment(actor, number), 'The second payment is settled.'),
  'settle-refund': async ({ staff }, { actor, number }) =>
    say(await staff.settleFailedRefunds(actor, number), 'The failed refund is settled.'),
  resend: async ({ staff }, { actor, number, fields }) => {
    const emailId = Number(fields['email']);
    return Number.isSafeInteger(emailId)
      ? say(await staff.resendEmail(actor, number, emailId), 'The email will be sent again.')
      : fail('not-found', 'There is no such email.');
  },
  'issue-document': async ({ staff }, { actor, number, fields }) => {
    const issued = await staff.issueDocument(actor, number, fields['document'] || undefined);
    return issued.ok ? ok(`${issued.value.number} will be emailed to the buyer.`) : issued;
  },
};

const say = (outcome: Outcome<unknown>, message: string): Outcome<string> =>
  outcome.ok ? ok(message) : outcome;

/** Does what the form's `intent` names; `malformed` for another text. Answers what to say of it. */
export async function doOrderIntent(
  orders: App['orders'],
  request: Request,
): Promise<Outcome<string>> {
  const intent = readIntent(intents, request.fields['intent']);
  if (!intent) return fail('malformed', 'We could not tell what to do, so nothing was changed.');
  return verbs[intent](orders, request);
}
