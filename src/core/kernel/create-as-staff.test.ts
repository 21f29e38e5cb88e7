import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { addEnquiry } from '../../../test/support/test-enquiries.ts';
import { listEmailTexts } from '../../../test/support/test-accounts.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import type { Outcome } from './outcome.model.ts';
import type { StaffActor } from '../staff/model.ts';

let testApp: TestApp;
let owner: StaffActor;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = { ...(await addTestStaff(testApp.deps.db, 'owner')), provedAt: testApp.deps.clock() };
});
afterAll(() => testApp?.close());

/** What two clicks at once are answered: the value, or the code of the refusal. */
async function clickTwice<T>(send: () => Promise<Outcome<T>>): Promise<(T | string)[]> {
  const answers = await Promise.all([send(), send()]);
  return answers.map((answer) => (answer.ok ? answer.value : answer.code));
}

test('what may look alike is made once by two clicks, and both lead to it', async () => {
  const { content, leads } = testApp.app;
  const service = { name: 'Advice', priority: '', image: '', description: '<p>Ask</p>' };
  const issue = { subject: 'May', preheader: '', body: '<p>News</p>', cards: '' };
  const ways: readonly (() => Promise<Outcome<{ id: number }>>)[] = [
    () => content.faqEditing.create(owner, { title: 'Twice?', html: '<p>No</p>' }),
    () =>
      content.testimonialEditing.create(owner, {
        name: 'Bo',
        designation: 'Buyer',
        description: 'Good',
      }),
    () => content.serviceEditing.create(owner, service),
    () => leads.issues.create(owner, issue),
  ];
  for (const create of ways) {
    const [first, second] = await clickTwice(create);
    expect(first).toMatchObject({ id: expect.any(Number) });
    expect(second).toEqual(first);
  }
});

test('the same is made again where it differs, by somebody else, or later', async () => {
  const { faqEditing } = testApp.app.content;
  const form = { title: 'Again?', html: '<p>Yes</p>' };
  const other = await addTestStaff(testApp.deps.db, 'owner');
  const made = [
    await faqEditing.create(owner, form),
    await faqEditing.create(owner, { ...form, html: '<p>No</p>' }),
    await faqEditing.create(other, form),
  ];
  testApp.advanceClock(11_000);
  made.push(await faqEditing.create(owner, form));
  const [last = 0] = made.flatMap((one) => (one.ok ? one.value.id : [])).slice(-1);
  await faqEditing.moveToBin(owner, last);
  made.push(await faqEditing.create(owner, form));
  expect(new Set(made.map((one) => one.ok && one.value.id)).size).toBe(5);
});

test('of two clicks one takes the name, and the other hears of it', async () => {
  const { content, catalogue, webhooks } = testApp.app;
  const [{ slug: industry } = { slug: '' }] = await catalogue.listIndustries();
  const post = { name: 'Tin in May', html: '<p>Tin</p>', state: 'draft', zone: 'UTC' };
  const fields = { slug: 'tin', description: 'Tin', position: '', pictogram: '' };
  const ways: readonly (() => Promise<Outcome<unknown>>)[] = [
    () => content.posts.editing.blogPost.create(owner, post),
    () => catalogue.industryEditing.create(owner, { name: 'Tin', ...fields }),
    () => catalogue.editing.createReport(owner, { code: 'TWICE-1', title: 'Tin', industry }),
    () => webhooks.endpoints.create(owner, { url: 'https://example.com/', events: ['order.paid'] }),
  ];
  for (const create of ways) expect(await clickTwice(create)).toContain('invalid');
});

test('a note that was sent twice is there once, and an invitation goes out once', async () => {
  const { leads, staff } = testApp.app;
  const enquiry = await addEnquiry(testApp, 'asks@twice.example');
  await clickTwice(() => leads.inbox.addNote(owner, enquiry, { body: 'Call him' }));
  const read = await leads.inbox.read(owner, enquiry);
  expect(read.ok && read.value.notes).toHaveLength(1);
  const invited = { email: 'new@twice.example', role: 'sales' };
  expect(await clickTwice(() => staff.invitations.invite(owner, invited))).toEqual([
    undefined,
    undefined,
  ]);
  expect(await listEmailTexts(testApp, invited.email)).toHaveLength(1);
});
