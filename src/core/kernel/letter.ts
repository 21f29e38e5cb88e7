import type { Letter } from '../world.ts';

export type Row = readonly [
  name: string,
  value: string | { readonly text: string; readonly url: string },
];

/** What a letter says, before it is set as HTML and as plain text. */
export type Draft = {
  readonly to: string;
  readonly subject: string;
  /** Who writes: name and public address of the site. */
  readonly publisher: string;
  readonly origin: string;
  readonly opening: readonly string[];
  /** The things to do, first one first; most letters have one. */
  readonly actions?: readonly { readonly label: string; readonly url: string }[];
  /** Facts in two columns; a value may lead somewhere. */
  readonly rows?: readonly Row[];
  readonly closing?: readonly string[];
  /** Tells this occasion from every other: a letter with the same one is the same letter. */
  readonly occasion: string;
  readonly replyTo?: string;
  /** Where one click ends a subscription (RFC 8058); newsletter mail carries it. */
  readonly unsubscribe?: string;
};

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
const lines = (text: string): string => escape(text).replaceAll('\n', '<br>');

/** The draft as a letter: one look for all of them, and the same words as plain text. */
export function setLetter(draft: Draft): Letter {
  const { to, subject, occasion, origin, replyTo, unsubscribe } = draft;
  return {
    to,
    subject,
    text: plain(draft),
    html: html(draft),
    messageId: `<${occasion}@${new URL(origin).hostname}>`,
    ...(replyTo ? { replyTo } : {}),
    ...(unsubscribe ? { unsubscribe } : {}),
  };
}

function plain({
  opening,
  actions = [],
  rows = [],
  closing = [],
  publisher,
  origin,
  unsubscribe,
}: Draft): string {
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
    ...(unsubscribe ? ['', `To stop these letters: ${unsubscribe}`] : []),
    '',
  ].join('\n');
}

function html({
  subject,
  opening,
  actions = [],
  rows = [],
  closing = [],
  publisher,
  origin,
  unsubscribe,
}: Draft): string {
  const cell = 'border-top:1px solid #d9d5c8;padding:8px 16px 8px 0;vertical-align:top';
  const quiet = 'color:#5c5950;font-size:14px';
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(subject)}</title></head>
<body style="margin:0;background:#fbfaf6;color:#1c1b18;font-family:Georgia,serif;font-size:16px;line-height:1.55">
<div style="max-width:600px;margin:0 auto;padding:32px 20px;overflow-wrap:anywhere">
<p style="font-size:20px;font-weight:bold;margin:0 0 24px;padding-bottom:12px;border-bottom:2px solid #9c2f1b">${escape(publisher)}</p>
${opening.map((paragraph) => `<p>${lines(paragraph)}</p>`).join('\n')}
${actions.map(({ label, url }) => `<p><a href="${escape(url)}" style="display:inline-block;background:#9c2f1b;color:#ffffff;padding:12px 20px;text-decoration:none;border-radius:3px;font-family:Arial,sans-serif">${escape(label)}</a></p>`).join('\n')}
${rows.length > 0 ? `<table role="presentation" style="border-collapse:collapse;width:100%;margin:24px 0;font-size:15px">\n${rows.map(([name, value]) => `<tr><td style="${cell};color:#5c5950;width:30%">${escape(name)}</td><td style="${cell};overflow-wrap:anywhere">${typeof value === 'string' ? lines(value) : `<a href="${escape(value.url)}" style="color:#9c2f1b">${escape(value.text)}</a>`}</td></tr>`).join('\n')}\n</table>` : ''}
${closing.map((paragraph) => `<p>${lines(paragraph)}</p>`).join('\n')}
<p style="${quiet};margin-top:32px">${escape(publisher)}<br><a href="${escape(origin)}" style="color:#5c5950">${escape(origin)}</a>${unsubscribe ? `<br><a href="${escape(unsubscribe)}" style="color:#5c5950">Stop these letters</a>` : ''}</p>
</div></body></html>`;
}
