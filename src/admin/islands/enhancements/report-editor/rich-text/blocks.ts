/** Blocks of a description that Tiptap does not have: pictures, takeaways, tables. */
import { mergeAttributes, Node } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';

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

export const blocks = [
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
