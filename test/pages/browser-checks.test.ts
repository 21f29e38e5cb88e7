import { afterAll, beforeAll, expect, test } from 'vitest';
import { minPasswordLength } from '#core/accounts/password.model.ts';
import { phoneRule } from '#core/kernel/phone.model.ts';
import { createOrderPlacer } from '../admin/order-placer.ts';
import { billing } from '../support/billing.ts';
import { createCaptchaToken } from '../support/captcha.ts';
import { listEmailsTo } from '../support/emails.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startPageTestServer, type PageTestServer } from './page-test-server.ts';

let pages: PageTestServer;
beforeAll(async () => {
  pages = await startPageTestServer();
});
afterAll(() => pages?.server.close());

/** A field of a form's HTML, by what a browser checks of it. */
type Checked = {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly maxLength: number | undefined;
  readonly minLength: number | undefined;
  readonly pattern: string | undefined;
};

const readAttribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1];

/**
 * The fields of the form that posts, which have this name among them; not those that are hidden.
 */
function readFields(html: string, named: string): Checked[] {
  const form = [...html.matchAll(/<form\b[^>]*method="post"[^>]*>.*?<\/form>/gis)]
    .map(([text]) => text)
    .find((text) => new RegExp(`<(?:input|textarea)[^>]*\\sname="${named}"`, 'i').test(text));
  return [...(form ?? '').matchAll(/<(input|select|textarea)\b[^>]*>/gi)].flatMap(([tag, kind]) => {
    const name = readAttribute(tag, 'name');
    const type = readAttribute(tag, 'type') ?? String(kind).toLowerCase();
    if (name === undefined || ['hidden', 'radio', 'file'].includes(type)) return [];
    const toNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text));
    return [
      {
        name,
        type,
        isRequired: /\srequired(?:=|\s|>|\/)/i.test(tag),
        maxLength: toNumber(readAttribute(tag, 'maxlength')),
        minLength: toNumber(readAttribute(tag, 'minlength')),
        pattern: readAttribute(tag, 'pattern'),
      },
    ];
  });
}

/** True if the page says that this field is wrong. */
const isMarked = (html: string, name: string): boolean =>
  [...html.matchAll(/<(?:input|select|textarea)\b[^>]*>/gi)].some(
    ([tag]) => readAttribute(tag, 'name') === name && /aria-invalid="true"/i.test(tag),
  );

const texts: Readonly<Record<string, string>> = {
  ...billing,
  country_code: '+39',
  position: 'Analyst',
  phone: '+39 02 0000',
  designation: 'Analyst',
  message: 'A question',
  preciserequirement: 'Reports',
  privacy_policy: '1',
  number: 'QI-000001',
  password: 'correct horse',
};

/** Every public form without a login, by its address and a field that it alone has there. */
const forms: readonly [path: string, named: string][] = [
  ['/contact', 'message'],
  ['/career', 'position'],
  ['/become-reseller', 'designation'],
  ['/sample/:code', 'message'],
  ['/discount/:code', 'message'],
  ['/inquiry/:code', 'message'],
  ['/customization/:code', 'message'],
  ['/request-details/:code', 'message'],
  ['/newsletter', 'email'],
  ['/login', 'password'],
  ['/signup', 'address'],
  ['/forgot-password', 'email'],
  ['/renew-download', 'number'],
  ['/buy-now?id=:code&type=single-user', 'address'],
];

/** A person has none of these, and HTML can't say of whom a field is asked. */
const askedOfCompanies = new Set(['company_name', 'title', 'state']);

/** A text of this length that is right but for its length. */
const lengthen = ({ type }: Checked, length: number): string =>
  type === 'email' ? `${'a'.repeat(length - 10)}@b.example` : '1'.repeat(length);

/** Values that the browser does not let through, or lets through, and what the server must say. */
function listTries(field: Checked): [what: string, value: string, isRefused: boolean][] {
  const { type, isRequired, maxLength, minLength, pattern } = field;
  const isBox = type === 'checkbox';
  return [
    ['nothing', '', isRequired],
    ...(maxLength === undefined
      ? []
      : [['too long', lengthen(field, maxLength + 1), true] as const]),
    ...(minLength === undefined ? [] : [['too short', 'x'.repeat(minLength - 1), true] as const]),
    ...(type === 'email' ? [['no address', 'ada', true] as const] : []),
    ...(pattern === undefined ? [] : [['another pattern', '<ada>', true] as const]),
  ].filter(([what]) => !isBox || what === 'nothing') as [string, string, boolean][];
}

type Posted = {
  readonly path: string;
  /** A field that this form alone has on its page. */
  readonly named: string;
  readonly cookie?: string;
  /** Fields that are sent with those that the form shows. */
  readonly base: Readonly<Record<string, string>>;
  /** Fields of which the server asks nothing that HTML could say. */
  readonly untried?: readonly string[];
  /** Fields that are empty for some, though HTML asks them of everybody. */
  readonly mayBeEmpty?: ReadonlySet<string>;
};

/** Where the browser refuses something else than the server does. */
async function listFaults({ path, named, cookie = '', base, ...form }: Posted): Promise<string[]> {
  const { untried = [], mayBeEmpty = new Set() } = form;
  const { url } = pages.server;
  const shown = await pages.get(path, { cookie });
  const fields = readFields(await shown.text(), named);
  if (fields.length === 0) return [`${path}: there is no form with ${named}`];
  const right = Object.fromEntries(fields.map(({ name }) => [name, texts[name] ?? '']));
  const faults: string[] = [];
  for (const field of fields) {
    if (untried.includes(field.name)) continue;
    for (const [what, value, isRefused] of listTries(field)) {
      const answer = await fetch(url + path, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ ...right, ...base, [field.name]: value }),
        headers: { origin: url, cookie },
      });
      const html = await answer.text();
      if (what === 'nothing' && mayBeEmpty.has(field.name)) continue;
      if (isMarked(html, field.name) !== isRefused)
        faults.push(
          `${field.name}: ${what} ${answer.status} ${isRefused ? 'passes' : 'is refused'}`,
        );
    }
    // What the server asks of phones and passwords, HTML can say, too.
    if (field.type === 'tel' && !phoneRule.test('x'.repeat(6)) && field.pattern === undefined)
      faults.push(`${field.name}: no pattern`);
    if (field.name === 'password' && field.minLength !== minPasswordLength)
      faults.push(`${field.name}: no minlength`);
    if (/text|tel|email|password/.test(field.type) && field.maxLength === undefined)
      faults.push(`${field.name}: no maxlength`);
  }
  return faults;
}

test.each(forms)(
  'what the browser refuses of %s the server refuses, and nothing else',
  async (address, named) => {
    const { code } = pages.report;
    const isCheckout = address.startsWith('/buy-now');
    const country = isCheckout || address === '/become-reseller' ? '1' : '+39';
    const hidden = { report_id: code, type: 'single-user', buyer_type: 'company' };
    const path = address.replace(':code', code);
    const html = await (await pages.get(path)).text();
    const hasCountry = readFields(html, named).some(({ name }) => name === 'country');
    const faults = await listFaults({
      path,
      named,
      // Without a solved captcha, and without the terms, nothing is ever stored.
      base: { ...hidden, ...(hasCountry ? { country } : {}), policy: '' },
      untried: ['turnstile_token', 'policy'],
      ...(isCheckout ? { mayBeEmpty: askedOfCompanies } : {}),
    });
    expect(faults).toEqual([]);
  },
);

/** A customer who is signed in; their cookie. */
async function signIn(email: string): Promise<string> {
  const person = { name: 'Ada', email, mobile_no: '+39 02 0000', address: 'Via 1', password };
  await pages.postForm('/signup', person);
  const login = await pages.postForm('/login', { email, password });
  return login.headers.getSetCookie().map((line) => line.split(';')[0])[0] ?? '';
}
const password = 'correct horse';

async function readResetPath(email: string): Promise<string> {
  const { captchaUrl, mailboxUrl } = pages.server;
  const turnstile_token = await createCaptchaToken(captchaUrl);
  await pages.postForm('/forgot-password', { email, turnstile_token });
  return waitUntil('the link is emailed', async () => {
    const sent = await listEmailsTo(mailboxUrl, email);
    return /\/reset-password\?token=\w+/.exec(sent.map(({ text }) => text).join('\n'))?.[0];
  });
}

test('what the browser refuses of a customer’s forms the server refuses, and nothing else', async () => {
  const email = 'ada@checks.example';
  const cookie = await signIn(email);
  const reset = await readResetPath(email);
  const address = { name: 'Ada', email, mobile_no: '+39 02 0000', address: 'Via 1', country: '1' };
  const all: readonly Posted[] = [
    { path: reset, named: 'password', base: {} },
    {
      path: '/profile',
      named: 'mobile_no',
      cookie,
      // Without a state and a city, which need a country.
      base: { ...address, state: '', city: '', what: 'profile', present: '' },
      // Read when the address changes alone.
      untried: ['present'],
    },
    {
      path: '/profile',
      named: 'password',
      cookie,
      base: { what: 'password', present: password, password: 'another horse' },
    },
  ];
  for (const form of all) expect([form.path, await listFaults(form)]).toEqual([form.path, []]);
});

test('what the browser refuses of the forms of seats the server refuses, and nothing else', async () => {
  const buyers = await createOrderPlacer(pages.server);
  const openOrder = async (type: string) => {
    const number = await buyers.placeOrder('card', { type });
    return { path: `/payment-success?order=${number}`, cookie: `buyer=${buyers.readSecret()}` };
  };
  const base = { name: 'Bo', email: 'bo@reader.example' };
  const team = await openOrder('multiple-user');
  const company = await openOrder('corporate-user');
  const html = await (await pages.get(company.path, { cookie: company.cookie })).text();
  const joinUrl =
    /name="join"[^>]*value="([^"]*)"/.exec(html)?.[1] ??
    /value="([^"]*\/join\/[^"]*)"/.exec(html)?.[1];
  const { pathname, search } = new URL((joinUrl ?? '').replaceAll('&amp;', '&'));
  const all: readonly Posted[] = [
    { ...team, named: 'name', base: { ...base, what: 'invite' } },
    { path: pathname + search, named: 'name', base },
  ];
  for (const form of all) expect([form.path, await listFaults(form)]).toEqual([form.path, []]);
});
