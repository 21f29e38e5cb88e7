import { Editor } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { isSafeHref, type RichText } from '#core/catalogue/rich-text/rich-text.model.ts';
import { blocks } from './blocks.ts';
import { Chart } from './chart-block.ts';
import type { TextCharts } from './charts.ts';
import { fromDocument, toDocument } from './document.ts';
import { cleanPastedHtml } from './pasted-html.ts';
import { createToolbar } from './toolbar.ts';

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
 * be put in where there are some to choose from.
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

/** What stands over the page's edges in px: the line that is written is scrolled clear of it. */
function measureHidden(toolbar: HTMLElement) {
  const { scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const top = Number.parseFloat(getComputedStyle(toolbar).top) || 0;
  const bottom = Number.parseFloat(scrollPaddingBottom) || 0;
  return { top: top + toolbar.offsetHeight, right: 0, bottom, left: 0 };
}
