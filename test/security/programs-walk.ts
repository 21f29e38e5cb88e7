/** The mistakes that a program can make, and a client that sends them as they are. */
import http from 'node:http';
import { gunzipSync } from 'node:zlib';

export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
};
export type Answered = {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
};

/** Sends requests that `fetch` would mend or refuse; each comes from an address of its own. */
export function createRawClient(origin: string): (sent: Sent) => Promise<Answered> {
  const { host, port } = new URL(origin);
  let count = 0;
  return ({ method, path, headers = {}, body }) =>
    new Promise((resolve, reject) => {
      count++;
      const from = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
      const length =
        body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const request = http.request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          agent: false,
          setHost: false,
          headers: { host, 'x-forwarded-for': from, ...length, ...headers },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
          response.on('end', () => {
            const bytes = Buffer.concat(parts);
            const isPacked = response.headers['content-encoding'] === 'gzip' && bytes.length > 0;
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: (isPacked ? gunzipSync(bytes) : bytes).toString(),
            });
          });
        },
      );
      request.on('error', reject);
      request.end(body);
    });
}

/** Texts in place of a name or an id in a path, which nothing of ours has. */
export const wrongNames: readonly string[] = [
  '0',
  '-1',
  '2147483648',
  '9223372036854775808',
  '1e30',
  '1.5',
  '%D9%A1%D9%A2',
  '%',
  '%FF',
  '%E0%A4%A',
  '%00',
  '%ED%A0%80',
  '%C2%A0',
  '%0d%0aX:%20y',
  '__proto__',
  'constructor',
  '..%2F..%2Fx',
  'x'.repeat(5000),
];

export const wrongValues: readonly string[] = [
  '%',
  '%FF',
  '%00',
  '%E0%A4%A',
  '%ED%A0%80',
  '__proto__',
  '2147483648',
  '-1',
  '1e30',
  '%D9%A2',
  '2026-02-30',
  '',
];

/** Names of queries anywhere in the store, each of which comes twice and in brackets, too. */
const queryNames =
  'page per_page q type token id order from to until sort industry year state after before ' +
  'expires signature country report_id file import upload mode format kind period since email day ' +
  'next unsent show done status method code search key number cursor staff revision __proto__';

export const writeQuery = (value: string): string =>
  queryNames
    .split(' ')
    .flatMap((name) => [`${name}=${value}`, `${name}=${value}x`, `${name}[a]=${value}`])
    .join('&');

const many = (character: string): string => character.repeat(5000);

export const wrongHeaders: readonly Readonly<Record<string, string>>[] = [
  { range: 'bytes=9-1,x' },
  { range: 'bytes=99999999999999999999-' },
  { 'if-none-match': `"${many('x')}` },
  { 'if-modified-since': 'Fri, 31 Feb 99999 00:00:00 GMT' },
  { 'if-match': '"x', 'if-unmodified-since': 'yesterday' },
  { accept: 'application/json;q=x, */*;q=999,;;' },
  { accept: 'image/jxl' },
  { 'accept-encoding': 'gzip;q=x, br;q=-1, *;q=0, identity;q=0' },
  { 'accept-language': '%%%;q=a' },
  { origin: 'null' },
  { origin: ':::' },
  { cookie: '=;;;a=%;session=%FF;staff-ticket=%00;buyer=x;flash=%7B;__proto__=1' },
  { 'user-agent': many('\u00ff'), referer: 'ht!tp://%' },
  { 'x-forwarded-for': `unknown, '"<>, 999.1.1.1` },
  { 'x-request-id': 'a b\u00ff', expect: '100-continue', te: 'trailers' },
  { 'content-type': 'x;;;=', 'content-encoding': 'x' },
  { 'tus-resumable': '1.0.0', 'upload-offset': '-1', 'upload-length': '1e9' },
  { 'sec-fetch-site': 'x', 'if-range': 'x' },
];

type Body = readonly [type: string | undefined, body: Buffer | string];

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=XX';

const names = ['name', 'email', 'intent', 'what', 'message', 'title', 'country', 'amount', 'type'];
const asObject = (value: unknown): string =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, value])));
const writePart = (name: string, more = ''): string =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\nx\r\n`;
const asFile = '; filename="a.txt"';

/** Bodies that no call and no form takes, by what is wrong with them. */
export const wrongBodies: Readonly<Record<string, Body>> = {
  'no type': [undefined, 'a=b'],
  'another type': ['application/xml', '<a/>'],
  'no type at all': ['x;;;=', 'a=b'],
  'another charset': ['application/json; charset=utf-16', '{}'],
  nothing: [json, ''],
  'broken JSON': [json, '{"email":'],
  null: [json, 'null'],
  list: [json, '[]'],
  number: [json, '1e400'],
  text: [json, '"x"'],
  'endless numbers': [json, asObject(0).replaceAll(':0', ':1e400')],
  'deep lists': [json, '['.repeat(30_000) + ']'.repeat(30_000)],
  'deep objects': [json, `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`],
  'a huge text': [json, asObject('x'.repeat(300_000))],
  surrogates: [json, asObject('').replaceAll('""', String.raw`"\ud800"`)],
  'NUL characters': [json, asObject('').replaceAll('""', String.raw`"a\u0000"`)],
  __proto__: [json, '{"__proto__":{"email":"a@b.example"},"constructor":1}'],
  'no UTF-8': [json, Buffer.from([0x7b, 0x22, 0x61, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  objects: [json, asObject({ a: [1] })],
  lists: [json, asObject(['a'])],
  true: [json, asObject(true)],
  'large numbers': [json, asObject(1e30)],
  'ids of no row': [json, asObject(2_147_483_648)],
  'no boundary': ['multipart/form-data', `${writePart('name')}--XX--`],
  'another boundary': [multipart, '--YY\r\n\r\n--YY--'],
  'an empty multipart': [multipart, ''],
  'no end': [multipart, writePart('name')],
  'half a head': [multipart, '--XX\r\nContent-Disposition: form-data; name="na'],
  'no name': [multipart, '--XX\r\nContent-Disposition: form-data\r\n\r\nx\r\n--XX--'],
  'a long head': [multipart, `--XX\r\nX: ${many('y')}\r\n\r\nx\r\n--XX--`],
  'files for texts': [multipart, `${names.map((name) => writePart(name, asFile)).join('')}--XX--`],
  'a text for a file': [multipart, `${writePart('cv')}${writePart('file')}--XX--`],
  'percent signs': [form, 'name=%zz&email=%&%=%E0%A4%A&message=%FF'],
  'bytes that are no text': [form, Buffer.from([0x6e, 0x3d, 0xff, 0xfe, 0x00, 0x26, 0x61])],
  'names of objects': [form, '__proto__=1&constructor=2&__proto__[x]=3&toString=1'],
  'each twice': [form, names.flatMap((name) => [`${name}=x`, `${name}=y`]).join('&')],
  'too long': [form, `name=${'x'.repeat(3_000_000)}`],
  'too many': [form, 'a=1&'.repeat(6000)],
  'NUL in a form': [form, names.map((name) => `${name}=%00%ED%A0%80`).join('&')],
  'JSON as a form': [form, '{"a":1}'],
  'ids as texts': [form, names.map((name) => `${name}=9223372036854775808`).join('&')],
};
