import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTurnstileSimulator } from '#simulators/turnstile/index.ts';
import { startMailSimulator } from '#simulators/mail/index.ts';
import { startPaypalSimulator } from '#simulators/paypal/index.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const folder = createTemporaryFolder('simulators');
const faults: unknown[] = [];
const onFault = (error: unknown): void => void faults.push(error);
const closers: (() => Promise<void>)[] = [];
let origins: Record<'paypal' | 'mail' | 'captcha', string>;
let smtpUrl: URL;

beforeAll(async () => {
  const paypal = await startPaypalSimulator({
    port: 0,
    dataFile: path.join(folder.path, 'paypal.jsonl'),
    onFault,
  });
  const mail = await startMailSimulator({
    port: 0,
    folder: path.join(folder.path, 'mail'),
    onFault,
  });
  const captcha = await startTurnstileSimulator({ port: 0, hostname: 'localhost', onFault });
  closers.push(paypal.close, mail.close, captcha.close);
  origins = { paypal: paypal.origin, mail: mail.inboxUrl, captcha: captcha.origin };
  smtpUrl = new URL(mail.smtpUrl);
});
afterAll(async () => {
  for (const close of closers) await close();
  folder.remove();
});

/** Sends bytes as they are, as no client library would, and answers the status line. */
const sendRaw = (origin: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(origin).port), '127.0.0.1');
    let received = '';
    socket.on('data', (bytes: Buffer) => (received += bytes.toString()));
    socket.on('close', () => resolve(received.split('\r\n')[0] ?? ''));
    socket.on('error', reject);
    socket.write(text);
  });
const get = (origin: string, target: string): Promise<string> =>
  sendRaw(origin, `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
const postControl = async (origin: string, name: string, body: string, headers = {}) =>
  (await fetch(`${origin}/__sim/${name}`, { method: 'POST', body, headers })).status;

test('A-39 addresses that are none are refused by every simulator', async () => {
  for (const origin of Object.values(origins))
    for (const target of ['//', '/%', '/%ff', '/..//', 'http://[', '*', '//[', '/\\'])
      expect(await get(origin, target), target).toMatch(/^HTTP\/1\.1 [24]\d\d /);
  expect(await get(origins.mail, '/%')).toMatch(/^HTTP\/1\.1 400 /);
  expect(faults).toEqual([]);
});

test('A-39 control addresses answer 400 for a body that they do not understand', async () => {
  for (const body of ['x', 'null', '[]', '5', '"x"', '{"on":1}', '{"pass":"x"}', '{"capture":5}'])
    for (const [origin, name] of [
      [origins.captcha, 'outage'],
      [origins.paypal, 'clock'],
    ] as const)
      expect(await postControl(origin, name, body), `${name} ${body}`).toBe(400);
  for (const [name, body] of [
    ['faults', '{"capture":5}'],
    ['account', '{"lag":"x"}'],
    ['account', '{"__proto__":{"lag":1}}'],
  ] as const)
    expect(await postControl(origins.paypal, name, body), name).toBe(400);
  expect(await postControl(origins.paypal, 'constructor', '{}')).toBe(401);
  expect(faults).toEqual([]);
});

test('A-39 a body of any size is answered, and no more than 2 MB of it are kept', async () => {
  const body = 'x'.repeat(5 * 1024 * 1024);
  for (const origin of Object.values(origins))
    expect((await fetch(origin, { method: 'POST', body })).status).toBe(413);
});

test("A-40 a page of another site can't use the control addresses", async () => {
  const evil = { origin: 'https://evil.example' };
  expect(await postControl(origins.captcha, 'outage', '{"on":true}', evil)).toBe(403);
  expect(await postControl(origins.paypal, 'account', '{"restricted":true}', evil)).toBe(403);
  const ledger = await fetch(`${origins.paypal}/__sim/ledger`, { headers: { origin: 'null' } });
  expect(ledger.status).toBe(403);
  const own = { origin: origins.captcha };
  expect(await postControl(origins.captcha, 'outage', '{"on":false}', own)).toBe(200);
});

test('A-39 a mail client that breaks off ends nothing', async () => {
  for (let i = 0; i < 5; i++) {
    const socket = net.connect(Number(smtpUrl.port), '127.0.0.1');
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write('EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<a@b.example>\r\nDATA\r\nhalf');
    socket.resetAndDestroy();
  }
  expect((await fetch(origins.mail)).status).toBe(200);
});
