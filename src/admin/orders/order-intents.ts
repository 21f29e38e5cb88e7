import type { App } from '#core/app.ts';
import { readFieldId } from '#admin/frame/read-id.ts';
import { describeSending } from '#core/kernel/email-outcome.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { findLineFault, trimLine } from '#core/kernel/single-line.model.ts';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import { describeAfterPayment } from '#core/orders/delivery/promise.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { readIntent, type FieldValues } from '#site/form-fields.ts';
import { formatCount } from '#ui/format.ts';

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
  'add-file',
  'remove-file',
  'deliver',
] as const;
type Intent = (typeof intents)[number];

type Request = {
  readonly actor: StaffActor;
  readonly number: string;
  readonly fields: FieldValues;
  /** Of the same form. */
  readonly file: SubmittedForm['file'];
  readonly fileRefusal: SubmittedForm['fileRefusal'];
};

/** What is done for each intent, and what the next page says of it. */
const verbs: Readonly<
  Record<Intent, (orders: App['orders'], request: Request) => Promise<Outcome<string>>>
> = {
  'mark-paid': async ({ bankTransfers }, { actor, number }) => {
    const paid = await bankTransfers.confirmTransfer(actor, number);
    return paid.ok ? ok(`${number} is paid. ${describeAfterPayment(paid.value.promise)}`) : paid;
  },
  'close-transfer': async ({ bankTransfers }, { actor, number }) =>
    say(await bankTransfers.cancelTransfer(actor, number), `${number} is closed.`),
  renew: async ({ resendLinks }, { actor, number }) => {
    const sent = await resendLinks.resendLinksForStaff(actor, number);
    const what = 'The email with the new links';
    return sent.ok ? ok(`The downloads are renewed. ${describeSending(what, sent.value)}`) : sent;
  },
  sync: async ({ staff }, { actor, number }) =>
    say(await staff.syncOrder(actor, number), `PayPal was asked about ${number}.`),
  settle: async ({ staff }, { actor, number }) =>
    say(await staff.settleSecondPayment(actor, number), 'The second payment is settled.'),
  'settle-refund': async ({ staff }, { actor, number }) =>
    say(await staff.settleFailedRefunds(actor, number), 'The failed refund is settled.'),
  resend: async ({ staff }, { actor, number, fields }) => {
    const sent = await staff.resendEmail(actor, number, readFieldId(fields['email']));
    if (!sent.ok) return sent;
    const { to, delivery } = sent.value;
    return ok(describeSending(`The same email to ${to}`, delivery));
  },
  'issue-document': async ({ staff }, { actor, number, fields }) => {
    const issued = await staff.issueDocument(actor, number, fields['document'] || undefined);
    if (!issued.ok) return issued;
    const { number: document, delivery } = issued.value;
    return ok(describeSending(`The email with ${document} to the buyer`, delivery));
  },
  'add-file': ({ staff }, request) => addFile(staff, request),
  'remove-file': async ({ staff }, { actor, number, fields }) => {
    const id = readFieldId(fields['file']);
    return say(await staff.removeOrderFile(actor, number, id), 'The file was removed.');
  },
  deliver: async ({ staff }, { actor, number, fields }) => {
    const isForAlike = fields['alike'] === '1';
    const delivered = await staff.deliverOrder(actor, number, { isForAlike });
    return delivered.ok ? ok(describeDelivered(number, delivered.value)) : delivered;
  },
};

function describeDelivered(number: string, delivered: readonly string[]): string {
  if (delivered.length === 0) return `${number} was delivered before.`;
  const [first, ...others] = delivered;
  const all = others.length === 0 ? first : `${first} and ${formatCount(others.length, 'other')}`;
  return `${all} can be downloaded now. The links are emailed as soon as the files are ready.`;
}

/** Checks the file and gives it to the order; a refusal stands at its field. */
async function addFile(
  staff: App['orders']['staff'],
  { actor, number, fields, file, fileRefusal }: Request,
): Promise<Outcome<string>> {
  if (fileRefusal) return fileRefusal;
  if (!file) return fail('invalid', 'Choose a file.', { file: ['Choose a file.'] });
  const title = trimLine(fields['title'] ?? '');
  const fault = title === '' ? undefined : findLineFault(title);
  if (fault !== undefined) return fail('invalid', fault, { title: [fault] });
  const added = await staff.addOrderFile(actor, number, {
    path: file.path,
    fileName: file.name,
    ...(title ? { title } : {}),
    ...(fields['password'] ? { ownerPassword: fields['password'] } : {}),
  });
  if (!added.ok) return { ...added, errors: { file: [added.message] } };
  const kept = `“${added.value.title}” is ready. The buyer gets it when you deliver.`;
  return ok([kept, ...added.value.warnings].join(' '));
}

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
