/** Everything that makes a store write emails, through the verbs that forms call. */
import {
  getLicencePrice,
  specifiedLicences,
  type Licence,
} from '#core/catalogue/reports/licence.model.ts';
import type { Customer } from '#core/accounts/model.ts';
import { billing } from './billing.ts';
import { createCaptchaToken } from './captcha.ts';
import type { TestStore } from './four-stores.ts';
import { approvePayment, callPaypalControl } from './paypal.ts';
import { buyerSecret } from './test-buyer.ts';
import { createUploadedFile } from './uploaded-file.ts';
import { testProgram } from './test-staff.ts';
import { waitUntil } from './wait-until.ts';
import { waitUntilWorkIsDone } from './finished-work.ts';
import { createTestSecrets } from './test-kernel.ts';

let visitors = 0;
const newVisitor = () => ({
  clientIp: `198.51.100.${++visitors}`,
  userAgent: 'a test',
  pagePath: '/contact',
});
const must = <T>(outcome: { ok: true; value: T } | { ok: false; message: string }): T => {
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
};

/** Subjects of what a store without reports writes. */
export const visitorSubjects: readonly RegExp[] = [
  /^Contact enquiry \d+$/,
  /^We have received your message$/,
  /^Job application \d+$/,
  /^We have received your application$/,
  /^Reseller application \d+$/,
  /^We have received your reseller application$/,
  /^Please confirm your subscription to the /,
  /^You are subscribed to the /,
  /^Please confirm your email address$/,
  /^You already have an account$/,
  /^Set a new password for /,
  /^Your password was changed$/,
  /^Request to change your email address$/,
  /^Please confirm your new email address$/,
  /^Your email address was changed$/,
  /^Your account was deleted$/,
];

/** And of what one that sells writes beside it. */
export const salesSubjects: readonly RegExp[] = [
  /^Sample request/,
  /^Your sample: /,
  /^Discount request/,
  /^Your discount request: /,
  /^Pre-purchase enquiry/,
  /^Your question about /,
  /^Customization request/,
  /^Your customization request: /,
  /: how to pay$/,
  /was cancelled$/,
  /^Your receipt/,
  /^New download links/,
  /^You have a seat/,
  /^Edition 2 /,
  /^Refund of .+ for order/,
  /^Payment failed/,
];

/** Visitors write, subscribe, and open, change and close accounts. */
export async function causeVisitorEmails({ server }: TestStore): Promise<void> {
  const { app } = server;
  const person = { ...billing, phone: billing.mobile_no, message: 'A <b>question</b>' };
  const human = async () => ({ turnstile_token: await createCaptchaToken(server.captchaUrl) });
  const cv = createUploadedFile('cv.pdf', '%PDF-1.4\n%%EOF\n');
  const { leads } = app;
  must(
    await leads.forms.submitContact(
      { ...person, ...(await human()), privacy_policy: '1' },
      newVisitor(),
    ),
  );
  must(
    await leads.forms.submitResellerApplication(
      { ...person, ...(await human()), designation: 'Head', preciserequirement: 'Reports' },
      newVisitor(),
    ),
  );
  must(
    await leads.jobApplications.submit(
      { ...person, ...(await human()), email: 'jo@company.example', position: 'Analyst' },
      cv,
      newVisitor(),
    ),
  );
  must(
    await leads.newsletter.subscribe(
      { email: 'news@company.example', ...(await human()) },
      newVisitor(),
    ),
  );
  const { token } = await server.db
    .selectFrom('subscriber')
    .select('token')
    .executeTakeFirstOrThrow();
  await leads.newsletter.confirmSubscription(server.vault.open(token));
  await causeAccountEmails(server);
}

async function causeAccountEmails(server: TestStore['server']): Promise<void> {
  const { accounts } = server.app;
  const [email, newEmail] = ['kim@company.example', 'kim@elsewhere.example'];
  const [password, newPassword] = ['correct horse', 'battery staple'];
  const profile = { name: 'Kim', mobile_no: '+39 02 0000', address: 'Via 1' };
  const register = () =>
    accounts.registration.register({ ...profile, email, password }, newVisitor());
  must(await register());
  await waitUntilWorkIsDone(server.db);
  must(await register());
  must(await accounts.passwordReset.request({ email }, newVisitor()));
  await waitUntilWorkIsDone(server.db);
  const reset = await readToken(server, email, /new password/);
  must(await accounts.passwordReset.reset(reset, { password: newPassword }, newVisitor()));
  const { session } = must(
    await accounts.sessions.login({ email, password: newPassword }, newVisitor()),
  );
  const customer = (await accounts.sessions.getCurrentCustomer(session)) as Customer;
  must(
    await accounts.profile.save(customer, { ...profile, email: newEmail, present: newPassword }),
  );
  await waitUntilWorkIsDone(server.db);
  const confirm = await readToken(server, newEmail, /confirm/);
  must(
    await accounts.emailConfirmation.confirm(confirm, {
      customer,
      password: newPassword,
      clientIp: 'x',
    }),
  );
  const changed = (await accounts.sessions.getCurrentCustomer(session)) as Customer;
  must(await accounts.profile.deleteAccount(changed, { password: newPassword }));
  await waitUntilWorkIsDone(server.db);
}

async function readToken(
  { db, vault }: TestStore['server'],
  to: string,
  subject: RegExp,
): Promise<string> {
  const rows = await db
    .selectFrom('outboxEmail')
    .select(['subject', 'body'])
    .where('recipient', '=', to)
    .orderBy('id', 'desc')
    .execute();
  const text = createTestSecrets(vault).open(
    rows.find((row) => subject.test(row.subject))?.body.text ?? '',
  );
  return /token=([0-9a-f]{64})/.exec(text)?.[1] ?? '';
}

/** Visitors ask about a report, and buyers order it in every way, with what comes after. */
export async function causeOrderEmails(store: TestStore): Promise<void> {
  const { server, reports } = store;
  const [report] = reports;
  if (!report) throw new Error('the store has no report');
  const type = specifiedLicences
    .filter((one) => getLicencePrice(report.prices, one) !== undefined)
    .at(-1);
  const form = { ...billing, report_id: report.code, type: type as Licence };
  // The longest title has to fit into a subject.
  const [longest = report] = reports.toSorted((a, b) => b.title.length - a.title.length);
  for (const kind of ['sample', 'discount', 'inquiry', 'customization'] as const) {
    const turnstile_token = await createCaptchaToken(server.captchaUrl);
    const asked = {
      ...form,
      report_id: longest.code,
      email: `${kind}@company.example`,
      country: '+39',
      message: 'Why?',
    };
    const { forms } = server.app.leads;
    must(
      await forms.submitReportRequest(kind, { ...asked, turnstile_token }, newVisitor(), undefined),
    );
  }
  const { orders, catalogue } = server.app;
  const place = async (secret: string, changes: object) =>
    must(await orders.placement.placeOrder({ ...form, ...changes }, secret));
  const declined = await place('d'.repeat(64), { email: 'declined@company.example' });
  await failPayment(store, declined);
  const paid = await place(buyerSecret, { email: 'paid@company.example' });
  await approvePayment(paid.approvalUrl);
  await orders.checkoutReturn.completeCheckout(paid.providerId, buyerSecret);
  await waitUntilDelivered(server, paid.number);
  const reader = { name: 'Bo', email: 'bo@company.example' };
  must(await orders.own.inviteToSeat(paid.number, { browser: buyerSecret }, reader));
  await catalogue.editions.publishCorrected(report.id, 'a <typo> & more');
  await orders.resendLinks.resendLinksByEmail(paid.number, 'paid@company.example', 'v1');
  must(
    await orders.refunds.refundOrder(testProgram, paid.number, {
      amountCents: 100,
      reason: 'a reason',
    }),
  );
  await place('t'.repeat(64), { method: 'bank', email: 'transfer@company.example' });
  const closed = { method: 'bank', email: 'cancelled@company.example' };
  const cancelled = await place('c'.repeat(64), closed);
  must(await orders.bankTransfers.cancelTransfer(testProgram, cancelled.number));
  await waitUntilWorkIsDone(server.db);
}

/** The buyer reads that their payment is checked, and then it is declined. */
async function failPayment(
  { server }: TestStore,
  { approvalUrl, providerId }: { readonly approvalUrl: string; readonly providerId: string },
): Promise<void> {
  await callPaypalControl(server.paypalUrl, 'faults', { 'capture-outcome': ['declined'] });
  await approvePayment(approvalUrl);
  await server.db
    .updateTable('paymentAttempt')
    .set({ lastUnknownAnswerAt: new Date(Date.now() - 3_600_000) })
    .where('providerOrderId', '=', providerId)
    .execute();
  await server.app.orders.checkoutReturn.completeCheckout(providerId, 'd'.repeat(64));
}

const waitUntilDelivered = ({ db }: TestStore['server'], number: string) =>
  waitUntil(`order ${number} is delivered`, async () => {
    const { state } = await db
      .selectFrom('purchase')
      .select('state')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    return state === 'fulfilled';
  });
