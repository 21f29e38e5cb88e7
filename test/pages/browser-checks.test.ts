import { afterAll, beforeAll, expect, test } from 'vitest';
import { minPasswordLength } from '#core/accounts/password.model.ts';
import { phoneRule } from '#core/kernel/phone.model.ts';
import { billing } from '../support/billing.ts';
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

/** The fields of the form that posts, which have this name among them; not those that are hidden. */
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

/** True where the page says that this field is wrong. */
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

test.each(forms)(
  'what the browser refuses of %s the server refuses, and nothing else',
  async (address, named) => {
    const path = address.replace(':code', pages.report.code);
    const fields = readFields(await (await pages.get(path)).text(), named);
    expect(fields.length).toBeGreaterThan(0);
    const country = address.startsWith('/buy-now') || address === '/become-reseller' ? '1' : '+39';
    const hidden = { report_id: pages.report.code, type: 'single-user', buyer_type: 'company' };
    const right = Object.fromEntries(fields.map(({ name }) => [name, texts[name] ?? '']));
    // Without a solved captcha, and without the terms, nothing is ever stored.
    const base = { ...hidden, ...right, ...('country' in right ? { country } : {}), policy: '' };
    const faults: string[] = [];
    for (const field of fields) {
      if (field.name === 'turnstile_token' || field.name === 'policy') continue;
      for (const [what, value, isRefused] of listTries(field)) {
        const answer = await pages.postForm(path, { ...base, [field.name]: value });
        const html = await answer.text();
        if (
          address.startsWith('/buy-now') &&
          what === 'nothing' &&
          askedOfCompanies.has(field.name)
        )
          continue;
        if (isMarked(html, field.name) !== isRefused)
          faults.push(
            `${field.name}: ${what} ${answer.status} ${isRefused ? 'passes' : 'is refused'}`,
          );
      }
      // What the server asks of phones and passwords, HTML can say, too.
      if (field.type === 'tel' && !phoneRule.test('x'.repeat(6)) && field.pattern === undefined)
        faults.push(`${field.name}: no pattern`);
      if (field.type === 'password' && field.minLength !== minPasswordLength)
        faults.push(`${field.name}: no minlength`);
      if (/text|tel|email|password/.test(field.type) && field.maxLength === undefined)
        faults.push(`${field.name}: no maxlength`);
    }
    expect(faults).toEqual([]);
  },
);
