import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import type { Deps, Email } from '#core/deps.ts';
import { EmailFailure } from '#core/kernel/email-failure.ts';
import { SmtpSession, smtpTimes, type SmtpServer, type SmtpTimes } from './smtp-session.ts';

type Sender = { readonly name: string; readonly address: string };

/** How long a connection is kept for another email, and for how many. */
const idleMs = 5000;
const maxEmailsPerSession = 50;

/**
 * Sends emails through one SMTP server. Each failure is an EmailFailure that says at which phase it
 * happened and what was answered. Connections are used again for emails that follow at once.
 */
export function createSmtpEmailSender(
  url: string,
  getSender: () => Promise<Sender>,
  times: SmtpTimes = smtpTimes,
): Deps['email'] {
  const server = new SMTPTransport({ url });
  const sessions = new IdleSessions(server, times);
  return {
    send: async (email, { beforeFinalDot = async () => {} } = {}) => {
      const message = await compose(email, getSender);
      await sessions.send({ ...message, beforeFinalDot });
    },
  };
}

type Message = Parameters<SmtpSession['send']>[0];
type IdleSession = { readonly session: SmtpSession; readonly sent: number; timer: NodeJS.Timeout };

/** Connections that wait for another email. */
class IdleSessions {
  readonly #server: SmtpServer;
  readonly #times: SmtpTimes;
  readonly #idle: IdleSession[] = [];

  constructor(server: SmtpServer, times: SmtpTimes) {
    this.#server = server;
    this.#times = times;
  }

  async send(message: Message): Promise<void> {
    for (let kept = this.#take(); kept; kept = this.#take()) {
      try {
        await kept.session.send(message);
        return this.#keep(kept.session, kept.sent + 1);
      } catch (error) {
        if (!isClosedMeanwhile(error)) throw error;
      }
    }
    const session = await SmtpSession.open(this.#server, this.#times);
    await session.send(message);
    this.#keep(session, 1);
  }

  #take(): IdleSession | undefined {
    for (;;) {
      const kept = this.#idle.pop();
      if (!kept) return undefined;
      clearTimeout(kept.timer);
      kept.session.setHolding(true);
      if (kept.session.isOpen) return kept;
      kept.session.quit();
    }
  }

  #keep(session: SmtpSession, sent: number): void {
    if (sent >= maxEmailsPerSession || !session.isOpen) return session.quit();
    session.setHolding(false);
    const timer = setTimeout(() => {
      this.#idle.splice(this.#idle.indexOf(kept), 1);
      session.quit();
    }, idleMs).unref();
    const kept: IdleSession = { session, sent, timer };
    this.#idle.push(kept);
  }
}

/** The server ended the connection while nobody used it: nothing was said about this email. */
const isClosedMeanwhile = (error: unknown): boolean =>
  error instanceof EmailFailure &&
  error.phase === 'mail-from' &&
  (error.reply === undefined || error.reply.startsWith('421'));

/** The email as it is sent. What fails here fails before the mail server was asked. */
async function compose(
  { to, subject, html, text, messageId, replyTo, unsubscribeUrl }: Email,
  getSender: () => Promise<Sender>,
): Promise<Omit<Message, 'beforeFinalDot'>> {
  try {
    const node = new MailComposer({
      from: await getSender(),
      to: { name: '', address: to },
      subject,
      html,
      text,
      messageId,
      ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
      ...(unsubscribeUrl ? { headers: createUnsubscribeHeaders(unsubscribeUrl) } : {}),
    }).compile();
    const envelope = node.getEnvelope();
    const [recipient = ''] = envelope.to;
    return { from: envelope.from || '', to: recipient, content: await node.build() };
  } catch (error) {
    throw new EmailFailure('connect', { cause: error });
  }
}

/** One-click unsubscribing (RFC 8058). */
const createUnsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
