/** The description: a tree, edited by Tiptap once it is loaded, and as HTML if it can't be. */
import { renderRichTextHtml } from '#core/catalogue/rich-text/rich-text-html.model.ts';
import type { RichText } from '#core/catalogue/rich-text/rich-text.model.ts';
import type { TextCharts } from './rich-text/charts.ts';
import { postToEditor } from './send-changes.ts';

export type RichTextField = {
  /** Returns the field's present value; null for nothing. */
  readonly read: () => unknown;
  readonly write: (value: unknown) => void;
};

type FieldOptions = {
  readonly charts: TextCharts;
  readonly url: string;
  readonly value: unknown;
  readonly onChange: () => void;
};

const toTree = (value: unknown): RichText => (Array.isArray(value) ? (value as RichText) : []);
const orNull = (tree: RichText): RichText | null => (tree.length === 0 ? null : tree);

/** Undefined if the page has no such field. */
export function connectRichText(
  form: HTMLFormElement,
  options: FieldOptions,
): RichTextField | undefined {
  const area = form.querySelector<HTMLTextAreaElement>('textarea[data-rich-text]');
  if (!area || area.disabled) return undefined;
  let { value } = options;
  let show = (tree: RichText): void => void (area.value = renderRichTextHtml(tree));
  const change = (tree: RichText): void => {
    value = orNull(tree);
    options.onChange();
  };
  const open = async (): Promise<void> => {
    // The field is replaced: nothing that is typed meanwhile would be seen again.
    area.readOnly = true;
    try {
      if (area.value !== area.defaultValue) change(await readHtml(options.url, area.value));
      show = await loadEditor(area, toTree(value), change, options.charts);
      // It may have been restored meanwhile.
      if (value !== options.value) show(toTree(value));
    } catch {
      area.readOnly = false;
      readAsHtml(area, options.url, change);
    }
  };
  void open();
  return {
    read: () => value,
    write: (next) => {
      value = next;
      show(toTree(next));
    },
  };
}

async function loadEditor(
  area: HTMLTextAreaElement,
  tree: RichText,
  onChange: (tree: RichText) => void,
  charts: TextCharts,
): Promise<(tree: RichText) => void> {
  const { openRichTextEditor } = await import('./rich-text/open-editor.ts');
  return openRichTextEditor(area, tree, onChange, charts);
}

const readAfterMs = 500;

async function readHtml(url: string, html: string): Promise<RichText> {
  const response = await postToEditor(url, { intent: 'read-description', html });
  return (await response.json()) as RichText;
}

/** Without the editor the field is HTML, which the server reads. */
function readAsHtml(
  area: HTMLTextAreaElement,
  url: string,
  change: (tree: RichText) => void,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  area.addEventListener('input', (event) => {
    event.stopPropagation();
    clearTimeout(timer);
    timer = setTimeout(() => {
      void readHtml(url, area.value).then(change);
    }, readAfterMs);
  });
}
