import escapeHtml from 'escape-html';
import type { Email } from 'postal-mime';

/** An email of the simulator, under the name of its file. */
export type StoredEmail = Email & { readonly name: string };

/** Every email, in the order given. */
export function inboxPage(emails: readonly StoredEmail[]): string {
  const items = emails.map((email) => {
    const subject = escapeHtml(email.subject ?? '(no subject)');
    const link = `<a href="/${encodeURIComponent(email.name)}">${subject}</a>`;
    return `<li>${link}<br><small>to ${escapeHtml(formatRecipients(email))}</small></li>`;
  });
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No email has arrived yet.</p>';
  return htmlPage('Emails', `<h1>Emails</h1>${list}`);
}

/** One email as it was sent; the inbox's Content-Security-Policy runs no script in it. */
export function emailPage(email: StoredEmail): string {
  const recipients = escapeHtml(formatRecipients(email));
  const subject = email.subject ?? 'Email';
  const body = email.html ? showBody(email.html) : `<pre>${escapeHtml(email.text ?? '')}</pre>`;
  return htmlPage(
    subject,
    `<p><a href="/">All emails</a></p><h1>${escapeHtml(subject)}</h1>
<p><small>to ${recipients}</small></p><hr>${body}`,
  );
}

/** Returns the content of an email's body, with the body's own style. */
function showBody(html: string): string {
  const [, attributes = '', content = html] = /<body([^>]*)>(.*)<\/body>/s.exec(html) ?? [];
  return `<div${attributes}>${content}</div>`;
}

const formatRecipients = (email: StoredEmail): string =>
  email.to?.map(({ address }) => address).join(', ') ?? '';

const styles = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 720px; padding: 24px 16px;
  color: #1b1b18; background: #faf9f5; }
.note { background: #fff3cd; border: 1px solid #8a6d00; padding: 8px 12px; }
a { color: #0b4a6f; }
li { margin: 12px 0; }
small { color: #55534c; }
hr { border: 0; border-top: 1px solid #ccc8bb; }
`;

const htmlPage = (title: string, body: string): string => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${styles}</style></head>
<body>
<main>
<p class="note"><strong>Local mail simulator.</strong> These emails were not sent to anybody.</p>
${body}
</main>
</body></html>`;
