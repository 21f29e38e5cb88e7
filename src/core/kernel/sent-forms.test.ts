import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEnquiry } from '../../../test/support/test-enquiries.ts';
import { listEmailTexts } from '../../../test/support/test-accounts.ts';
import { openTestBuyer, type TestBuyer } from '../../../test/support/test-buyer.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import type { Outcome } from './outcome.model.ts';
import { forgetSentForms } from './sent-forms.ts';
import type { StaffActor } from '../staff/model.ts';

let buyer: TestBuyer;
let owner: StaffActor;
beforeAll(async () => {
  buyer = await openTestBuyer();
  owner = await addTestStaff(buyer.deps.db, 'owner');
});
afterAll(() => buyer?.close());

type Send<T> = (actor: StaffActor) => Promise<Outcome<T>>;

/** The owner as they send a form of a page that was just rendered. */
const openForm = (): StaffActor => ({
  ...owner,
  provedAt: buyer.deps.clock(),
  formKey: crypto.randomUUID(),
});

/** What a form is answered that comes twice at once, and again an hour later. */
async function sendThrice<T>(send: Send<T>): Promise<Outcome<T>[]> {
  const form = openForm();
  const atOnce = await Promise.all([send(form), send(form)]);
  buyer.advanceClock(3_600_000);
  const provedAt = buyer.deps.clock();
  return [...atOnce, await send({ ...form, provedAt })];
}

/** How many emails such a form sends to the address. */
async function countSent(email: string, send: Send<unknown>): Promise<number> {
  const count = async () => (await listEmailTexts(buyer, email)).length;
  const before = await count();
  for (const answer of await sendThrice(send)) expect(answer).toMatchObject({ ok: true });
  return (await count()) - before;
}

test('a form that comes again, at once or later, makes one thing, and each answer leads to it', async () => {
  const { content, leads, catalogue, webhooks, apiTokens } = buyer.app;
  const [{ slug: industry } = { slug: '' }] = await catalogue.industries.list();
  const service = { name: 'Advice', priority: '', image: '', description: '<p>Ask</p>' };
  const issue = { subject: 'May', preheader: '', body: '<p>News</p>', cards: '' };
  const post = { name: 'Tin in May', html: '<p>Tin</p>', state: 'draft', zone: 'UTC' };
  const fields = { slug: 'tin', description: 'Tin', position: '', pictogram: 'factory' };
  const said = { name: 'Bo', designation: 'Buyer', description: 'Good' };
  const ways: Readonly<Record<string, Send<unknown>>> = {
    question: (actor) => content.faqEditing.create(actor, { title: 'Twice?', html: '<p>No</p>' }),
    testimonial: (actor) => content.testimonialEditing.create(actor, said),
    service: (actor) => content.serviceEditing.create(actor, service),
    issue: (actor) => leads.issues.editing.create(actor, issue),
    post: (actor) => content.posts.editing.blogPost.create(actor, post),
    industry: (actor) => catalogue.industryEditing.create(actor, { name: 'Tin', ...fields }),
    report: (actor) =>
      catalogue.editing.drafts.create(actor, { code: 'ONCE-1', title: 'Tin', industry }),
    webhook: (actor) =>
      webhooks.endpoints.create(actor, { url: 'https://example.com/', events: ['order.paid'] }),
    token: (actor) => apiTokens.create(actor, { name: 'once', scopes: ['export'] }),
  };
  for (const [name, create] of Object.entries(ways)) {
    const [first, ...others] = await sendThrice(create);
    expect(first, name).toEqual({ ok: true, value: expect.anything() });
    expect(others, name).toEqual([first, first]);
  }
});

test('of two pages that take one name at once one has it, and the other hears of it', async () => {
  const { content, catalogue, webhooks } = buyer.app;
  const [{ slug: industry } = { slug: '' }] = await catalogue.industries.list();
  const post = { name: 'Zinc in May', html: '<p>Zinc</p>', state: 'draft', zone: 'UTC' };
  const zinc = { name: 'Zinc', slug: 'zinc', description: 'Zinc', position: '' };
  const endpoint = { url: 'https://example.com/zinc', events: ['order.paid'] };
  const ways: readonly Send<unknown>[] = [
    (actor) => content.posts.editing.blogPost.create(actor, post),
    (actor) => catalogue.industryEditing.create(actor, { ...zinc, pictogram: 'factory' }),
    (actor) => catalogue.editing.drafts.create(actor, { code: 'ZN-1', title: 'Zinc', industry }),
    (actor) => webhooks.endpoints.create(actor, endpoint),
  ];
  for (const create of ways) {
    const answers = await Promise.all([create(openForm()), create(openForm())]);
    expect(answers.map((one) => (one.ok ? 'made' : one.code)).toSorted()).toEqual([
      'invalid',
      'made',
    ]);
  }
});

test('two pages, or two people, make two things that look alike', async () => {
  const { faqEditing } = buyer.app.content;
  const form = { title: 'Again?', html: '<p>Yes</p>' };
  const other = await addTestStaff(buyer.deps.db, 'owner');
  const page = openForm();
  const made = [
    await faqEditing.create(page, form),
    await faqEditing.create(openForm(), form),
    await faqEditing.create({ ...other, formKey: page.formKey }, form),
  ];
  expect(new Set(made.map((one) => one.ok && one.value.id)).size).toBe(3);
});

test('what staff send goes out once by one form, and again by another', async () => {
  const email = 'once@sent.example';
  const { number } = await buyer.buyReport('single-user', { email });
  const { staff, resendLinks } = buyer.app.orders;
  const [receipt] = await buyer.deps.db
    .selectFrom('outboxEmail')
    .select('id')
    .where('recipient', '=', email)
    .execute();
  const ways: readonly Send<unknown>[] = [
    (actor) => staff.emails.resendEmail(actor, number, receipt?.id ?? 0),
    (actor) => staff.documents.issueDocument(actor, number),
    (actor) => resendLinks.resendLinksForStaff(actor, number),
  ];
  for (const send of ways) {
    expect(await countSent(email, send)).toBe(1);
    expect(await countSent(email, send)).toBe(1);
  }
  const { staffId } = await addTestStaff(buyer.deps.db, 'sales');
  const { email: colleague } = await buyer.deps.db
    .selectFrom('staff')
    .select('email')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow();
  const { invitations } = buyer.app.staff;
  expect(await countSent(colleague, (actor) => invitations.sendPasswordLink(actor, staffId))).toBe(
    1,
  );
  const invited = { email: 'new@sent.example', role: 'sales' };
  expect(await countSent(invited.email, (actor) => invitations.invite(actor, invited))).toBe(1);
  const change: Send<unknown> = (actor) =>
    buyer.app.orders.emailChange.changeOrderEmail(actor, number, 'other@sent.example');
  expect(await countSent('other@sent.example', change)).toBe(1);
});

test('a note that was sent twice is there once; the same words of another page are another one', async () => {
  const { inbox } = buyer.app.leads;
  const enquiry = await addEnquiry(buyer, 'asks@twice.example');
  await sendThrice((actor) => inbox.work.addNote(actor, enquiry, { body: 'Call him' }));
  await inbox.work.addNote(openForm(), enquiry, { body: 'Call him' });
  const read = await inbox.reading.read(owner, enquiry);
  expect(read.ok && read.value.notes).toHaveLength(2);
});

test('a form that was refused may be sent again', async () => {
  const { faqEditing } = buyer.app.content;
  const form = openForm();
  expect(await faqEditing.create(form, { title: '', html: '<p>Yes</p>' })).toMatchObject({
    code: 'invalid',
  });
  expect(await faqEditing.create(form, { title: 'Now?', html: '<p>Yes</p>' })).toMatchObject({
    ok: true,
  });
});

test('what is shown once is nowhere in clear, and answers are forgotten after three months', async () => {
  const created = await buyer.app.apiTokens.create(openForm(), {
    name: 'sealed',
    scopes: ['export'],
  });
  const { db } = buyer.deps;
  const rows = await db.selectFrom('sentForm').selectAll().execute();
  expect(created).toMatchObject({ ok: true });
  expect(JSON.stringify(rows)).not.toContain(created.ok && created.value);
  expect(rows.every(({ answer }) => answer?.startsWith('s1.'))).toBe(true);
  const [old] = rows;
  await db
    .updateTable('sentForm')
    .set({ sentAt: new Date(Date.now() - 91 * 86_400_000) })
    .where('key', '=', old?.key ?? '')
    .execute();
  await forgetSentForms(db);
  const left = await db.selectFrom('sentForm').select('key').execute();
  expect(left.length).toBe(rows.length - 1);
});
