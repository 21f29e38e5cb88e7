/** A description as Markdown (CommonMark with GFM's tables). Pure. */
import type {
  RichText,
  RichTextBlock,
  RichTextCell,
  RichTextList,
  RichTextRun,
} from './rich-text.model.ts';

type MarkdownOptions = {
  /** A chart by its key, in words; empty if there is none. */
  readonly describeChart: (key: string) => string;
  /** Public base URL: paths of links and pictures become addresses. */
  readonly origin: string;
};

/** Text that Markdown reads as itself, on one line. */
export const escapeMarkdown = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|#~&]/g, String.raw`\$&`);

/** Blocks with an empty line between them. */
export const renderMarkdown = (text: RichText, options: MarkdownOptions): string =>
  text
    .map((block) => renderBlock(block, options))
    .filter((block) => block !== '')
    .join('\n\n');

function renderBlock(block: RichTextBlock, options: MarkdownOptions): string {
  if (block.kind === 'heading')
    return `${'#'.repeat(block.level + 1)} ${escapeMarkdown(block.text)}`;
  if (block.kind === 'paragraph') return renderRuns(block.runs, options);
  if (block.kind === 'list') return renderList(block, options, 0);
  if (block.kind === 'takeaways') return renderMarkdown(block.blocks, options);
  if (block.kind === 'chart') return options.describeChart(block.key);
  if (block.kind === 'picture') return renderPicture(block, options);
  return renderTable(block.rows, block.caption, options);
}

function renderPicture(
  { name, text, caption }: Extract<RichTextBlock, { kind: 'picture' }>,
  { origin }: MarkdownOptions,
): string {
  const picture = `![${escapeMarkdown(text)}](<${new URL(`/picture/${name}`, origin).href}>)`;
  return caption === undefined ? picture : `${picture}\n\n_${escapeMarkdown(caption)}_`;
}

const renderRuns = (runs: readonly RichTextRun[], { origin }: MarkdownOptions): string =>
  runs
    .map(({ text, isBold, isItalic, href }) => {
      const marks = `${isBold ? '**' : ''}${isItalic ? '_' : ''}`;
      const escaped = escapeMarkdown(text);
      const marked =
        marks === '' || escaped.trim() === ''
          ? escaped
          : escaped.replace(
              /^(\s*)(.*?)(\s*)$/,
              `$1${marks}$2${Array.from(marks).toReversed().join('')}$3`,
            );
      return href === undefined ? marked : `[${marked}](<${new URL(href, origin).href}>)`;
    })
    .join('');

const renderList = (list: RichTextList, options: MarkdownOptions, depth: number): string =>
  list.items
    .map(({ runs, children }, i) => {
      const mark = list.isOrdered ? `${i + 1}.` : '-';
      const line = `${'   '.repeat(depth)}${mark} ${renderRuns(runs, options)}`;
      return children ? `${line}\n${renderList(children, options, depth + 1)}` : line;
    })
    .join('\n');

/** GFM has no joined cells: a cell over several columns is followed by empty ones. */
function renderTable(
  rows: readonly (readonly RichTextCell[])[],
  caption: string | undefined,
  options: MarkdownOptions,
): string {
  const lines = rows.map((row) =>
    row.flatMap(({ runs, columns = 1 }) => [
      renderRuns(runs, options),
      ...Array.from({ length: Math.min(columns, 50) - 1 }, () => ''),
    ]),
  );
  const width = Math.max(0, ...lines.map((line) => line.length));
  if (width === 0) return '';
  const write = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, i) => cells[i] ?? '').join(' | ')} |`;
  const [head = [], ...body] = lines;
  const rule = write(Array.from({ length: width }, () => '---'));
  const table = [write(head), rule, ...body.map(write)].join('\n');
  return caption === undefined ? table : `${escapeMarkdown(caption)}\n\n${table}`;
}
