import nodemailer from 'nodemailer';
import type { World } from '#core/world.ts';

/**
 * Sends letters to one mail server. `send` resolves when the server took the letter and throws otherwise; the
 * job that called it tries again, with the same Message-ID.
 */
export function createSmtpMail(url: string, from: () => Promise<{ name: string; address: string }>): World['mail'] {
  const transport = nodemailer.createTransport(url, { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as object);
  return {
    send: async ({ to, subject, html, text, messageId, replyTo, unsubscribe }) => {
      await transport.sendMail({
        from: await from(), to: { name: '', address: to }, subject, html, text, messageId,
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        ...(unsubscribe ? { headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } } : {}),
      });
    },
  };
}
