import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { detectCvType } from './cv-upload.ts';
import type { Visitor } from './model.ts';

let at: TestApp;
let code: string;
beforeAll(async () => {
  at = await openTestApp();
  code = String((await at.app.catalogue.listReports(1)).items[0]?.code);
});
afterAll(() => at?.close());

let visits = 0;
/** A visitor whom nobody counted yet. */
const visitor = (): Visitor => ({ clientIp: `198.51.100.${++visits}`, pagePath: '/contact' });
const person = (email: string) => ({
  name: 'Zoë 😀 שלום',
  email,
  mobile_no: '+39 02 0000',
  company_name: 'Example',
  message: 'A question\nin two lines',
  turnstile_token: 'human',
  privacy_policy: '1',
});
const leadsOf = (email: string) =>
  at.deps.db.selectFrom('lead').selectAll().where('email', '=', email).execute();
const bodyOf = (letter: { body: unknown } | undefined) =>
  (letter?.body ?? {}) as { text: string; html: string; unsubscribeUrl: string };
const emailsTo = (to: string) =>
  at.deps.db.selectFrom('outboxEmail').selectAll().where('recipient', '=', to).execute();

describe('an enquiry', () => {
  test('is written with its page and consent, sales and the visitor are told, and emoji and right-to-left text arrive whole', async () => {
    const answer = await at.app.leads.submitContact(person('one@example.com'), visitor());
    expect(answer.ok).toBe(true);
    const [lead] = await leadsOf('one@example.com');
    expect(lead).toMatchObject({
      kind: 'contact',
      name: 'Zoë 😀 שלום',
      pagePath: '/contact',
      state: 'new',
    });
    expect(lead?.consent).toContain('I agree');
    expect(lead?.fields).toMatchObject({ message: 'A question\nin two lines' });
    const [mine] = await emailsTo('one@example.com');
    expect(mine?.subject).toBe('We have your message');
    const sales = await at.deps.db
      .selectFrom('outboxEmail')
      .selectAll()
      .where('messageId', 'like', `<lead-${lead?.id}-sales@%`)
      .executeTakeFirst();
    expect(sales?.body).toMatchObject({ replyTo: 'one@example.com' });
    expect(sales?.subject).not.toContain('Zoë');
  });

  test('that is sent twice is one lead and one letter', async () => {
    const again = person('twice@example.com');
    await Promise.all([
      at.app.leads.submitContact(again, visitor()),
      at.app.leads.submitContact(again, visitor()),
      at.app.leads.submitContact(again, visitor()),
    ]);
    expect(await leadsOf('twice@example.com')).toHaveLength(1);
    expect(await emailsTo('twice@example.com')).toHaveLength(1);
  });

  test('with fields at fault is told at each of them, and the captcha is not spent on it', async () => {
    const answer = await at.app.leads.submitContact(
      { email: 'no', name: 'x'.repeat(10_000), turnstile_token: 'human' },
      visitor(),
    );
    expect(answer).toMatchObject({ ok: false, code: 'invalid' });
    expect(answer.ok ? {} : answer.errors).toMatchObject({
      name: ['Please keep this to 200 characters.'],
      email: ['Please give an e-mail address like name@company.com.'],
      message: ['Please give your message.'],
      company_name: ['Please give your company.'],
      mobile_no: ['Please give your phone number.'],
      privacy_policy: ['Please agree to the use of your details, so that we may answer.'],
    });
    expect(answer.ok ? {} : answer.errors).not.toHaveProperty('turnstile_token');
  });

  test.each(['', 'bad', undefined])(
    'A-09 with the captcha token %j is refused in the words of the specification',
    async (turnstile_token) => {
      const answer = await at.app.leads.submitContact(
        { ...person('captcha@example.com'), turnstile_token },
        visitor(),
      );
      expect(answer).toMatchObject({
        ok: false,
        code: 'invalid',
        message: 'Please complete the CAPTCHA.',
        errors: { turnstile_token: ['Please complete the CAPTCHA.'] },
      });
      expect(await leadsOf('captcha@example.com')).toHaveLength(0);
    },
  );

  test('F-15 is answered 503 while the verifier is away, and nothing is stored', async () => {
    expect(
      await at.app.leads.submitContact(
        { ...person('away@example.com'), turnstile_token: 'away' },
        visitor(),
      ),
    ).toMatchObject({ ok: false, code: 'unavailable', retryAfterSeconds: 60 });
    expect(await leadsOf('away@example.com')).toHaveLength(0);
  });

  test.each(['name', 'email', 'company_name', 'mobile_no'])(
    'whose %s carries a line break never reaches a mail header',
    async (field) => {
      const answer = await at.app.leads.submitContact(
        { ...person('header@example.com'), [field]: 'a@example.com\r\nBcc: b@example.com' },
        visitor(),
      );
      expect(answer).toMatchObject({ ok: false, code: 'invalid' });
      expect(answer.ok ? {} : answer.errors).toHaveProperty(field);
    },
  );

  test.each([
    'a@b.example,c@d.example',
    '"a@evil.example"@b.example',
    'a@b',
    'Group: a@b.example;',
    '<a@b.example>',
    'a＠b.example',
  ])('to the address %s is refused', async (email) => {
    expect(
      await at.app.leads.submitContact({ ...person('x@example.com'), email }, visitor()),
    ).toMatchObject({ ok: false, code: 'invalid' });
  });

  test('with HTML in every field keeps it as words, and letters show it as words', async () => {
    const html = '<script>alert(1)</script>';
    await at.app.leads.submitContact(
      { ...person('html@example.com'), name: html, company_name: html, message: html },
      visitor(),
    );
    const [lead] = await leadsOf('html@example.com');
    const sales = await at.deps.db
      .selectFrom('outboxEmail')
      .select('body')
      .where('messageId', 'like', `<lead-${lead?.id}-sales@%`)
      .executeTakeFirstOrThrow();
    expect(bodyOf(sales).html).not.toContain('<script>');
  });

  test('from one visitor is slowed after twenty in ten minutes, with the seconds to wait', async () => {
    const one = visitor();
    const answers = [];
    for (let i = 0; i < 22; i++)
      answers.push(await at.app.leads.submitContact(person(`many${i}@example.com`), one));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(20);
    expect(answers.at(-1)).toMatchObject({
      ok: false,
      code: 'rate-limited',
      retryAfterSeconds: expect.any(Number),
    });
  });
});

describe('a sample request', () => {
  test('brings a signed link that opens the sample, and ends after two weeks', async () => {
    const form = { ...person('sample@example.com'), country: '+39', report_id: code };
    expect((await at.app.leads.submitReportRequest('sample', form, visitor(), 'yes')).ok).toBe(
      true,
    );
    const [letter] = await emailsTo('sample@example.com');
    const link = new URL(/http\S+sample-file\S+/.exec(bodyOf(letter).text)?.[0] ?? '');
    const open = (signature = link.searchParams.get('signature') ?? '') =>
      at.app.leads.getSampleFile(code, link.searchParams.get('expires') ?? '', signature);
    expect(await open()).toMatchObject({ ok: true, value: { fileName: `${code}-sample.pdf` } });
    expect(await open('x')).toMatchObject({ ok: false, code: 'not-found' });
    at.advanceClock(15 * 86_400_000);
    expect(await open()).toMatchObject({ ok: false, code: 'not-found' });
  });

  test('on an unknown report is refused at the field', async () => {
    expect(
      await at.app.leads.submitReportRequest(
        'inquiry',
        { ...person('r@example.com'), country: '+1', report_id: 'QM-NONE' },
        visitor(),
        'yes',
      ),
    ).toMatchObject({
      ok: false,
      code: 'invalid',
      errors: { report_id: ['There is no such report.'] },
    });
  });
});

describe('the newsletter', () => {
  const subscribe = (email: string) =>
    at.app.leads.subscribe({ email, turnstile_token: 'human' }, visitor());

  test('is sent only to those who pressed the button, and one press ends it', async () => {
    await subscribe('news@example.com');
    const [asked] = await emailsTo('news@example.com');
    const { text, unsubscribeUrl } = bodyOf(asked);
    const token = /newsletter\/([0-9a-f]{32})/.exec(text)?.[1] ?? '';
    expect(unsubscribeUrl).toContain(token);
    expect(await at.app.leads.getSubscription(token)).toMatchObject({ state: 'pending' });
    expect(await at.app.leads.confirmSubscription(token)).toBe(true);
    expect(await at.app.leads.confirmSubscription(token)).toBe(true);
    expect(await emailsTo('news@example.com')).toHaveLength(2);
    expect(await at.app.leads.unsubscribe(token)).toBe(true);
    expect(await at.app.leads.getSubscription(token)).toMatchObject({ state: 'unsubscribed' });
    expect(await at.app.leads.unsubscribe('0'.repeat(32))).toBe(false);
  });

  test('answers the same for an address that is subscribed, and writes one letter an hour at most', async () => {
    const answers = [
      await subscribe('same@example.com'),
      await subscribe('SAME@example.com'),
      await subscribe('same@example.com'),
    ];
    expect(answers.map((answer) => JSON.stringify(answer))).toEqual(
      Array(3).fill(JSON.stringify({ ok: true, value: { message: 'Thank you for subscribing!' } })),
    );
    expect([
      ...(await emailsTo('same@example.com')),
      ...(await emailsTo('SAME@example.com')),
    ]).toHaveLength(1);
  });
});

describe('the queue of letters', () => {
  test('F-14 keeps what the mail server does not take, sends it later, and nothing twice', async () => {
    await at.sendDueEmails();
    at.setMailServerDown(true);
    await at.app.leads.submitContact(person('outage@example.com'), visitor());
    await at.sendDueEmails();
    at.advanceClock(60 * 60_000);
    await at.sendDueEmails();
    expect((await emailsTo('outage@example.com'))[0]).toMatchObject({
      state: 'queued',
      attemptCount: 2,
      lastError: expect.stringContaining('down'),
    });
    at.setMailServerDown(false);
    at.advanceClock(60 * 60_000);
    await Promise.all([at.sendDueEmails(), at.sendDueEmails()]);
    await at.sendDueEmails();
    expect((await emailsTo('outage@example.com'))[0]).toMatchObject({
      state: 'sent',
      attemptCount: 3,
    });
    expect(at.emails.filter(({ to }) => to === 'outage@example.com')).toHaveLength(1);
  });
});

describe('a CV', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const pdf = bytes('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer\n%%EOF\n');
  const form = {
    name: 'Cee',
    email: 'cv@example.com',
    phone: '+1 202 555 0100',
    position: 'Analyst',
    message: 'Hello',
  };

  test('is kept with the application, under a name of ours', async () => {
    expect(
      (
        await at.app.leads.submitJobApplication(
          form,
          { name: '../../x/CV ‮.pdf', bytes: pdf },
          visitor(),
        )
      ).ok,
    ).toBe(true);
    const [lead] = await leadsOf('cv@example.com');
    expect(lead?.cvKey).toMatch(/^cv\/[0-9a-f]{32}\.pdf$/);
    expect(lead?.cvName).not.toMatch(/[/‮]/);
    expect(await at.deps.files.getSizeBytes(String(lead?.cvKey))).toBe(pdf.length);
  });

  test.each([
    ['empty', 'cv.pdf', bytes('')],
    ['a program by another name', 'cv.pdf', bytes('MZ\u0090\u0000This program')],
    ['HTML', 'cv.pdf', bytes('<html><script>alert(1)</script>')],
    ['a PDF that calls itself a program', 'cv.pdf.exe', pdf],
    [
      'a PDF with a script',
      'cv.pdf',
      bytes('%PDF-1.4 /OpenAction << /S /JavaScript /JS (app.alert(1)) >> %%EOF'),
    ],
    ['a PDF that launches', 'cv.pdf', bytes('%PDF-1.4 /Launch %%EOF')],
    ['a PDF cut in half', 'cv.pdf', bytes('%PDF-1.4 and no end')],
    ['an SVG', 'cv.svg', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [
      'a ZIP that is no document',
      'cv.docx',
      Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(200)]),
    ],
    ['the test virus', 'cv.pdf', bytes('%PDF- X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR %%EOF')],
  ])('A-08 that is %s is refused at its field', (_, name, content) => {
    expect(detectCvType({ name, bytes: content })).toMatchObject({
      code: 'invalid',
      errors: { cv: [expect.any(String)] },
    });
  });

  test('A-08 over 10 MiB is refused with 413', () => {
    expect(
      detectCvType({ name: 'cv.pdf', bytes: Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]) }),
    ).toMatchObject({ code: 'too-large' });
  });
});

test('a reseller hears within what time he is answered', async () => {
  const country = (await at.app.content.listCountries()).find(({ name }) => name === 'Italy')?.id;
  const form = {
    ...person('reseller@example.com'),
    designation: 'Owner',
    country: String(country),
    preciserequirement: 'Twenty libraries',
    policy: 1,
  };
  expect(await at.app.leads.submitResellerApplication(form, visitor())).toMatchObject({
    ok: true,
    value: { message: 'Request submitted successfully!' },
  });
  expect((await leadsOf('reseller@example.com'))[0]?.fields).toMatchObject({ country: 'Italy' });
  const [letter] = await emailsTo('reseller@example.com');
  expect(bodyOf(letter).text).toContain('within 24 hours');
});
