import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import type { BodyPace } from './body-limit.ts';
import { publicFormLimits, staffFormLimits, type FormLimits } from './form-upload.ts';
import { withForm } from './read-form.ts';
import { UploadFolder } from './upload-folder.ts';

const temporary = createTemporaryFolder('uploads');
afterAll(() => temporary.remove());
const folder = path.join(temporary.path, 'uploads');
const uploads = new UploadFolder(folder, { maxAtOnce: 3, maxPerClient: 2 });
const log = { info: () => {}, warn: () => {}, error: () => {} };
const urlEncoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=x';

type Options = {
  readonly uploads?: UploadFolder | undefined;
  readonly clientIp?: string;
  readonly pace?: BodyPace;
};
type ReadForm = Outcome<SubmittedForm & { readonly bytes?: Uint8Array | undefined }>;

/** The form as it was while it was answered, with the content of its file. */
const readForm = (request: Request, options: Options = {}): Promise<ReadForm> =>
  withForm(request, { uploads, clientIp: '', log, ...options }, async (form) =>
    form.ok
      ? { ok: true, value: { ...form.value, bytes: await form.value.file?.readBytes() } }
      : form,
  );

const post = (type: string, body: BodyInit | null, headers = {}): Request =>
  new Request('http://x/', {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body,
    duplex: 'half',
  } as RequestInit);

/** A body of these chunks that counts how many were asked for; it ends if `isEndless` is false. */
function createBody(chunks: readonly Uint8Array[], isEndless = false) {
  const state = { readChunks: 0 };
  const body = new ReadableStream({
    pull: (controller) => {
      const chunk = chunks[state.readChunks];
      if (chunk) {
        state.readChunks++;
        controller.enqueue(chunk);
      } else if (!isEndless) controller.close();
      return chunk || !isEndless ? undefined : new Promise(() => {});
    },
  });
  return { state, body };
}

const filePart = (content: string): string =>
  `--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda\r\n` +
  `--x\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n${content}`;

test('a form is read whole, whatever its content and however it is cut into chunks', async () => {
  const name = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\0"\r\n\\]/g, '_'));
  const bytes = fc.uint8Array({ maxLength: 300 });
  const lookalike = fc
    .constantFrom('\r\n--', '\r\n', '--', '-', '\r')
    .map((text) => Buffer.from(text));
  const content = fc.array(fc.oneof(bytes, lookalike)).map((parts) => Buffer.concat(parts));
  await fc.assert(
    fc.asyncProperty(name, content, fc.integer({ min: 1, max: 200 }), async (text, file, size) => {
      const form = new FormData();
      form.append(`f${text}`, text);
      form.append('cv', new Blob([file]), `${text}.pdf`);
      form.append('after', 'z');
      const sent = new Response(form);
      const whole = new Uint8Array(await sent.arrayBuffer());
      const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
        whole.slice(i * size, (i + 1) * size),
      );
      const type = sent.headers.get('content-type') ?? '';
      const read = await readForm(post(type, createBody(chunks).body));
      expect(read).toMatchObject({
        ok: true,
        value: { fields: { [`f${text}`]: text, after: 'z' } },
      });
      if (!read.ok || file.length === 0) return;
      expect(read.value.file?.name).toBe(`${text}.pdf`);
      expect(Buffer.from(read.value.bytes ?? []).equals(file)).toBe(true);
    }),
    // A line separator, which ends a line for regular expressions, stood for the end of a header.
    { numRuns: 60, examples: [['\u2028', Buffer.alloc(0), 1]] },
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('fields are clean, and of a repeated name the first one counts', async () => {
  const read = await readForm(post(urlEncoded, 'a=1&a=2&b=%00%ED%A0%80&__proto__=x&c%00=+'));
  expect(read).toMatchObject({ ok: true });
  expect(read.ok && Object.entries(read.value.fields)).toEqual([
    ['a', '1'],
    ['b', '����'],
    ['__proto__', 'x'],
    ['c�', ' '],
  ]);
});

test.each([
  ['a megabyte of fields without a name', urlEncoded, 'a&'.repeat(500_000)],
  ['101 fields', urlEncoded, 'a=1&'.repeat(100)],
  [
    '101 parts',
    multipart,
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(101),
  ],
  ['a long part without a header', multipart, `--x\r\n${'a'.repeat(80_000)}`],
  [
    'fields of 70 KB together',
    multipart,
    ['a', 'b']
      .map(
        (name) =>
          `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${'1'.repeat(35_000)}\r\n`,
      )
      .join('') + '--x--',
  ],
])('A-41 a form of %s is refused as too large', async (_, type, body) => {
  expect(await readForm(post(type, body))).toMatchObject({ code: 'too-large' });
});

test.each([
  ['no boundary', multipart, 'abc'],
  ['a part without a name', multipart, '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--'],
  ['no end', multipart, filePart('%PDF-')],
])('A-41 a form with %s is refused as malformed', async (_, type, body) => {
  expect(await readForm(post(type, body))).toMatchObject({ code: 'malformed' });
  expect(readdirSync(folder)).toEqual([]);
});

test('A-41 what is no form is refused, and a body that is far too long is not even read', async () => {
  expect(await readForm(post('text/plain', 'a=1'))).toMatchObject({ code: 'unsupported-type' });
  for (const type of [urlEncoded, multipart]) {
    const { state, body } = createBody([Buffer.alloc(1024), Buffer.alloc(1024)]);
    const request = post(type, body, { 'content-length': String(100 * 1024 * 1024) });
    expect(await readForm(request)).toMatchObject({ code: 'too-large' });
    expect(state.readChunks).toBeLessThan(2);
  }
});

test('A-42 a file of more than 10 MiB is refused, and the typed fields are kept', async () => {
  const body = [
    Buffer.from(filePart('%PDF-')),
    ...Array<Buffer>(11).fill(Buffer.alloc(1024 * 1024)),
    Buffer.from('\r\n--x--'),
  ];
  const read = await readForm(post(multipart, createBody(body).body));
  expect(read).toMatchObject({
    ok: true,
    value: { fields: { name: 'Ada' }, fileRefusal: { code: 'too-large' } },
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('A-42 a form whose address takes no file is read without it, and only up to 64 KB', async () => {
  const small = await readForm(post(multipart, `${filePart('%PDF-')}\r\n--x--`), {
    uploads: undefined,
  });
  expect(small).toEqual({ ok: true, value: { fields: { name: 'Ada' }, bytes: undefined } });
  const large = `${filePart('x'.repeat(70_000))}\r\n--x--`;
  expect(await readForm(post(multipart, large), { uploads: undefined })).toMatchObject({
    code: 'too-large',
  });
});

test('a form of staff brings several files in one place, a public one its first alone', async () => {
  const form = new FormData();
  for (const name of ['a.png', 'b.png', 'c.png'])
    form.append('file', new Blob([`bytes of ${name}`]), name);
  form.append('file', new Blob([]), '');
  const send = (limits: FormLimits): Promise<string[] | string> => {
    const request = new Request('http://x/', { method: 'POST', body: form });
    return withForm(request, { uploads, clientIp: '', log, limits }, async (read) => {
      if (!read.ok) return read.message;
      const { file, furtherFiles = [], fileRefusal } = read.value;
      if (fileRefusal) return fileRefusal.message;
      const files = file ? [file, ...furtherFiles] : [];
      return Promise.all(
        files.map(async (one) => `${one.name}: ${Buffer.from(await one.readBytes()).toString()}`),
      );
    });
  };
  const all = ['a.png', 'b.png', 'c.png'].map((name) => `${name}: bytes of ${name}`);
  expect(await send(staffFormLimits)).toEqual(all);
  expect(await send({ ...publicFormLimits, fileFields: ['file'] })).toEqual(all.slice(0, 1));
  expect(await send({ ...staffFormLimits, maxFiles: 2 })).toMatch(/more than 2 files/);
  expect(await send({ ...staffFormLimits, maxFileBytes: 30 })).toMatch(/larger than/);
  expect(readdirSync(folder)).toEqual([]);
});

test('an empty file is a file with its name', async () => {
  const read = await readForm(post(multipart, `${filePart('')}\r\n--x--`));
  expect(read).toMatchObject({ value: { file: { name: 'cv.pdf', sizeBytes: 0 } } });
});

test('A-42 uploads beyond the limits are refused with their fields, and their places become free', async () => {
  const form = `${filePart('%PDF-')}\r\n--x--`;
  const others: Promise<unknown>[] = [];
  const endOthers = Promise.withResolvers<void>();
  const hold = (clientIp: string): Promise<void> => {
    const isHeld = Promise.withResolvers<void>();
    const options = { uploads, clientIp, log };
    others.push(
      withForm(post(multipart, form), options, () => (isHeld.resolve(), endOthers.promise)),
    );
    return isHeld.promise;
  };
  const busy = {
    ok: true,
    value: { fields: { name: 'Ada' }, fileRefusal: { code: 'unavailable', retryAfterSeconds: 60 } },
  };
  await Promise.all([hold('a'), hold('a')]);
  expect(await readForm(post(multipart, form), { clientIp: 'a' })).toMatchObject(busy);
  await hold('b');
  expect(await readForm(post(multipart, form), { clientIp: 'c' })).toMatchObject(busy);
  expect(readdirSync(folder)).toHaveLength(3);
  endOthers.resolve();
  await Promise.all(others);
  expect(readdirSync(folder)).toEqual([]);
  expect(await readForm(post(multipart, form), { clientIp: 'a' })).toMatchObject({
    value: { file: { name: 'cv.pdf' } },
  });
});

test.each([
  ['stops', { idleMs: 20, graceMs: 60_000, minBytesPerSecond: 1 }],
  ['comes too slowly', { idleMs: 60_000, graceMs: 0, minBytesPerSecond: 1e12 }],
])('A-42 an upload that %s is dropped with its file', async (_, pace) => {
  const chunks = [Buffer.from(filePart('%PDF-')), Buffer.alloc(1024), Buffer.alloc(1024)];
  const read = await readForm(post(multipart, createBody(chunks, true).body), { pace });
  expect(read).toMatchObject({ code: 'timed-out' });
  expect(readdirSync(folder)).toEqual([]);
});

test('A-42 files that a killed process left are removed at the start', () => {
  const left = path.join(folder, 'left');
  writeFileSync(left, '%PDF-');
  expect(new UploadFolder(folder)).toBeDefined();
  expect(existsSync(left)).toBe(false);
});
