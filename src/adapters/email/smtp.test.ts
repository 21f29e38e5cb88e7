import { afterEach, expect, test } from 'vitest';
import { SMTPServer } from 'smtp-server';
import {
  startPlayingMailServer,
  type Play,
  type PlayingMailServer,
} from '../../../test/support/playing-mail-server.ts';
import type { Email } from '#core/deps.ts';
import { EmailFailure, judgeEmailError } from '#core/kernel/email-failure.ts';
import { createSmtpEmailSender } from './smtp.ts';
import { smtpTimes } from './smtp-session.ts';

const email: Email = {
  to: 'buyer@example.com',
  subject: 'Your receipt',
  html: '<p>Hello</p>',
  text: 'Hello',
  messageId: '<receipt-1@example.com>',
};
const getSender = async () => ({ name: 'Store', address: 'store@example.com' });
/** A server that hangs is given this long here. */
const shortTimes = {
  connectMs: 1000,
  greetingMs: 150,
  loginMs: 150,
  envelopeMs: 150,
  blockMs: 150,
  finalDotMs: 150,
};

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function startServer(
  play: Play | undefined | (() => Play | undefined),
  more: { readonly isPipelining?: boolean; readonly hasAuth?: boolean } = {},
): Promise<PlayingMailServer> {
  const server = await startPlayingMailServer({
    play: typeof play === 'function' ? play : () => play,
    ...more,
  });
  closers.push(server.close);
  return server;
}

/** "rcpt-to address", or "sent". */
async function describeSending(
  server: Pick<PlayingMailServer, 'url'>,
  beforeFinalDot?: () => Promise<void>,
): Promise<string> {
  const sender = createSmtpEmailSender(server.url, getSender, shortTimes);
  try {
    await sender.send(email, beforeFinalDot ? { beforeFinalDot } : {});
    return 'sent';
  } catch (error) {
    const phase = error instanceof EmailFailure ? error.phase : 'no EmailFailure';
    return `${phase} ${judgeEmailError(error).outcome}`;
  }
}

const phases = [
  'greeting',
  'ehlo',
  'auth',
  'mail-from',
  'rcpt-to',
  'data',
  'content',
  'final-dot',
] as const;

/** The final dot is not sent while this is awaited: the server acts within the content. */
const never = (): Promise<void> => new Promise(() => {});
const noteFor = (phase: string) => (phase === 'content' ? never : undefined);
const outcomeOf = (described: string) => described.split(' ').at(-1);

for (const isPipelining of [false, true]) {
  const more = { isPipelining, hasAuth: true };
  const name = isPipelining ? 'pipelined' : 'one by one';

  test.each(phases.filter((phase) => phase !== 'ehlo'))(
    `${name}: what is answered at %s is told apart`,
    async (phase) => {
      const describeAnswer = async (answer: string) =>
        describeSending(await startServer({ phase, act: { answer } }, more), noteFor(phase));
      const namesRecipient = ['rcpt-to', 'data', 'content', 'final-dot'].includes(phase);
      const refused = namesRecipient ? 'address' : 'sender';
      expect(await describeAnswer('550 5.1.1 no such user')).toBe(`${phase} ${refused}`);
      expect(await describeAnswer('554 5.7.1 relay access denied')).toBe(`${phase} sender`);
      expect(await describeAnswer('451-4.3.0 busy\r\n451 4.3.0 later')).toBe(`${phase} later`);
      expect(outcomeOf(await describeAnswer('421 4.3.2 closing'))).toBe('later');
    },
  );

  test.each(['close', 'reset', 'hang'] as const)(
    `${name}: after %s only the time between the final dot and its answer is unclear`,
    async (act) => {
      for (const phase of phases) {
        const server = await startServer({ phase, act }, more);
        const outcome = outcomeOf(await describeSending(server, noteFor(phase)));
        expect([phase, outcome]).toEqual([phase, phase === 'final-dot' ? 'unclear' : 'later']);
        expect(server.taken).toEqual([]);
      }
    },
  );
}

test('EHLO that is refused for good refuses the sender', async () => {
  const server = await startServer({ phase: 'ehlo', act: { answer: '550 5.7.1 not you' } });
  expect(await describeSending(server)).toBe('ehlo sender');
});

test('an email is taken once, and what goes wrong at QUIT changes nothing', async () => {
  for (const act of ['close', 'hang', { answer: '554 5.7.1 no' }] as const) {
    const server = await startServer({ phase: 'quit', act });
    expect(await describeSending(server)).toBe('sent');
    expect(server.taken).toEqual([{ to: email.to, messageId: email.messageId }]);
  }
});

test('a lost answer is unclear, though the email was taken', async () => {
  const server = await startServer({ phase: 'final-dot', act: 'reset', isTaken: true });
  expect(await describeSending(server)).toBe('final-dot unclear');
  expect(server.taken).toHaveLength(1);
});

test('where the note before the final dot fails, no dot is sent', async () => {
  const server = await startServer(undefined);
  const fail = () => Promise.reject(new Error('the database is away'));
  expect(await describeSending(server, fail)).toBe('content later');
  expect(server.taken).toEqual([]);
});

test('the note is made after DATA was accepted, and before the email can be taken', async () => {
  const notes: number[] = [];
  let server = await startServer({ phase: 'data', act: { answer: '554 5.7.1 no' } });
  const note = async () => void notes.push(server.taken.length);
  await describeSending(server, note);
  expect(notes).toEqual([]);
  server = await startServer(undefined);
  expect(await describeSending(server, note)).toBe('sent');
  expect(notes).toEqual([0]);
});

test('a server that is not there, or has no name, was certainly not asked', async () => {
  const server = await startServer(undefined);
  await server.close();
  expect(await describeSending(server)).toBe('connect later');
  expect(await describeSending({ url: 'smtp://mail.invalid:25?ignoreTLS=true' })).toBe(
    'connect later',
  );
});

test.each([
  ['from the start', true],
  ['by STARTTLS', false],
])('a certificate that nobody vouches for refuses the sender: TLS %s', async (_, secure) => {
  const server = new SMTPServer({ secure, authOptional: true });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise<void>((resolve) => server.close(resolve)));
  const address = server.server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const url = `${secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`;
  expect(await describeSending({ url })).toBe('setup sender');
});

test('TLS is spoken to a server without TLS: the store is set up wrongly', async () => {
  const server = await startServer(undefined);
  const url = server.url.replace('smtp:', 'smtps:').replace('?ignoreTLS=true', '');
  expect(await describeSending({ url })).toBe('setup sender');
});

test('STARTTLS is demanded of a server that has none', async () => {
  const server = await startServer(undefined);
  const url = server.url.replace('ignoreTLS', 'requireTLS');
  expect(await describeSending({ url })).toBe('tls sender');
});

test('emails that follow at once share a connection and its login', async () => {
  const server = await startServer(undefined, { hasAuth: true, isPipelining: true });
  const sender = createSmtpEmailSender(server.url, getSender);
  for (let n = 0; n < 5; n++) await sender.send({ ...email, messageId: `<${n}@example.com>` });
  expect(server.taken.map(({ messageId }) => messageId)).toEqual([
    '<0@example.com>',
    '<1@example.com>',
    '<2@example.com>',
    '<3@example.com>',
    '<4@example.com>',
  ]);
  expect([server.countConnections(), server.countLogins()]).toEqual([1, 1]);
});

test('a kept connection that the server has closed is replaced', async () => {
  const plays: (Play | undefined)[] = [undefined, { phase: 'mail-from', act: 'reset' }];
  const server = await startServer(() => plays.shift());
  const sender = createSmtpEmailSender(server.url, getSender);
  await sender.send(email);
  await sender.send(email);
  expect(server.taken).toHaveLength(2);
  expect(server.countConnections()).toBe(2);
});

test('a refusal on a kept connection is the email’s own', async () => {
  const refusal = { phase: 'rcpt-to', act: { answer: '550 5.1.1 no such user' } } as const;
  const plays: (Play | undefined)[] = [undefined, refusal];
  const server = await startServer(() => plays.shift());
  const sender = createSmtpEmailSender(server.url, getSender);
  await sender.send(email);
  await expect(sender.send(email)).rejects.toMatchObject({ phase: 'rcpt-to' });
  await sender.send(email);
  expect(server.taken).toHaveLength(2);
});

test('a mail server has the times of RFC 5321 4.5.3.2', () => {
  const minutes = (ms: number) => ms / 60_000;
  expect(minutes(smtpTimes.greetingMs)).toBeGreaterThanOrEqual(5);
  expect(minutes(smtpTimes.envelopeMs)).toBeGreaterThanOrEqual(5 + 5 + 2);
  expect(minutes(smtpTimes.blockMs)).toBeGreaterThanOrEqual(3);
  expect(minutes(smtpTimes.finalDotMs)).toBeGreaterThanOrEqual(10);
});
