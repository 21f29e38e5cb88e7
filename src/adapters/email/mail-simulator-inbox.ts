import escapeHtml from 'escape-html';
import type { Email } from 'postal-mime';

type StoredEmail = Email & { readonly name: string };

const htmlPage = (title: string, body: string): string => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:720px;padding:24px 16px;color:#1b1b18;background:#faf9f5}
.note{background:#fff3cd;border:1px solid #8a6d00;padding:8px 12px}a{color:#0b4a6f}li{margin:12px 0}small{color:#55534c}hr{border:0;border-top:1px solid #ccc8bb}</style></head>
<body><p class="note"><strong>Local mail counterpart.</strong> These letters were not sent to anybody.</p>${body}</body></html>`;

const formatRecipients = (email: StoredEmail): string =>
  email.to?.map((one) => one.address).join(', ') ?? '';

/** The list of letters, newest first. */
export function inboxPage(emails: readonly StoredEmail[]): string {
  const items = emails.map(
    (letter) =>
      `<li><a href="/${encodeURIComponent(letter.name)}">${escapeHtml(letter.subject ?? '(no subject)')}</a><br><small>to ${escapeHtml(formatRecipients(letter))}</small></li>`,
  );
  return htmlPage(
    'Letters',
    `<h1>Letters</h1>${items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No letter has arrived yet.</p>'}`,
  );
}

/** One letter: its words as they are, scripts don't run there. */
export function emailPage(email: StoredEmail): string {
  const head = `<p><a href="/">All letters</a></p><p><small>to ${escapeHtml(formatRecipients(email))}</small></p><hr>`;
  return htmlPage(
    email.subject ?? 'Letter',
    `${head}${email.html ?? `<pre>${escapeHtml(email.text ?? '')}</pre>`}`,
  );
}
