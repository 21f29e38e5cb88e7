/** A description's tree as the document of the editor, and back. Pure. */
import type { JSONContent } from '@tiptap/core';
import type {
  RichText,
  RichTextBlock,
  RichTextCell,
  RichTextItem,
  RichTextList,
  RichTextParagraph,
  RichTextRun,
} from '#core/catalogue/rich-text/rich-text.model.ts';

export const toDocument = (tree: RichText): JSONContent => ({
  type: 'doc',
  content: tree.length === 0 ? [{ type: 'paragraph' }] : tree.map(toNode),
});

function toNode(block: RichTextBlock): JSONContent {
  switch (block.kind) {
    case 'heading':
      return {
        type: 'heading',
        attrs: { level: block.level },
        content: toTextNodes([{ text: block.text }]),
      };
    case 'paragraph':
      return { type: 'paragraph', content: toTextNodes(block.runs) };
    case 'list':
      return toListNode(block);
    case 'table':
      return {
        type: 'table',
        attrs: { caption: block.caption ?? '' },
        content: block.rows.map((cells) => ({ type: 'tableRow', content: cells.map(toCellNode) })),
      };
    case 'picture': {
      const { name, text, caption = '' } = block;
      return { type: 'picture', attrs: { name, text, caption } };
    }
    case 'takeaways':
      return { type: 'takeaways', content: block.blocks.map(toNode) };
    default:
      return { type: 'chart', attrs: { key: block.key } };
  }
}

const toTextNodes = (runs: readonly RichTextRun[]): JSONContent[] =>
  runs
    .filter(({ text }) => text !== '')
    .map(({ text, isBold, isItalic, href }) => ({
      type: 'text',
      text,
      marks: [
        ...(isBold ? [{ type: 'bold' }] : []),
        ...(isItalic ? [{ type: 'italic' }] : []),
        ...(href === undefined ? [] : [{ type: 'link', attrs: { href } }]),
      ],
    }));

const toListNode = ({ isOrdered, items }: RichTextList): JSONContent => ({
  type: isOrdered ? 'orderedList' : 'bulletList',
  content: items.map(({ runs, children }) => ({
    type: 'listItem',
    content: [
      { type: 'paragraph', content: toTextNodes(runs) },
      ...(children ? [toListNode(children)] : []),
    ],
  })),
});

const toCellNode = ({ runs, isHeader, columns = 1, rows = 1 }: RichTextCell): JSONContent => ({
  type: isHeader ? 'tableHeader' : 'tableCell',
  attrs: { colspan: columns, rowspan: rows },
  content: [{ type: 'paragraph', content: toTextNodes(runs) }],
});

/** Empty paragraphs are left out: the space between blocks is the page's own. */
export const fromDocument = ({ content = [] }: JSONContent): RichText => content.flatMap(toBlocks);

function toBlocks(node: JSONContent): RichTextBlock[] {
  const { type, attrs = {}, content = [] } = node;
  switch (type) {
    case 'heading': {
      const text = readText(node);
      return text === '' ? [] : [{ kind: 'heading', level: attrs['level'] === 3 ? 3 : 2, text }];
    }
    case 'paragraph':
      return toParagraphs(node);
    case 'bulletList':
    case 'orderedList':
      return [toList(node)];
    case 'table':
      return [
        {
          kind: 'table',
          ...(attrs['caption'] ? { caption: String(attrs['caption']) } : {}),
          rows: content.map((row) => (row.content ?? []).map(toCell)),
        },
      ];
    case 'picture':
      return [
        {
          kind: 'picture',
          name: String(attrs['name']),
          text: String(attrs['text'] ?? ''),
          ...(attrs['caption'] ? { caption: String(attrs['caption']) } : {}),
        },
      ];
    case 'takeaways':
      return [{ kind: 'takeaways', blocks: content.flatMap(toTakeaways) }];
    case 'chart':
      return [{ kind: 'chart', key: String(attrs['key']) }];
    default:
      return [];
  }
}

const toParagraphs = (node: JSONContent): RichTextParagraph[] => {
  const runs = toRuns(node);
  return runs.length === 0 ? [] : [{ kind: 'paragraph', runs }];
};

const toTakeaways = (node: JSONContent): (RichTextParagraph | RichTextList)[] =>
  node.type === 'paragraph' ? toParagraphs(node) : [toList(node)];

const toList = ({ type, content = [] }: JSONContent): RichTextList => ({
  kind: 'list',
  isOrdered: type === 'orderedList',
  items: content.map(toItem),
});

function toItem({ content = [] }: JSONContent): RichTextItem {
  const [first = {}, list] = content;
  return { runs: toRuns(first), ...(list ? { children: toList(list) } : {}) };
}

function toCell({ type, attrs = {}, content = [] }: JSONContent): RichTextCell {
  const [columns, rows] = [Number(attrs['colspan'] ?? 1), Number(attrs['rowspan'] ?? 1)];
  return {
    runs: content.flatMap(toRuns),
    ...(type === 'tableHeader' ? { isHeader: true } : {}),
    ...(columns > 1 ? { columns } : {}),
    ...(rows > 1 ? { rows } : {}),
  };
}

const toRuns = ({ content = [] }: JSONContent): RichTextRun[] =>
  content.map(({ text = ' ', marks = [] }) => {
    const has = (type: string): boolean => marks.some((mark) => mark.type === type);
    const href: unknown = marks.find(({ type }) => type === 'link')?.attrs?.['href'];
    return {
      text,
      ...(has('bold') ? { isBold: true } : {}),
      ...(has('italic') ? { isItalic: true } : {}),
      ...(typeof href === 'string' ? { href } : {}),
    };
  });

const readText = (node: JSONContent): string =>
  toRuns(node)
    .map(({ text }) => text)
    .join('');
