import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import {
  contactFields,
  getSalesEmail,
  listLeads,
  listQueuedEmails,
  newLeadVisitor,
} from '../../../test/support/test-leads.ts';

let testApp: TestApp;
let reportCode: string;
beforeAll(async () => {
  testApp = await openTestApp();
  reportCode = String((await testApp.app.catalogue.reports.list(1)).items[0]?.code);
});
afterAll(() => testApp?.close());

const submitContact = (form: object, visitor = newLeadVisitor()) =>
  testApp.app.leads.forms.submitContact({ ...form }, visitor);

describe('a contact form', () => {
  test('is stored with page and consent, and emailed to sales and the visitor', async () => {
    const email = 'one@example.com';
    expect((await submitContact(contactFields(email))).ok).toBe(true);
    const [lead] = await listLeads(testApp, email);
    expect(lead).toMatchObject({
      kind: 'contact',
      name: 'Zoë 😀 שלום',
      pagePath: '/contact',
      state: 'open',
    });
    expect(lead?.consent).toContain('I agree');
    expect(lead?.fields).toMatchObject({ message: 'A question\nin two lines' });
    const [visitorEmail] = await listQueuedEmails(testApp, email);
    expect(visitorEmail?.subject).toBe('We have received your message');
    const salesEmail = await getSalesEmail(testApp, lead?.id);
    expect(salesEmail.body).toMatchObject({ replyTo: email });
    expect(salesEmail.subject).not.toContain('Zoë');
  });

  test('that is sent several times is one lead and one email', async () => {
    const form = contactFields('twice@example.com');
    await Promise.all([submitContact(form), submitContact(form), submitContact(form)]);
    expect(await listLeads(testApp, form.email)).toHaveLength(1);
    expect(await listQueuedEmails(testApp, form.email)).toHaveLength(1);
  });

  test('with HTML in every field is shown as text in emails', async () => {
    const html = '<script>alert(1)</script>';
    const email = 'html@example.com';
    await submitContact({
      ...contactFields(email),
      name: html,
      company_name: html,
      message: html,
    });
    const [lead] = await listLeads(testApp, email);
    const salesEmail = await getSalesEmail(testApp, lead?.id);
    expect(salesEmail.body.html).not.toContain('<script>');
    const [visitorEmail] = await listQueuedEmails(testApp, email);
    expect(visitorEmail?.body.text).toMatch(/^Hello,\n/);
  });
});

describe('a contact form with wrong fields', () => {
  test('is refused with a message at each of them, and the captcha is not used up', async () => {
    const outcome = await submitContact({
      email: 'no',
      name: 'x'.repeat(10_000),
      turnstile_token: 'human',
    });
    expect(outcome).toMatchObject({ ok: false, code: 'invalid' });
    expect(outcome.ok ? {} : outcome.errors).toMatchObject({
      name: ['Please keep this to 200 characters.'],
      email: ['Please give an email address like name@company.com.'],
      message: ['Please give your message.'],
      company_name: ['Please give your company.'],
      mobile_no: ['Please give your phone number.'],
      privacy_policy: ['Please agree to the use of your details, so that we may answer.'],
    });
    expect(outcome.ok ? {} : outcome.errors).not.toHaveProperty('turnstile_token');
  });

  test.each(['name', 'email', 'company_name', 'mobile_no'])(
    'is refused for a line break in %s, which could reach an email header',
    async (field) => {
      const outcome = await submitContact({
        ...contactFields('header@example.com'),
        [field]: 'a@example.com\r\nBcc: b@example.com',
      });
      expect(outcome).toMatchObject({ ok: false, code: 'invalid' });
      expect(outcome.ok ? {} : outcome.errors).toHaveProperty(field);
    },
  );

  test.each([
    'a@b.example,c@d.example',
    '"a@evil.example"@b.example',
    'a@b',
    'Group: a@b.example;',
    '<a@b.example>',
    'a＠b.example',
  ])('is refused for the email %s', async (email) => {
    expect(await submitContact({ ...contactFields('x@example.com'), email })).toMatchObject({
      ok: false,
      code: 'invalid',
    });
  });
});

describe('abuse of a form', () => {
  test.each(['', 'bad', undefined])(
    "A-09 the captcha token %j is refused with the specification's words",
    async (turnstile_token) => {
      const email = 'captcha@example.com';
      expect(await submitContact({ ...contactFields(email), turnstile_token })).toMatchObject({
        ok: false,
        code: 'invalid',
        message: 'Please complete the CAPTCHA.',
        errors: { turnstile_token: ['Please complete the CAPTCHA.'] },
      });
      expect(await listLeads(testApp, email)).toHaveLength(0);
    },
  );

  test('F-15 while the captcha verifier is down nothing is stored: unavailable', async () => {
    const email = 'away@example.com';
    expect(await submitContact({ ...contactFields(email), turnstile_token: 'away' })).toMatchObject(
      { ok: false, code: 'unavailable', retryAfterSeconds: 60 },
    );
    expect(await listLeads(testApp, email)).toHaveLength(0);
  });

  test('one visitor sends twenty forms in ten minutes, the next has to wait', async () => {
    const visitor = newLeadVisitor();
    const outcomes = [];
    for (let i = 0; i < 22; i++)
      outcomes.push(await submitContact(contactFields(`many${i}@example.com`), visitor));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(20);
    expect(outcomes.at(-1)).toMatchObject({
      ok: false,
      code: 'rate-limited',
      retryAfterSeconds: expect.any(Number),
    });
  });
});

test('A-49 captchas that fail and forms from elsewhere block nobody else with that address', async () => {
  const email = 'blocked@example.com';
  const robot = newLeadVisitor();
  for (let i = 0; i < 25; i++)
    await submitContact({ ...contactFields(email), turnstile_token: 'robot' }, robot);
  const flooder = newLeadVisitor();
  for (let i = 0; i < 12; i++)
    await submitContact({ ...contactFields(email), message: `Flood ${i}` }, flooder);
  expect((await submitContact(contactFields(email))).ok).toBe(true);
});

describe('a request about a report', () => {
  test('for a sample brings a signed link that opens it for two weeks', async () => {
    const { leads } = testApp.app;
    const email = 'sample@example.com';
    const form = { ...contactFields(email), country: '+39', report_id: reportCode };
    const outcome = await leads.forms.submitReportRequest('sample', form, newLeadVisitor(), 'yes');
    expect(outcome.ok).toBe(true);
    const [visitorEmail] = await listQueuedEmails(testApp, email);
    const link = new URL(/http\S+sample-file\S+/.exec(visitorEmail?.body.text ?? '')?.[0] ?? '');
    const openSample = (signature = link.searchParams.get('signature') ?? '') =>
      leads.sampleLinks.getFile(reportCode, link.searchParams.get('expires') ?? '', signature);
    expect(await openSample()).toMatchObject({
      ok: true,
      value: { fileName: `${reportCode}-sample.pdf` },
    });
    expect(await openSample('x')).toMatchObject({ ok: false, code: 'not-found' });
    testApp.advanceClock(15 * 86_400_000);
    expect(await openSample()).toMatchObject({ ok: false, code: 'not-found' });
  });

  test('is refused at the field for an unknown report', async () => {
    const form = { ...contactFields('r@example.com'), country: '+1', report_id: 'QM-NONE' };
    expect(
      await testApp.app.leads.forms.submitReportRequest('inquiry', form, newLeadVisitor(), 'yes'),
    ).toMatchObject({
      ok: false,
      code: 'invalid',
      errors: { report_id: ['There is no such report.'] },
    });
  });
});

test('a reseller application is stored, and says within what time we answer', async () => {
  const countries = await testApp.app.content.listCountries();
  const email = 'reseller@example.com';
  const form = {
    ...contactFields(email),
    designation: 'Owner',
    country: String(countries.find(({ name }) => name === 'Italy')?.id),
    preciserequirement: 'Twenty libraries',
    policy: 1,
  };
  expect(
    await testApp.app.leads.forms.submitResellerApplication(form, newLeadVisitor()),
  ).toMatchObject({
    ok: true,
    value: { message: 'Request submitted successfully!' },
  });
  expect((await listLeads(testApp, email))[0]?.fields).toMatchObject({ country: 'Italy' });
  const [visitorEmail] = await listQueuedEmails(testApp, email);
  expect(visitorEmail?.body.text).toContain('within 24 hours');
});
