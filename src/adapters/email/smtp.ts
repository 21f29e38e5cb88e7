import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import type { Deps } from '#core/deps.ts';

/** A whole conversation, however slowly it goes on. Milliseconds; a letter's lease outlives it. */
const maxSendMs = 30_000;

/**
 * Sends letters to one mail server. `send` resolves when the server took the letter and throws otherwise; the
 * job that called it tries again, with the same Message-ID.
 */
export function createSmtpEmailSender(
  url: string,
  getSender: () => Promise<{ name: string; address: string }>,
): Deps['email'] {
  const transport = nodemailer.createTransport(url, {
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  } as object);
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
        ...(unsubscribeUrl
          ? {
              headers: {
                'List-Unsubscribe': `<${unsubscribeUrl}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              },
            }
          : {}),
      });
      const timeoutAbort = new AbortController();
      const timedOut = sleep(maxSendMs, undefined, {
        signal: timeoutAbort.signal,
        ref: false,
      }).then(() => {
        throw new Error('the mail server took too long');
      });
      try {
        await Promise.race([sending, timedOut]);
      } finally {
        timeoutAbort.abort();
        timedOut.catch(() => {});
        sending.catch(() => {});
      }
    },
  };
}
