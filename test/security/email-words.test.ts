import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { billing } from '../support/billing.ts';
import { waitUntilWorkIsDone } from '../support/finished-work.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openAttacker, type Attacker, type AttackerSession } from './attacker.ts';

let attacker: Attacker;
beforeAll(async () => {
  attacker = await openAttacker();
});
afterAll(() => attacker?.close());
beforeEach(async () => void (await attacker.server.db.deleteFrom('rateLimit').execute()));

/** Returns an attacker's input for a field: a sentence with a link. */
const canary = (field: string) => `Canary ${field}. Your account is locked: evil.example`;
const canaryName = 'Canary. Your account is locked';

/** Every text field that any form or call has. */
const canaryFields = {
  name: canaryName,
  company_name: canary('company'),
  designation: canary('designation'),
  position: canary('position'),
  message: `${canary('message')}\n\nhttps://evil.example/login`,
  preciserequirement: canary('requirement'),
  title: canary('title'),
  address: canary('address'),
  city: canary('city'),
  state: canary('state'),
  zip: 'Canary evil.example',
  tax_id: 'Canary 1 evil.example',
  page: `/ \n\n${canary('page')} https://evil.example`,
  mobile_no: '+39 02 0000',
  phone: '+39 02 0000',
  password: 'canary evil.example',
  country_code: '+39',
  privacy_policy: '1',
  policy: '1',
};

type Attack = (email: string, token: string) => Promise<unknown>;

const postForm =
  (path: string, more: Record<string, string> = {}): Attack =>
  async (email, token) =>
    attacker.openSession().postForm(path, {
      ...canaryFields,
      report_id: attacker.reportCode,
      country: '+39',
      email,
      turnstile_token: token,
      ...more,
    });

const callApi =
  (path: string, more: object = {}): Attack =>
  async (email, token) =>
    attacker.openSession().request(`/admin/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...canaryFields,
        privacy_policy: true,
        policy: 1,
        report_id: attacker.reportCode,
        country: '+39',
        email,
        turnstile_token: token,
        ...more,
      }),
    });

const sendCv =
  (path: string): Attack =>
  async (email) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...canaryFields, email })) body.set(name, value);
    const pdf = new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' });
    body.set('cv', pdf, 'Canary evil.example.pdf');
    const headers = { origin: attacker.server.url };
    return attacker.openSession().request(path, { method: 'POST', headers, body });
  };

const placeTransferOrder: Attack = (email, token) =>
  attacker.submitCheckout(attacker.openBuyerSession('a'), {
    ...canaryFields,
    country: '1',
    email,
    method: 'bank',
    turnstile_token: token,
  });

/** Opens an account with somebody else's address, and asks for another address there. */
const changeEmailOfStranger: Attack = async (email) => {
  const session = await attacker.createCustomer(email);
  return saveProfile(session, `canary-account-locked@evil.example`);
};

/** Asks in an own account for somebody else's address. */
const changeEmailToStranger: Attack = async (email) => {
  const session = await attacker.createCustomer(`own-${email}`);
  return saveProfile(session, email);
};

const saveProfile = (session: AttackerSession, email: string) =>
  session.postForm('/profile', {
    ...canaryFields,
    city: '',
    state: '',
    email,
    present: 'correct horse',
    what: 'profile',
  });

const inviteToSeat: Attack = async (email) => {
  const buyer = attacker.openBuyerSession('b');
  const { name, company_name } = canaryFields;
  const order = await attacker.buyReport(buyer, {
    ...billing,
    name,
    company_name,
    type: 'multiple-user',
  });
  return buyer.postForm(order.pagePath, { what: 'invite', name, email });
};

const attacks: readonly (readonly [string, Attack, RegExp])[] = [
  ['the contact form', postForm('/data/forms/contact'), /received your message/],
  ['the contact page', postForm('/contact'), /received your message/],
  ['the sample form', postForm('/data/forms/sample'), /Your sample/],
  ['the discount form', postForm('/data/forms/discount'), /discount request/],
  ['the inquiry form', postForm('/data/forms/inquiry'), /Your question/],
  ['the customization form', postForm('/data/forms/customization'), /customization request/],
  ['a made up page of the form', postForm('/sample/canary-account-locked'), /Your sample/],
  ['the reseller form', postForm('/data/forms/reseller', { country: '1' }), /reseller/],
  ['the career form', sendCv('/data/forms/career'), /received your application/],
  ['the career page', sendCv('/career'), /received your application/],
  ['the newsletter form', postForm('/data/forms/newsletter'), /confirm your subscription/],
  ['POST /contact-us', callApi('/contact-us'), /received your message/],
  ['POST /subscriber', callApi('/subscriber'), /confirm your subscription/],
  ['POST /sample-report-request', callApi('/sample-report-request', { type: '1' }), /Your sample/],
  ['POST /become-reseller', callApi('/become-reseller', { country: 1 }), /reseller/],
  ['POST /carrer', sendCv('/admin/api/carrer'), /received your application/],
  ['POST /user/register', callApi('/user/register'), /confirm your email address/],
  ['the signup form', postForm('/data/account/signup'), /confirm your email address/],
  ['a transfer order', placeTransferOrder, /how to pay/],
  ['a changed address, at the old one', changeEmailOfStranger, /change your email address/],
  ['a changed address, at the new one', changeEmailToStranger, /confirm your new email address/],
  ['a seat invitation', inviteToSeat, /You have a seat/],
];

test.each(attacks)(
  'A-46 no words of a visitor are in the email that %s causes',
  async (what, attack, subject) => {
    const email = `victim-${attacks.findIndex(([name]) => name === what)}@elsewhere.example`;
    await attack(email, await attacker.createCaptchaToken());
    const { db } = attacker.server;
    const listOwn = () =>
      db
        .selectFrom('outboxEmail')
        .select(['subject', 'body', 'messageId'])
        .where('recipient', '=', email)
        .execute();
    await waitUntil(`the email that ${what} causes is queued`, async () =>
      (await listOwn()).some((queued) => subject.test(queued.subject)),
    );
    await waitUntilWorkIsDone(db);
    expect(JSON.stringify(await listOwn())).not.toMatch(/canary|evil|locked/i);
  },
);

test('A-46 a name that is only a name greets the visitor', async () => {
  const email = 'anna@elsewhere.example';
  const token = await attacker.createCaptchaToken();
  await postForm('/data/forms/contact', { name: 'Anna Berg' })(email, token);
  const { body } = await attacker.server.db
    .selectFrom('outboxEmail')
    .select('body')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  expect(body.text).toContain('Hello Anna Berg,');
});
