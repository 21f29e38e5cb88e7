import { expect, test } from 'vitest';
import { describeReply, judgeSmtp, smtpPhases, type SmtpPhase } from './smtp-outcomes.model.ts';

/** a: address, A: address that does not exist, ?: address, perhaps; s: sender, l: later, u: unclear. */
function letter(phase: SmtpPhase, reply?: string): string {
  const { outcome, isUnknown, isCertain } = judgeSmtp(phase, reply);
  if (outcome !== 'address') return outcome.slice(0, 1);
  if (!isCertain) return '?';
  return isUnknown ? 'A' : 'a';
}

const columns = (reply?: string): string =>
  smtpPhases.map((phase) => letter(phase, reply)).join('');

/** A column for each phase: connect, setup, greeting, ehlo, tls, auth, mail-from, rcpt-to, data, content, final-dot. */
const table: readonly (readonly [codes: string, columns: string])[] = [
  // RFC 5321 without an enhanced code.
  ['421 closing', 'lllllllllll'],
  ['450 busy', 'lllllllllll'],
  ['451 error in processing', 'lllllllllll'],
  ['452 too many recipients', 'lllllllllll'],
  ['454 temporary authentication failure', 'lllllllllll'],
  ['455 parameters', 'lllllllllll'],
  ['500 syntax', 'sssssssssss'],
  ['501 parameters', 'sssssss?sss'],
  ['502 not implemented', 'sssssssssss'],
  ['503 bad sequence', 'sssssssssss'],
  ['504 parameter', 'sssssssssss'],
  ['521 takes no email', 'sssssssssss'],
  ['530 authentication required', 'sssssssssss'],
  ['534 too weak', 'sssssssssss'],
  ['535 authentication failed', 'sssssssssss'],
  ['538 encryption required', 'sssssssssss'],
  ['550 mailbox unavailable', 'sssssss?sss'],
  ['551 not local', 'sssssss?sss'],
  ['552 storage', 'sssssssllll'],
  ['553 name', 'sssssss?sss'],
  ['554 failed', 'sssssssssss'],
  ['555 parameters', 'sssssssssss'],
  ['556 domain takes no email', 'sssssss?sss'],
  // Whole senders, as servers without enhanced codes refuse them.
  ['550 relay not permitted', 'sssssssssss'],
  ['550 Relaying denied', 'sssssssssss'],
  ['550 blocked using dnsbl.example', 'sssssssssss'],
  ['550 Daily sending limit exceeded', 'sssssssssss'],
  ['550 SPF check failed', 'sssssssssss'],
  ['553 sorry, that domain is not in my list of allowed rcpthosts', 'sssssssssss'],
  ['553 mailbox name not allowed', 'sssssss?sss'],
  // RFC 3463: addressing.
  ['550 5.1.0 other', 'sssssss?sss'],
  ['550 5.1.1 no such user', 'sssssssAAAA'],
  ['550 5.1.2 no such domain', 'sssssssaaaa'],
  ['501 5.1.3 syntax', 'sssssssAAAA'],
  ['550 5.1.4 ambiguous', 'sssssssaaaa'],
  ['550 5.1.6 moved', 'sssssssAAAA'],
  ['501 5.1.7 sender syntax', 'sssssssssss'],
  ['550 5.1.8 sender domain', 'sssssssssss'],
  ['556 5.1.10 null MX', 'sssssssAAAA'],
  // Mailbox.
  ['550 5.2.0 other', 'sssssss?sss'],
  ['550 5.2.1 disabled', 'sssssssaaaa'],
  ['552 5.2.2 full', 'sssssssllll'],
  ['552 5.2.3 too large for it', 'sssssssssss'],
  ['550 5.2.4 list', 'sssssss?sss'],
  // Mail system.
  ['554 5.3.0 other', 'sssssssssss'],
  ['554 5.3.2 not accepting', 'sssssssssss'],
  ['552 5.3.4 too big', 'sssssssssss'],
  ['554 5.3.5 misconfigured', 'sssssssssss'],
  // Network.
  ['550 5.4.1 access denied', 'sssssss?sss'],
  ['550 5.4.4 unable to route', 'sssssss?sss'],
  ['550 5.4.5 daily limit', 'sssssssssss'],
  ['554 5.4.6 loop', 'sssssssssss'],
  ['554 5.4.7 expired', 'sssssssssss'],
  // Protocol and content.
  ['503 5.5.1 authenticate first', 'sssssssssss'],
  ['550 5.5.0 other', 'sssssssssss'],
  ['554 5.6.0 content', 'sssssssssss'],
  ['554 5.6.7 no UTF-8 address', 'sssssssssss'],
  // Security and policy.
  ['554 5.7.0 rejected', 'sssssssssss'],
  ['554 5.7.1 relay access denied', 'sssssssssss'],
  ['530 5.7.0 STARTTLS first', 'sssssssssss'],
  ['535 5.7.8 credentials', 'sssssssssss'],
  ['550 5.7.26 unauthenticated', 'sssssssssss'],
  ['550 5.7.17 mailbox changed hands', 'sssssssaaaa'],
  ['550 5.7.23 SPF', 'sssssssssss'],
  // What passes, with or without the right first digit.
  ['450 4.2.0 greylisted', 'lllllllllll'],
  ['452 4.2.2 full', 'lllllllllll'],
  ['421 4.7.0 rate', 'lllllllllll'],
  ['550 4.2.2 full', 'lllllllllll'],
  ['451 5.7.1 later', 'lllllllllll'],
];

test.each(table)('%s', (reply, expected) => {
  expect(columns(reply)).toBe(expected);
});

test('without an answer it is unclear after the final dot alone', () => {
  expect(columns()).toBe('lsllllllllu');
});

test('an answer that is none is no answer', () => {
  for (const reply of ['', 'hello', '25', '354 go on', '250 ok', '999 x', '550'])
    expect(columns(reply).at(-1)).toBe(reply === '550' ? 's' : 'u');
});

test('all lines of an answer are read, and its address is not repeated', () => {
  const reply = '550-5.1.1 <anna@buyer.example>: gone\r\n550-5.1.1 See\r\n550 5.1.1 help.example';
  expect(letter('rcpt-to', reply)).toBe('A');
  expect(describeReply(reply)).toBe('550-5.1.1 <address>: gone See help.example');
  expect(describeReply(`550 ${'x'.repeat(500)}`)).toHaveLength(300);
});

test('a failure before the email itself would be any other email’s as well', () => {
  const about = (phase: SmtpPhase, reply?: string) => judgeSmtp(phase, reply).isAboutServer;
  expect([about('connect'), about('greeting', '421 x'), about('auth', '454 4.7.0 x')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([about('rcpt-to', '421 4.3.2 x'), about('final-dot', '554 5.7.1 x')]).toEqual([
    true,
    true,
  ]);
  expect([about('rcpt-to', '450 4.2.0 x'), about('rcpt-to', '550 5.1.1 x')]).toEqual([
    false,
    false,
  ]);
  expect(about('final-dot')).toBe(false);
});
