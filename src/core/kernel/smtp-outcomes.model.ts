/** The meaning of each answer of a mail server, and of each silence. Pure. */

/**
 * Where a conversation ended. `setup`: before any of it, by what the store is configured with
 * (certificate, TLS, kinds of login). `content`: before the final dot; `final-dot`: from there until
 * its answer. What goes wrong at QUIT changes nothing: the email was taken.
 */
export const smtpPhases = [
  'connect',
  'setup',
  'greeting',
  'ehlo',
  'tls',
  'auth',
  'mail-from',
  'rcpt-to',
  'data',
  'content',
  'final-dot',
] as const;
export type SmtpPhase = (typeof smtpPhases)[number];

/**
 * `address`: the recipient's address is refused for good. `sender`: the server refuses what this
 * store sends, whomever it is for. `later`: it was not sent, and may be when it is tried again.
 * `unclear`: it may have been sent.
 */
export type SmtpOutcome = 'address' | 'sender' | 'later' | 'unclear';

export type JudgedSmtp = {
  readonly outcome: SmtpOutcome;
  /** Of `address`: there is no such mailbox, and there won't be. */
  readonly isUnknown: boolean;
  /** Of `address`: the answer says so. Otherwise it may be about the sender as well. */
  readonly isCertain: boolean;
  /** It would have been the same for any other email at this moment. */
  readonly isAboutServer: boolean;
};

type Row = {
  /** Where it holds; everywhere if it is left out. */
  readonly phases?: readonly SmtpPhase[];
  /** Of "550 5.1.1"; "550 -" if no enhanced code was given. */
  readonly codes: RegExp;
  /** If the words of the answer decide, too. */
  readonly words?: RegExp;
  readonly outcome: SmtpOutcome;
  readonly isUnknown?: true;
  readonly isUncertain?: true;
};

/** Once the server was told whom the email is for, it may speak of the recipient. */
const ofRecipient: readonly SmtpPhase[] = ['rcpt-to', 'data', 'content', 'final-dot'];

/** Of refusals without an enhanced code: those of a whole sender, as common servers put them. */
const senderWords =
  /relay|spam|black ?list|block|\bd?nsbl\b|\brbl\b|polic|reputation|\b(daily|hourly|rate|sending|message) (limit|quota)|limit exceeded|too many|authenti|\bspf\b|\bdkim\b|\bdmarc\b|sender|not permitted|rcpthosts|denied|prohibited|banned|\bptr\b|reverse dns|helo/i;

/**
 * Negative answers; the first row that fits counts. Codes are those of RFC 5321 4.2.3, RFC 7504
 * (521, 556) and IANA's registry of enhanced status codes (RFC 3463, 5248, 7293, 7505).
 */
const answers: readonly Row[] = [
  // RFC 5321 4.2.1: a 4yz answer says that the same email may be taken later.
  { codes: /^4/, outcome: 'later' },
  // A server that contradicts itself is asked again.
  { codes: /^5\d\d 4\./, outcome: 'later' },
  // Nobody has been named yet: it can only be about the sender.
  {
    phases: ['connect', 'setup', 'greeting', 'ehlo', 'tls', 'auth'],
    codes: /^5/,
    outcome: 'sender',
  },
  { phases: ['mail-from'], codes: /^5/, outcome: 'sender' },

  // X.1.7 to X.1.9 are about the sender's address and the way there.
  { codes: /5\.1\.[789]$/, outcome: 'sender' },
  // No such mailbox, no address, moved away, a domain that takes no email.
  { phases: ofRecipient, codes: /5\.1\.(1|3|6|10)$/, outcome: 'address', isUnknown: true },
  { phases: ofRecipient, codes: /5\.1\.[24]$/, outcome: 'address' },
  { phases: ['rcpt-to'], codes: /5\.1\.\d+$/, outcome: 'address', isUncertain: true },
  // Disabled; full, which passes; too large for it.
  { phases: ofRecipient, codes: /5\.2\.1$/, outcome: 'address' },
  { codes: /5\.2\.2$/, outcome: 'later' },
  { phases: ['rcpt-to'], codes: /5\.2\.[04]$/, outcome: 'address', isUncertain: true },
  // No answer from, or no way to, the recipient's domain; at RCPT some say it of a wrong address.
  { phases: ['rcpt-to'], codes: /5\.4\.[14]$/, outcome: 'address', isUncertain: true },
  // The mailbox or its domain belongs to somebody else now.
  { phases: ofRecipient, codes: /5\.7\.1[78]$/, outcome: 'address' },
  // The mail system, its network (5.4.5: a daily limit), the protocol, the content, the policy.
  { codes: / 5\./, outcome: 'sender' },

  // Without an enhanced code. 552: storage, which may be there later.
  { phases: ofRecipient, codes: /^552 -/, outcome: 'later' },
  { phases: ['rcpt-to'], codes: /^(550|551|553) -/, words: senderWords, outcome: 'sender' },
  { phases: ['rcpt-to'], codes: /^(501|550|551|553|556) -/, outcome: 'address', isUncertain: true },
  { codes: /^5/, outcome: 'sender' },
];

/** Phases in which the conversation has not come to one email yet. */
const beforeEmail: readonly SmtpPhase[] = ['connect', 'setup', 'greeting', 'ehlo', 'tls', 'auth'];

/** "550-5.1.1 No such user" is [“550”, "5.1.1"]; undefined for what is no SMTP answer. */
function readCodes(reply: string): { basic: string; enhanced: string } | undefined {
  const [, basic, enhanced = '-'] =
    /^([2-5]\d\d)(?:[ -]+([245]\.\d{1,3}\.\d{1,3})(?!\S))?/.exec(reply) ?? [];
  return basic === undefined ? undefined : { basic, enhanced };
}

/**
 * Returns the meaning of a failure: at which phase, and with which answer, all lines of it;
 * undefined if none came. Only between the final dot and its answer nobody knows whether the email
 * is on its way.
 */
export function judgeSmtp(phase: SmtpPhase, reply?: string): JudgedSmtp {
  const codes = reply === undefined ? undefined : readCodes(reply);
  const isAnswered = codes !== undefined && /^[45]/.test(codes.basic);
  const row = isAnswered
    ? findRow(phase, `${codes.basic} ${codes.enhanced}`, reply ?? '')
    : undefined;
  const outcome = row?.outcome ?? judgeSilence(phase);
  return {
    outcome,
    isUnknown: row?.isUnknown ?? false,
    isCertain: row?.outcome === 'address' && !row.isUncertain,
    isAboutServer: beforeEmail.includes(phase) || codes?.basic === '421' || outcome === 'sender',
  };
}

const findRow = (phase: SmtpPhase, codes: string, reply: string): Row | undefined =>
  answers.find(
    (row) =>
      (row.phases?.includes(phase) ?? true) &&
      row.codes.test(codes) &&
      (row.words?.test(reply) ?? true),
  );

/** Nothing, or nothing that SMTP knows, was answered. */
function judgeSilence(phase: SmtpPhase): SmtpOutcome {
  if (phase === 'setup') return 'sender';
  return phase === 'final-dot' ? 'unclear' : 'later';
}

const maxReasonLength = 300;

/** The answer in one line of at most 300 characters; addresses in it are left out. */
export const describeReply = (reply: string): string =>
  reply
    .replaceAll(/\r?\n\d{3}[ -]?(?:[245]\.\d{1,3}\.\d{1,3} )?/g, ' ')
    .replaceAll(/<?[^\s<>:;,"'()]+@[^\s<>:;,"'()]+>?/g, '<address>')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxReasonLength);
