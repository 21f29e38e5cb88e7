import escapeHtml from 'escape-html';
import type { Email } from '../given-deps.ts';
import {
  builtInEmails,
  fillEmailWords,
  type EmailKey,
  type StoreEmailWords,
} from './email-words.model.ts';
import { toPlainName } from './plain-name.ts';

export type EmailRow = readonly [
  label: string,
  value: string | { readonly text: string; readonly url: string },
];

/** The parts that all emails of a publisher have in common. */
export type Letterhead = {
  readonly name: string;
  /** Of links and buttons: "#9c2f1b". */
  readonly accent: string;
  /** "Hello": a name or a comma follows it. */
  readonly greeting: string;
  /** Below every email; '' for none. */
  readonly signature: string;
  /** Of the days and hours that emails name, an IANA name. */
  readonly timeZone: string;
  /** The store's own words of some emails; the others are built in. */
  readonly emails?: StoreEmailWords;
};

/** Who sends an email: the site's public base URL, and where sales reads. */
export type Publisher = Letterhead & {
  readonly origin: string;
  readonly salesEmail: string;
};

/** An email's content, before it is rendered as HTML and as plain text. */
export type EmailContent = {
  readonly to: string;
  readonly subject: string;
  readonly publisher: Letterhead;
  /** The site's public base URL. */
  readonly origin: string;
  /** Paragraphs; the first one is a greeting in most emails. */
  readonly opening: readonly (string | Greeting)[];
  /** Buttons, the most important one first. Most emails have one. */
  readonly actions?: readonly { readonly label: string; readonly url: string }[];
  /** Facts in two columns; a value may be a link. */
  readonly rows?: readonly EmailRow[];
  readonly closing?: readonly string[];
  /** Between the opening and the buttons: the same as HTML, which is ours alone, and as text. */
  readonly body?: { readonly html: string; readonly text: string };
  /** The text that mail programs show beside the subject. */
  readonly preheader?: string;
  /** Where a subscriber chooses what they get. */
  readonly preferencesUrl?: string;
  /** Identifies the occasion: two emails with the same key are the same email. */
  readonly dedupeKey: string;
  /**
   * The way of an email that a stranger can cause, once three of them went to its mailbox within an
   * hour: it is held, or left out if nothing is lost with it. `send`: only the owner of the
   * address, a paid order or staff can cause it, so it is not counted and always goes.
   */
  readonly whenMailboxIsFull: 'send' | 'hold' | 'drop';
  readonly replyTo?: string;
  /** One-click unsubscribe URL (RFC 8058), for newsletter email. */
  readonly unsubscribeUrl?: string;
};

/** Renders the content as HTML and as plain text, in the layout that all emails share. */
export function renderEmail(content: EmailContent): Email {
  const { to, subject, dedupeKey, origin, replyTo, unsubscribeUrl, whenMailboxIsFull } = content;
  return {
    to,
    subject,
    text: renderText(content),
    html: renderHtml(content),
    messageId: toMessageId(dedupeKey, origin),
    ...(replyTo ? { replyTo } : {}),
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    ...(whenMailboxIsFull === 'send' ? {} : { whenMailboxIsFull }),
  };
}

/** The Message-ID of the email with this key. */
export const toMessageId = (dedupeKey: string, origin: string): string =>
  `<${dedupeKey}@${new URL(origin).hostname}>`;

/** The same, for content that leaves the sender to `publisher`. */
export const renderEmailFrom = (
  publisher: Publisher,
  content: Omit<EmailContent, 'publisher' | 'origin'>,
): Email => renderEmail({ ...content, publisher, origin: publisher.origin });

type Greeting = { readonly greetedName: string | undefined };

/**
 * "Hello Anna," where the name looks like a person's, else "Hello,": anybody can type a name next
 * to somebody else's address. The word is the publisher's.
 */
export const greet = (name = ''): Greeting => ({ greetedName: toPlainName(name) });

/** An email's subject, and its greeting and paragraphs, in the store's words. */
export function wordEmail(
  { emails }: Letterhead,
  key: EmailKey,
  name: string,
  values: Readonly<Record<string, string | number>> = {},
): Pick<EmailContent, 'subject' | 'opening'> {
  const { subject, paragraphs } = fillEmailWords(emails?.[key] ?? builtInEmails[key], values);
  return { subject, opening: [greet(name), ...paragraphs] };
}

const writeParagraph = (paragraph: string | Greeting, { greeting }: Letterhead): string => {
  if (typeof paragraph === 'string') return paragraph;
  const { greetedName } = paragraph;
  return greetedName === undefined ? `${greeting},` : `${greeting} ${greetedName},`;
};

function renderText({
  opening,
  actions = [],
  rows = [],
  closing = [],
  publisher,
  origin,
  body,
  unsubscribeUrl,
  preferencesUrl,
}: EmailContent): string {
  return [
    ...opening.flatMap((paragraph) => [writeParagraph(paragraph, publisher), '']),
    ...(body ? [body.text, ''] : []),
    ...actions.flatMap(({ label, url }) => [label, url, '']),
    ...rows.map(renderTextRow),
    ...(rows.length > 0 ? [''] : []),
    ...closing.flatMap((paragraph) => [paragraph, '']),
    ...(publisher.signature === '' ? [] : [publisher.signature, '']),
    publisher.name,
    origin,
    ...(preferencesUrl ? ['', `Choose what you get: ${preferencesUrl}`] : []),
    ...(unsubscribeUrl ? ['', `Unsubscribe: ${unsubscribeUrl}`] : []),
    '',
  ].join('\n');
}

const renderTextRow = ([label, value]: EmailRow): string =>
  `${label}: ${typeof value === 'string' ? quoteLines(value) : `${value.text}, ${value.url}`}`;

/** Several lines are quoted, so that none of them can be taken for a line of ours. */
function quoteLines(text: string): string {
  const lines = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
  return lines.length === 1 ? text : lines.map((line) => `\n> ${line}`).join('');
}

const bodyStyle =
  'margin:0;background:#fbfaf6;color:#1c1b18;font-size:16px;line-height:1.55;' +
  "font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const contentStyle = 'max-width:600px;margin:0 auto;padding:32px 20px;overflow-wrap:anywhere';
const headingStyle = (accent: string): string =>
  "font-family:'Source Serif 4',Georgia,serif;font-size:20px;font-weight:bold;" +
  `margin:0 0 24px;padding-bottom:12px;border-bottom:2px solid ${accent}`;
/** As on the site's pages: one filled button, and outlined ones after it. */
const buttonStyle = (accent: string, isFirst: boolean): string =>
  'display:inline-block;padding:11px 20px;border-radius:3px;font-weight:bold;' +
  'text-decoration:none;' +
  (isFirst
    ? `border:1px solid ${accent};background:${accent};color:#ffffff`
    : 'border:1px solid #1c1b18;color:#1c1b18');
const tableStyle = 'border-collapse:collapse;width:100%;margin:24px 0;font-size:15px';
const cellStyle = 'border-top:1px solid #d9d5c8;padding:8px 16px 8px 0;vertical-align:top';
const mutedColor = 'color:#5c5950';

/** Not seen in the email itself. */
const preheaderStyle = 'display:none;max-height:0;overflow:hidden';
const renderPreheader = (text: string): string =>
  `<div style="${preheaderStyle}">${escapeHtml(text)}</div>`;

function renderHtml(content: EmailContent): string {
  const { subject, opening, actions, rows = [], closing = [], publisher, body } = content;
  const { accent } = publisher;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">\
<meta name="viewport" content="width=device-width, initial-scale=1">\
<title>${escapeHtml(subject)}</title></head>
<body style="${bodyStyle}">
${content.preheader ? renderPreheader(content.preheader) : ''}
<div style="${contentStyle}">
<p style="${headingStyle(accent)}">${escapeHtml(publisher.name)}</p>
${renderParagraphs(
  opening.map((paragraph) => writeParagraph(paragraph, publisher)),
  content,
)}
${body?.html ?? ''}
${renderActions(actions, accent)}
${renderTable(rows, accent)}
${renderParagraphs(closing, content)}
${renderFooter(content)}
</div></body></html>`;
}

const renderActions = (actions: EmailContent['actions'], accent: string): string =>
  (actions ?? [])
    .map(({ label, url }, i) => `<p>${renderLink(url, label, buttonStyle(accent, i === 0))}</p>`)
    .join('\n');

const renderParagraphs = (paragraphs: readonly string[], { origin, publisher }: EmailContent) =>
  paragraphs
    .map((paragraph) => `<p>${linkAddresses(paragraph, origin, publisher.accent)}</p>`)
    .join('\n');

/** Addresses of the store's own pages are links; others stay text. */
const linkAddresses = (paragraph: string, origin: string, accent: string): string =>
  paragraph
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?)])/)
    .map((part, i) =>
      i % 2 === 1 && part.startsWith(`${origin}/`)
        ? renderLink(part, part, `color:${accent}`)
        : escapeMultiline(part),
    )
    .join('');

function renderTable(rows: readonly EmailRow[], accent: string): string {
  if (rows.length === 0) return '';
  const renderedRows = rows.map(([label, value]) => {
    const labelCell = `<td style="${cellStyle};${mutedColor};width:30%">${escapeHtml(label)}</td>`;
    const renderedValue =
      typeof value === 'string'
        ? escapeMultiline(value)
        : renderLink(value.url, value.text, `color:${accent}`);
    const valueStyle = `${cellStyle};overflow-wrap:anywhere`;
    return `<tr>${labelCell}<td style="${valueStyle}">${renderedValue}</td></tr>`;
  });
  return `<table role="presentation" style="${tableStyle}">\n${renderedRows.join('\n')}\n</table>`;
}

function renderFooter(content: EmailContent): string {
  const { publisher, origin, unsubscribeUrl, preferencesUrl } = content;
  const lines = [
    ...(publisher.signature === '' ? [] : [escapeHtml(publisher.signature)]),
    escapeHtml(publisher.name),
    renderLink(origin, origin, mutedColor),
    ...(preferencesUrl ? [renderLink(preferencesUrl, 'Choose what you get', mutedColor)] : []),
    ...(unsubscribeUrl ? [renderLink(unsubscribeUrl, 'Unsubscribe', mutedColor)] : []),
  ];
  return `<p style="${mutedColor};font-size:14px;margin-top:32px">${lines.join('<br>')}</p>`;
}

/** A link in the style of its place. */
const renderLink = (url: string, text: string, style: string): string =>
  `<a href="${escapeHtml(url)}" style="${style}">${keepNumbersWhole(escapeHtml(text))}</a>`;

/** Text with its own ends of lines. */
const escapeMultiline = (text: string): string =>
  keepNumbersWhole(escapeHtml(text)).replaceAll('\n', '<br>');

/** No line ends within a number of a document or an order: "INV-2026-000042". */
const keepNumbersWhole = (html: string): string =>
  html.replaceAll(
    /(?<![\w/.-])[A-Z]{1,8}[-/][-/A-Z\d]{0,24}\d\b/g,
    '<span style="white-space:nowrap">$&</span>',
  );
