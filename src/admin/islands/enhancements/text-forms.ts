import { renderRichTextHtml } from '#core/catalogue/rich-text/rich-text-html.model.ts';
import type { RichText } from '#core/catalogue/rich-text/rich-text.model.ts';
import { keepTypedText, richTextSelector } from './typed-text.ts';

/** Long texts have an editor, and what is typed is kept until it is saved. */
export async function connectTextForms(): Promise<void> {
  const areas = [...document.querySelectorAll<HTMLTextAreaElement>(richTextSelector)];
  // They are replaced: nothing that is typed meanwhile would be seen again.
  for (const area of areas) area.readOnly = true;
  const forms = document.querySelectorAll<HTMLFormElement>('form[data-keeps-text]');
  await Promise.all([...forms].map(keepTypedText));
  for (const area of areas) void openEditor(area);
}

async function loadEditor(area: HTMLTextAreaElement) {
  try {
    return await import('./report-editor/rich-text/open-editor.ts');
  } finally {
    area.readOnly = false;
  }
}

/** If the editor can't be loaded the field stays as it is, for HTML. */
async function openEditor(area: HTMLTextAreaElement): Promise<void> {
  const tree = JSON.parse(area.dataset['richTextTree'] ?? '[]') as RichText;
  const { openRichTextEditor } = await loadEditor(area);
  openRichTextEditor(area, tree, (next) => {
    area.value = renderRichTextHtml(next, { pictureUrl: (name) => `/picture/${name}` });
    area.dataset['richTextTree'] = JSON.stringify(next);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
