import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import type { Deps } from '#core/deps.ts';
import { EmailNotSentError } from '#core/kernel/email-not-sent.ts';

/** For the whole conversation, however slowly it goes on. The outbox's lease is longer. */
const maxSendMs = 30_000;

/**
 * Sends emails through one SMTP server. `send` resolves when the server has accepted the email and
 * throws otherwise; the caller may try again with the same Message-ID. An EmailNotSentError says that
 * the server has not taken it.
 */
export function createSmtpEmailSender(
  url: string,
  getSender: () => Promise<{ name: string; address: string }>,
): Deps['email'] {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    send: async ({ to, subject, html, text, messageId, replyTo, unsubscribeUrl }) => {
      const sending = transport.sendMail({
        from: await getSender(),
        to: { name: '', address: to },
        subject,
        html,
        text,
        messageId,
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        ...(unsubscribeUrl ? { headers: createUnsubscribeHeaders(unsubscribeUrl) } : {}),
      });
      await rejectAfter(maxSendMs, sending.catch(rethrow));
    },
  };
}

/** What Nodemailer says of a failure, where it knows. */
type SmtpFailure = {
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
  readonly syscall?: string;
};

/**
 * A refusal in words of SMTP (RFC 5321) and a connection that was never made are certain; an answer
 * that did not come leaves open whether the email is on its way.
 */
function rethrow(error: Error & SmtpFailure): never {
  const { responseCode, command, syscall, response = '' } = error;
  const wasConnected = syscall !== 'connect' && syscall !== 'getaddrinfo';
  if (responseCode === undefined && wasConnected) throw error;
  const isRefusedForGood = command === 'RCPT TO' && (responseCode ?? 0) >= 500;
  throw new EmailNotSentError(error.message, {
    cause: error,
    ...(isRefusedForGood ? { refusedRecipient: readRefusal(response) } : {}),
  });
}

/** Enhanced status codes are those of RFC 3463: 5.1.1 is an address that does not exist. */
const readRefusal = (response: string) => ({
  isUnknown: /^\d{3}[ -]5\.1\.1\b/.test(response),
  reason: response.replaceAll(/\s+/g, ' ').slice(0, 300),
});

/** One-click unsubscribing (RFC 8058). */
const createUnsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Rejects where `sending` takes longer; how it ends then is ignored. */
async function rejectAfter(timeoutMs: number, sending: Promise<unknown>): Promise<void> {
  const abort = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: abort.signal, ref: false }).then(() => {
    throw new Error('the mail server took too long');
  });
  try {
    await Promise.race([sending, timeout]);
  } finally {
    abort.abort();
    timeout.catch(() => {});
    sending.catch(() => {});
  }
}
