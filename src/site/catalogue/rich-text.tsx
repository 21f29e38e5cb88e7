import { Fragment, type ReactNode } from 'react';
import type {
  RichText as Blocks,
  RichTextBlock,
  RichTextCell,
  RichTextList,
  RichTextRun,
} from '#core/catalogue/rich-text/rich-text.model.ts';
import { paths } from '#src/paths.ts';
import { Picture } from '#ui/picture.tsx';

/**
 * A description's blocks below a heading of the second level: their own headings are one level
 * lower. Charts are drawn by `renderChart`; without it they are left out.
 */
export function RichText({
  blocks,
  renderChart,
}: {
  blocks: Blocks;
  renderChart?: ((key: string) => ReactNode) | undefined;
}) {
  return blocks.map((block, index) => (
    // Blocks have no names, and never change places on a page.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {block.kind === 'chart' ? renderChart?.(block.key) : <Block block={block} />}
    </Fragment>
  ));
}

function Block({ block }: { block: Exclude<RichTextBlock, { kind: 'chart' }> }) {
  switch (block.kind) {
    case 'heading':
      return block.level === 2 ? <h3>{block.text}</h3> : <h4>{block.text}</h4>;
    case 'paragraph':
      return (
        <p>
          <Runs runs={block.runs} />
        </p>
      );
    case 'list':
      return <List list={block} />;
    case 'table':
      return <Table block={block} />;
    case 'picture':
      return <Figure block={block} />;
    default:
      return (
        <div className="key-takeaways">
          <RichText blocks={block.blocks} />
        </div>
      );
  }
}

const textWidthPx = 720;

/**
 * As wide as the text, or as the picture if that is less; pictures of unknown size are 16 to 9.
 */
function Figure({ block }: { block: Extract<RichTextBlock, { kind: 'picture' }> }) {
  const { name, text, caption, widthPx = 16 * textWidthPx, heightPx = 9 * textWidthPx } = block;
  const width = Math.min(widthPx, textWidthPx);
  const height = Math.round((width / widthPx) * heightPx);
  return (
    <figure>
      <Picture src={paths.picture(name)} alt={text} width={width} height={height} />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

function List({ list: { isOrdered, items } }: { list: RichTextList }) {
  const Element = isOrdered ? 'ol' : 'ul';
  return (
    <Element>
      {items.map(({ runs, children }, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <Runs runs={runs} />
          {children && <List list={children} />}
        </li>
      ))}
    </Element>
  );
}

type TableBlock = Extract<RichTextBlock, { kind: 'table' }>;

/** Wide tables scroll by themselves, also by keyboard. */
function Table({ block: { caption, rows } }: { block: TableBlock }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="rich-table" role="region" aria-label={caption ?? 'Table'} tabIndex={0}>
      <table>
        {caption && <caption>{caption}</caption>}
        <tbody>
          {rows.map((cells, row) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row}>
              {cells.map((cell, column) => (
                // oxlint-disable-next-line react/no-array-index-key
                <Cell key={column} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ cell: { runs, isHeader, columns, rows } }: { cell: RichTextCell }) {
  const Element = isHeader ? 'th' : 'td';
  return (
    <Element colSpan={columns} rowSpan={rows}>
      <Runs runs={runs} />
    </Element>
  );
}

const Runs = ({ runs }: { runs: readonly RichTextRun[] }) =>
  runs.map((run, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Run key={index} run={run} />
  ));

function Run({ run: { text, isBold, isItalic, href } }: { run: RichTextRun }) {
  const italic = isItalic ? <em>{text}</em> : text;
  const bold = isBold ? <strong>{italic}</strong> : italic;
  if (href === undefined) return bold;
  return (
    <a className="link" href={href} rel={href.startsWith('http') ? 'noopener nofollow' : undefined}>
      {bold}
    </a>
  );
}
