import { Editor, mergeAttributes, Node } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { isSafeHref, type RichText } from '#core/catalogue/rich-text/rich-text.model.ts';
import type { TextCharts } from './charts.ts';
import { fromDocument, toDocument } from './document.ts';
import { cleanPastedHtml } from './pasted-html.ts';
import { createToolbar } from './toolbar.ts';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';

/** Only what the tree has: no code, quotes, rules or other formats. */
const kit = StarterKit.configure({
  blockquote: false,
  code: false,
  codeBlock: false,
  hardBreak: false,
  horizontalRule: false,
  strike: false,
  underline: false,
  listItem: false,
  heading: { levels: [2, 3] },
  link: { openOnClick: false, autolink: false, isAllowedUri: (href) => isSafeHref(href ?? '') },
});

/**
 * The editor replaces the textarea; answers what shows another tree in it. Charts can
 * be put in if there are some to choose from.
 */
export function openRichTextEditor(
  area: HTMLTextAreaElement,
  tree: RichText,
  onChange: (tree: RichText) => void,
  charts?: TextCharts,
): (tree: RichText) => void {
  const place = document.createElement('div');
  place.className = 'edit-rich-text';
  area.before(place);
  const hint = document.getElementById(`${area.name}-hint`);
  const editor = new Editor({
    element: place,
    injectCSS: false,
    extensions: [kit, Chart.configure({ charts }), ...blocks],
    content: toDocument(tree),
    editorProps: {
      transformPastedHTML: cleanPastedHtml,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${area.name}-label`,
        class: 'prose-text',
      },
    },
    onUpdate: () => onChange(fromDocument(editor.getJSON())),
  });
  const toolbar = createToolbar(editor, charts);
  place.prepend(toolbar);
  const hidden = measureHidden(toolbar);
  editor.setOptions({
    editorProps: { ...editor.options.editorProps, scrollThreshold: hidden, scrollMargin: hidden },
  });
  const { id } = area;
  area.hidden = true;
  area.removeAttribute('id');
  if (hint) hint.hidden = true;
  // The label leads to the editor now, as the links of checks do.
  editor.view.dom.id = id;
  return (next) => {
    editor.commands.setContent(toDocument(next), { emitUpdate: false });
  };
}

/**
 * Returns the px over the page's edges that are covered: the line that is written is scrolled clear
 * of them.
 */
function measureHidden(toolbar: HTMLElement) {
  const { scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const top = Number.parseFloat(getComputedStyle(toolbar).top) || 0;
  const bottom = Number.parseFloat(scrollPaddingBottom) || 0;
  return { top: top + toolbar.offsetHeight, right: 0, bottom, left: 0 };
}

/** Blocks of a description that Tiptap does not have: pictures, takeaways, tables. */
const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ name: { default: '' }, text: { default: '' }, caption: { default: '' } }),
  parseHTML: () => [{ tag: 'figure[data-picture]' }],
  renderHTML: ({ node }) => [
    'figure',
    { 'data-picture': '' },
    ['img', { src: `/picture/${node.attrs['name']}?width=720`, alt: node.attrs['text'] }],
    ['figcaption', {}, node.attrs['caption'] || node.attrs['text'] || node.attrs['name']],
  ],
});

const Takeaways = Node.create({
  name: 'takeaways',
  group: 'block',
  content: '(paragraph | bulletList | orderedList)+',
  defining: true,
  parseHTML: () => [{ tag: 'div.key-takeaways' }],
  renderHTML: ({ HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, { class: 'key-takeaways' }),
    0,
  ],
});

/** A text and at most one list below it, as the tree has it. */
const ListItem = Node.create({
  name: 'listItem',
  content: 'paragraph (bulletList | orderedList)?',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
});

const blocks = [
  Picture,
  Takeaways,
  ListItem,
  Table.extend({
    addAttributes() {
      return { ...this.parent?.(), caption: { default: '' } };
    },
  }),
  TableRow,
  TableHeader.extend({ content: 'paragraph' }),
  TableCell.extend({ content: 'paragraph' }),
];

/** A chart of the report by its key, with its picture if it can be drawn already. */
const Chart = Node.create<{ charts: TextCharts | undefined }>({
  name: 'chart',
  group: 'block',
  atom: true,
  draggable: true,
  addOptions: () => ({ charts: undefined }),
  addAttributes: () => ({ key: { default: '' } }),
  parseHTML: () => [
    { tag: 'figure[data-chart]', getAttrs: (figure) => ({ key: figure.dataset['chart'] ?? '' }) },
  ],
  renderHTML({ node }) {
    const key = String(node.attrs['key']);
    const { charts } = this.options;
    const known = charts?.listCharts().find((chart) => chart.key === key);
    const caption = ['figcaption', {}, `Chart: ${known?.label ?? key}`] as const;
    if (!charts || !known) return ['figure', { 'data-chart': key }, caption];
    const picture = ['img', { src: charts.pictureUrl(key), alt: '', width: 350, height: 210 }];
    return ['figure', { 'data-chart': key }, picture, caption];
  },
});
