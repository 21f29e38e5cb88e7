import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCaptchaToken } from '../support/captcha.ts';
import { insertEnquiry } from '../support/test-enquiries.ts';
import { startPlayingMailServer } from '../support/playing-mail-server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';
import { createOrderPlacer, type OrderPlacer } from './order-placer.ts';

type Says = (what: string) => string;
type Case = readonly [state: string, says: Says, hasServer: boolean];

const waits = (what: string) => `${what} waits: the mail server takes no emails of the store`;
const cases: readonly Case[] = [
  ['takes every email', (what) => `${what} is on its way.`, true],
  ['refuses the store', waits, true],
  ['is not there', waits, false],
];

type Started = {
  readonly admin: AdminTestServer;
  readonly owner: AdminClient;
  readonly sales: AdminClient;
  readonly finance: AdminClient;
  readonly buyers: OrderPlacer;
  /** An order that is delivered. */
  readonly number: string;
  readonly close: () => Promise<void>;
};

/** The office once the mail server has been asked, and what it told is known. */
async function start([state, says, hasServer]: Case): Promise<Started> {
  const answer = '550 5.7.1 this sender is not allowed';
  const isRefused = state === 'refuses the store';
  const mail = hasServer
    ? await startPlayingMailServer({
        play: () => (isRefused ? { phase: 'mail-from', act: { answer } } : undefined),
      })
    : undefined;
  // Nobody listens at port 9.
  const env = { SMTP_URL: mail?.url ?? 'smtp://127.0.0.1:9' };
  const office = await startOffice(['owner', 'sales', 'finance'], env);
  const { db } = office.admin.server;
  const buyers = await createOrderPlacer(office.admin.server);
  const number = await buyers.placeOrder('card');
  await waitUntil('the first email was tried', async () =>
    db.selectFrom('outboxEmail').select('id').where('attemptCount', '>', 0).executeTakeFirst(),
  );
  await waitUntil('what the mail server told is known', async () => {
    const trouble = await db.selectFrom('mailServerTrouble').selectAll().execute();
    return trouble.length === (says === waits ? 1 : 0);
  });
  const close = async () => {
    await office.admin.close();
    await mail?.close();
  };
  return { ...office, buyers, number, close };
}

async function send(client: AdminClient, path: string, form: Record<string, string>) {
  const response = await client.post(path, form);
  expect(response.status, await response.clone().text()).toBe(303);
  return (await client.follow(response)).text();
}

async function expectOfOrder({ admin, sales, finance, number }: Started, says: Says) {
  const path = `/admin/orders/${number}`;
  const renewed = await send(sales, path, { intent: 'renew' });
  expect(renewed).toContain(says('The email with the new links'));
  expect(await send(finance, path, { intent: 'issue-document' })).toMatch(
    new RegExp(says('The email with [A-Z0-9-]+ to the buyer')),
  );
  const { id, recipient } = await admin.server.db
    .selectFrom('outboxEmail')
    .select(['id', 'recipient'])
    .where('purchaseId', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const again = await send(sales, path, { intent: 'resend', email: String(id) });
  expect(again).toContain(says(`The same email to ${recipient}`));
  const moved = await send(finance, `${path}/address`, { email: 'moved@buyer.example' });
  expect(moved).toContain(says('The email with new download links'));
}

/** Returns the text that a buyer reads after they gave a colleague a seat. */
async function inviteColleague({ admin, buyers }: Started): Promise<string> {
  const { url } = admin.server;
  const number = await buyers.placeOrder('card', { type: 'multiple-user' });
  const headers = { origin: url, cookie: `buyer=${buyers.readSecret()}` };
  const page = `${url}/payment-success?order=${number}`;
  const reader = { what: 'invite', name: 'Bo Reader', email: 'bo@reader.example' };
  const sent = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams(reader),
  });
  expect(sent.status, await sent.clone().text()).toBe(303);
  const [flash = ''] = sent.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return (await fetch(page, { headers: { cookie: `${headers.cookie}; ${flash}` } })).text();
}

async function askForSample({ admin: { server } }: Started): Promise<string> {
  const code = String((await server.app.catalogue.reports.list(1)).items[0]?.code);
  const asked = await fetch(`${server.url}/data/forms/sample`, {
    method: 'POST',
    headers: { origin: server.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      name: 'Rea Der',
      email: 'reader@samples.example',
      mobile_no: '20 7946 0000',
      company_name: 'Samples Ltd',
      country: '+44',
      message: 'Please.',
      privacy_policy: '1',
      report_id: code,
      turnstile_token: await createCaptchaToken(server.captchaUrl),
    }),
  });
  return asked.text();
}

async function subscribe({ admin: { server } }: Started): Promise<string> {
  const token = await createCaptchaToken(server.captchaUrl);
  const sent = await fetch(`${server.url}/data/forms/newsletter`, {
    method: 'POST',
    headers: { origin: server.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: 'ada@newsletter.example', turnstile_token: token }),
  });
  expect(sent.status).toBe(200);
  return sent.text();
}

async function ask({ admin }: Started, path: string, fields: Record<string, string>) {
  const { url } = admin.server;
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
  });
  return response.text();
}

async function expectOfAddresses(started: Started, says: Says) {
  const email = 'nobody@unknown.example';
  const away = 'follows: our mail server takes no emails at the moment';
  for (const number of [started.number, 'QI-999999'])
    expect(await ask(started, '/renew-download', { number, email })).toContain(
      `an email with new links ${says === waits ? away : 'is on its way.'}`,
    );
  const token = await createCaptchaToken(started.admin.server.captchaUrl);
  expect(await ask(started, '/forgot-password', { email, turnstile_token: token })).toContain(
    says === waits
      ? `The email with the link ${away}`
      : 'Password reset link has been sent to your email.',
  );
}

async function expectOfCorrection({ finance, number }: Started, says: Says) {
  const corrected = await send(finance, `/admin/orders/${number}/correct-invoice`, {
    intent: 'correct',
    name: 'Ada Berg',
    company: 'Berg',
    address: 'Street 1',
    tax_id: '',
    reason: 'Wrong street',
  });
  expect(corrected).toContain('was issued.');
  expect(corrected).toContain(says('The email with it to the buyer'));
}

async function expectOfNewsletterTest({ owner }: Started, says: Says) {
  const created = await owner.post('/admin/issues/new', {
    intent: 'save',
    subject: 'News',
    preheader: '',
    body: '<p>Hello</p>',
    cards: '',
  });
  const path = new URL(created.headers.get('location') ?? '', 'http://x').pathname;
  const tested = await owner.post(path, { intent: 'test' });
  if (says !== waits) {
    const page = await (await owner.follow(tested)).text();
    expect(page).toContain('The mail server took a test to');
    return;
  }
  expect(tested.status).toBe(503);
  const page = await tested.text();
  expect(page).not.toContain('took a test');
  expect(page).toMatch(/The mail server (?:refuses this store|did not take the test)/);
}

async function expectOfVisitors(started: Started, says: Says) {
  const away = 'our mail server takes no emails at the moment';
  expect(await inviteColleague(started)).toContain(
    says === waits
      ? `The seat is reserved. The invitation follows: ${away}`
      : 'The seat is reserved, and the invitation is on its way.',
  );
  expect(await askForSample(started)).toContain(
    says === waits
      ? `The sample is not in your mailbox yet: ${away}`
      : 'The sample is on its way to your mailbox.',
  );
}

describe.each(cases)('where the mail server %s', (...one) => {
  const [, says] = one;
  let started: Started;
  beforeAll(async () => {
    started = await start(one);
  });
  afterAll(() => started?.close());

  test('an answer to an enquiry says what becomes of it, after sending and on its page', async () => {
    const { admin, sales } = started;
    const id = await insertEnquiry(admin.server.db, { email: 'ada@enquiry.example' });
    const path = `/admin/enquiries/${id}`;
    const form = {
      intent: 'answer',
      step: 'send',
      subject: 'Hello',
      body: 'Yes.',
      seenAnswerId: '0',
    };
    expect(await send(sales, path, form)).toContain(says('Your answer to ada@enquiry.example'));
    if (says === waits) expect(await sales.readText(path)).toContain(says('This answer'));
  });

  test('an invitation and a link for a new password say what becomes of them', async () => {
    const { owner, sales } = started;
    const email = 'new@staff.example';
    const invited = await send(owner, '/admin/staff', { intent: 'invite', email, role: 'sales' });
    expect(invited).toContain(says(`The invitation to ${email}`));
    const linked = await send(owner, `/admin/staff/${sales.staffId}`, { intent: 'password-link' });
    expect(linked).toContain(says('The link for a new password'));
  });

  test('renewed links, a document, an email again and a new address say it of an order', () =>
    expectOfOrder(started, says));

  test('who asks for new links or a new password reads it, whether the store knows the address or not', () =>
    expectOfAddresses(started, says));

  test('a corrected invoice says it of the email to its buyer', () =>
    expectOfCorrection(started, says));

  test('a test of the newsletter was taken, or the form says why not', () =>
    expectOfNewsletterTest(started, says));

  test('a colleague’s invitation and a sample say it to who asked for them', () =>
    expectOfVisitors(started, says));

  test('a subscriber reads it after the form', async () => {
    expect(await subscribe(started)).toContain(
      says === waits ? 'our mail server takes no emails at the moment' : 'An email is on its way',
    );
  });
});
