import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import type { Deps } from '#core/deps.ts';

/** For the whole conversation, however slowly it goes on. The outbox's lease is longer. */
const maxSendMs = 30_000;

/**
 * Sends emails through one SMTP server. `send` resolves when the server has accepted the email and
 * throws otherwise; the caller may try again with the same Message-ID.
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
      await rejectAfter(maxSendMs, sending);
    },
  };
}

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
