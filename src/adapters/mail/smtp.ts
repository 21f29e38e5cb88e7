import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import type { World } from '#core/world.ts';

/** A whole conversation, however slowly it goes on. Milliseconds; a letter's lease outlives it. */
const longest = 30_000;

/**
 * Sends letters to one mail server. `send` resolves when the server took the letter and throws otherwise; the
 * job that called it tries again, with the same Message-ID.
 */
export function createSmtpMail(
  url: string,
  from: () => Promise<{ name: string; address: string }>,
): World['mail'] {
  const transport = nodemailer.createTransport(url, {
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  } as object);
  return {
    send: async ({ to, subject, html, text, messageId, replyTo, unsubscribe }) => {
      const sending = transport.sendMail({
        from: await from(),
        to: { name: '', address: to },
        subject,
        html,
        text,
        messageId,
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        ...(unsubscribe
          ? {
              headers: {
                'List-Unsubscribe': `<${unsubscribe}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              },
            }
          : {}),
      });
      const over = new AbortController();
      const late = sleep(longest, undefined, { signal: over.signal, ref: false }).then(() => {
        throw new Error('the mail server took too long');
      });
      try {
        await Promise.race([sending, late]);
      } finally {
        over.abort();
        late.catch(() => {});
        sending.catch(() => {});
      }
    },
  };
}
