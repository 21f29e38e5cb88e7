import fc from 'fast-check';
import { endpoints } from '#src/api/endpoints.ts';
import routes from '#src/routes.ts';

type Route = { readonly path?: string; readonly children?: readonly Route[] };

const listPagePaths = (found: readonly Route[]): string[] =>
  found.flatMap(({ path, children = [] }) => [
    ...(path ? [`/${path}`] : []),
    ...listPagePaths(children),
  ]);

/** Every address of the site, with `:name` or `*` where any text may stand. */
const allPaths: readonly string[] = [
  '/',
  ...listPagePaths(routes),
  ...Object.values(endpoints).map(
    ({ path }) => `/admin/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  ),
  '/data/search',
  '/data/latest',
  '/data/forms/:kind',
  '/data/account/:form',
  '/data/:x',
  '/download/:token',
  '/paper/:token',
  '/certificate/:token',
  '/cover/:code',
  '/chart/:code/:key',
  '/sample-file/:code',
  '/webhooks/paypal',
  '/healthz',
  '/assets/:x',
];

/** The addresses that take a form or JSON, with one text in place of each `:name`. */
export const postPaths: readonly string[] = [
  '/contact',
  '/career',
  '/become-reseller',
  '/sample/x',
  '/newsletter',
  '/unsubscribe/x',
  '/login',
  '/signup',
  '/forgot-password',
  '/profile',
  '/buy-now',
  '/payment-success',
  '/seat/x',
  '/join/x',
  '/renew-download',
  '/reset-password',
  '/confirm-email',
  '/nothing-here',
  '/data/forms/career',
  '/data/forms/contact',
  '/data/account/login',
  '/webhooks/paypal',
  ...Object.values(endpoints)
    .filter(({ method }) => method === 'post')
    .map(({ path }) => `/admin/api${path}`),
];

/** Text that has broken programs: for fields, addresses and headers. */
const hostileTexts = [
  '',
  '\0',
  '\ud800',
  'a\udc00b',
  '😀'.repeat(200),
  '\u202e',
  '-'.repeat(60),
  '"'.repeat(61),
  "' or 1=1 --",
  '<script>',
  '%',
  '%00',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '9'.repeat(400),
  '-1',
  '1e308',
  'NaN',
  'a\r\nBcc: x@y.example',
  'x'.repeat(5000),
  'QM-SFM-1001',
  'single-user',
];

/** Any character. fast-check's own unit `binary` is the same and takes four seconds to begin. */
const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map(skipSurrogates, (character) => unskipSurrogates(String(character).codePointAt(0) ?? 0));

function skipSurrogates(index: number): string {
  return String.fromCodePoint(index < 0xd800 ? index : index + 0x800);
}

function unskipSurrogates(codePoint: number): number {
  return codePoint < 0xd800 ? codePoint : codePoint - 0x800;
}

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
);

/** The text in an address: a half of a character and a byte that is no UTF-8 stay what they are. */
const encodeHostile = (text: string): string =>
  Array.from(text, (character) =>
    character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80%FF',
  ).join('');

const queryNames = [
  'q',
  'page',
  'per_page',
  'type',
  'token',
  'id',
  'order',
  'from',
  'sort',
  'industry',
  'year',
  'price_from',
  'pages_from',
  'cancelled',
  'signature',
  'expires',
  'done',
  'gone',
  'x',
];

/** An address of the site whose variable parts and query are hostile. */
export const hostileAddress: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...allPaths),
    hostileText,
    fc.dictionary(fc.constantFrom(...queryNames), hostileText, { maxKeys: 4 }),
  )
  .map(([path, text, query]) => {
    const filled = path.replaceAll(/:\w+|\*/g, () => encodeHostile(text) || 'x');
    const search = Object.entries(query).map(([name, value]) => `${name}=${encodeHostile(value)}`);
    return search.length === 0 ? filled : `${filled}?${search.join('&')}`;
  })
  .filter((address) => address.length < 16_000);

const fieldNames = [
  'what',
  'email',
  'password',
  'name',
  'mobile_no',
  'company_name',
  'message',
  'country',
  'page',
  'country_code',
  'privacy_policy',
  'policy',
  'phone',
  'position',
  'designation',
  'number',
  'report_id',
  'type',
  'amount',
  'address',
  'licence',
  'turnstile_token',
  'id',
  '__proto__',
  '\0',
];

/** Fields of any form, most of them hostile. */
export const hostileFields: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(...fieldNames),
  fc.oneof(hostileText, fc.constantFrom('a@b.example', '+39', '+39 02 0000', '1', 'human')),
);
