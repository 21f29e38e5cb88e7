import escapeHtml from 'escape-html';
import { renderRichTextHtml } from '../../catalogue/rich-text/rich-text-html.model.ts';
import type {
  RichText,
  RichTextBlock,
  RichTextItem,
  RichTextList,
  RichTextRun,
} from '../../catalogue/rich-text/rich-text.model.ts';
import type { Email } from '../../deps.ts';
import { renderEmailFrom, type Publisher } from '../../kernel/email-layout.ts';
import type { IssueCard, IssueContent } from './issue.model.ts';

type Recipient = {
  readonly to: string;
  /** The secret of the subscriber's links; without one there are no such links. */
  readonly token: string | undefined;
  /** The same for one issue and subscriber. */
  readonly dedupeKey: string;
};

export type ShownIssue = Pick<IssueContent, 'subject' | 'preheader' | 'body'> & {
  readonly cards: readonly IssueCard[];
};

/** An issue as one subscriber gets it. */
export const renderIssueEmail = (
  { subject, preheader, body, cards }: ShownIssue,
  { to, token, dedupeKey }: Recipient,
  publisher: Publisher,
): Email =>
  renderEmailFrom(publisher, {
    to,
    subject,
    preheader,
    dedupeKey,
    whenMailboxIsFull: 'send',
    opening: [],
    body: { html: renderHtml(body, cards, publisher), text: renderText(body, cards, publisher) },
    ...(token === undefined
      ? {}
      : {
          unsubscribeUrl: `${publisher.origin}/unsubscribe/${token}`,
          preferencesUrl: `${publisher.origin}/newsletter/${token}`,
        }),
  });

const cardStyle = 'border-top:1px solid #d9d5c8;padding:16px 0';
const kindStyle = 'margin:0;color:#5c5950;font-size:14px';
const titleStyle = 'margin:4px 0;font-size:18px;line-height:1.3;font-weight:bold';

function renderHtml(body: RichText, cards: readonly IssueCard[], publisher: Publisher): string {
  const text = renderRichTextHtml(toMailText(body, publisher.origin));
  const styled = text
    .replaceAll('<a ', `<a style="color:${publisher.accent}" `)
    .replaceAll('<table>', '<table style="border-collapse:collapse;width:100%;font-size:15px">')
    .replaceAll(
      /<(t[dh])(?=[ >])/g,
      '<$1 style="border-top:1px solid #d9d5c8;padding:6px 12px 6px 0;text-align:left"',
    );
  return [styled, ...cards.map((card) => renderCard(card, publisher))].join('\n');
}

function renderCard({ title, path, kind, text }: IssueCard, publisher: Publisher): string {
  const href = escapeHtml(`${publisher.origin}${path}`);
  const link = `<a href="${href}" style="color:${publisher.accent}">${escapeHtml(title)}</a>`;
  return (
    `<div style="${cardStyle}"><p style="${kindStyle}">${escapeHtml(kind)}</p>` +
    `<p style="${titleStyle}">${link}</p><p style="margin:0">${escapeHtml(text)}</p></div>`
  );
}

/** Links lead to the site; pictures and charts, which most mail programs hide, are left out. */
const toMailText = (body: RichText, origin: string): RichText =>
  body
    .flatMap((block): readonly RichTextBlock[] =>
      block.kind === 'takeaways' ? block.blocks : [block],
    )
    .filter(({ kind }) => kind !== 'chart' && kind !== 'picture')
    .map((block) => withAddresses(block, origin));

function withAddresses(block: RichTextBlock, origin: string): RichTextBlock {
  const toRuns = (runs: readonly RichTextRun[]) => runs.map((run) => withAddress(run, origin));
  const toItem = ({ runs, children }: RichTextItem): RichTextItem => ({
    runs: toRuns(runs),
    ...(children ? { children: toList(children) } : {}),
  });
  const toList = (list: RichTextList): RichTextList => ({ ...list, items: list.items.map(toItem) });
  switch (block.kind) {
    case 'paragraph':
      return { ...block, runs: toRuns(block.runs) };
    case 'list':
      return toList(block);
    case 'table': {
      const rows = block.rows.map((row) =>
        row.map((cell) => ({ ...cell, runs: toRuns(cell.runs) })),
      );
      return { ...block, rows };
    }
    default:
      return block;
  }
}

const withAddress = (run: RichTextRun, origin: string): RichTextRun =>
  run.href === undefined ? run : { ...run, href: new URL(run.href, origin).href };

const renderText = (body: RichText, cards: readonly IssueCard[], { origin }: Publisher): string =>
  [
    ...toMailText(body, origin).map(writeBlock),
    ...cards.map(({ kind, title, path, text }) => `${kind}\n${title}\n${text}\n${origin}${path}`),
  ].join('\n\n');

function writeBlock(block: RichTextBlock): string {
  switch (block.kind) {
    case 'heading':
      return `${block.text}\n${'-'.repeat(Math.min(block.text.length, 60))}`;
    case 'paragraph':
      return writeRuns(block.runs);
    case 'list':
      return writeList(block, '');
    case 'table':
      return block.rows.map((row) => row.map(({ runs }) => writeRuns(runs)).join(' | ')).join('\n');
    default:
      return '';
  }
}

/** A link's address stands behind its words, unless it is its words. */
const writeRuns = (runs: readonly RichTextRun[]): string =>
  runs
    .map(({ text, href }) => (href === undefined || href === text ? text : `${text} (${href})`))
    .join('');

const writeList = ({ isOrdered, items }: RichTextList, indent: string): string =>
  items
    .map(({ runs, children }, index) => {
      const line = `${indent}${isOrdered ? `${index + 1}.` : '-'} ${writeRuns(runs)}`;
      return children ? `${line}\n${writeList(children, `${indent}   `)}` : line;
    })
    .join('\n');
