import escapeHtml from 'escape-html';
import type { Email } from '../deps.ts';

export type EmailRow = readonly [
  name: string,
  value: string | { readonly text: string; readonly url: string },
];

/** What a letter says, before it is set as HTML and as plain text. */
export type EmailContent = {
  readonly to: string;
  readonly subject: string;
  /** Who writes: name and public address of the site. */
  readonly publisher: string;
  readonly origin: string;
  readonly opening: readonly string[];
  /** The things to do, first one first; most letters have one. */
  readonly actions?: readonly { readonly label: string; readonly url: string }[];
  /** Facts in two columns; a value may lead somewhere. */
  readonly rows?: readonly EmailRow[];
  readonly closing?: readonly string[];
  /** Tells this occasion from every other: a letter with the same one is the same letter. */
  readonly dedupeKey: string;
  readonly replyTo?: string;
  /** Where one click ends a subscription (RFC 8058); newsletter mail carries it. */
  readonly unsubscribeUrl?: string;
};

const escapeMultiline = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

/** The draft as a letter: one look for all of them, and the same words as plain text. */
export function renderEmail(content: EmailContent): Email {
  const { to, subject, dedupeKey, origin, replyTo, unsubscribeUrl } = content;
  return {
    to,
    subject,
    text: renderText(content),
    html: renderHtml(content),
    messageId: `<${dedupeKey}@${new URL(origin).hostname}>`,
    ...(replyTo ? { replyTo } : {}),
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
  };
}

function renderText({
  opening,
  actions = [],
  rows = [],
  closing = [],
  publisher,
  origin,
  unsubscribeUrl,
}: EmailContent): string {
  return [
    ...opening.flatMap((paragraph) => [paragraph, '']),
    ...actions.flatMap(({ label, url }) => [`${label}:`, url, '']),
    ...rows.map(
      ([name, value]) =>
        `${name}: ${typeof value === 'string' ? value : `${value.text}, ${value.url}`}`,
    ),
    ...(rows.length > 0 ? [''] : []),
    ...closing.flatMap((paragraph) => [paragraph, '']),
    publisher,
    origin,
    ...(unsubscribeUrl ? ['', `To stop these letters: ${unsubscribeUrl}`] : []),
    '',
  ].join('\n');
}

function renderHtml({
  subject,
  opening,
  actions = [],
  rows = [],
  closing = [],
  publisher,
  origin,
  unsubscribeUrl,
}: EmailContent): string {
  const cellStyle = 'border-top:1px solid #d9d5c8;padding:8px 16px 8px 0;vertical-align:top';
  const mutedStyle = 'color:#5c5950;font-size:14px';
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#fbfaf6;color:#1c1b18;font-family:Georgia,serif;font-size:16px;line-height:1.55">
<div style="max-width:600px;margin:0 auto;padding:32px 20px;overflow-wrap:anywhere">
<p style="font-size:20px;font-weight:bold;margin:0 0 24px;padding-bottom:12px;border-bottom:2px solid #9c2f1b">${escapeHtml(publisher)}</p>
${opening.map((paragraph) => `<p>${escapeMultiline(paragraph)}</p>`).join('\n')}
${actions.map(({ label, url }) => `<p><a href="${escapeHtml(url)}" style="display:inline-block;background:#9c2f1b;color:#ffffff;padding:12px 20px;text-decoration:none;border-radius:3px;font-family:Arial,sans-serif">${escapeHtml(label)}</a></p>`).join('\n')}
${rows.length > 0 ? `<table role="presentation" style="border-collapse:collapse;width:100%;margin:24px 0;font-size:15px">\n${rows.map(([name, value]) => `<tr><td style="${cellStyle};color:#5c5950;width:30%">${escapeHtml(name)}</td><td style="${cellStyle};overflow-wrap:anywhere">${typeof value === 'string' ? escapeMultiline(value) : `<a href="${escapeHtml(value.url)}" style="color:#9c2f1b">${escapeHtml(value.text)}</a>`}</td></tr>`).join('\n')}\n</table>` : ''}
${closing.map((paragraph) => `<p>${escapeMultiline(paragraph)}</p>`).join('\n')}
<p style="${mutedStyle};margin-top:32px">${escapeHtml(publisher)}<br><a href="${escapeHtml(origin)}" style="color:#5c5950">${escapeHtml(origin)}</a>${unsubscribeUrl ? `<br><a href="${escapeHtml(unsubscribeUrl)}" style="color:#5c5950">Stop these letters</a>` : ''}</p>
</div></body></html>`;
}
