/**
 * A table of contents as indented lines: Tab moves lines, and Word's contents keep their levels.
 */
import type { ContentsEntry } from '#core/catalogue/reports/report-input.model.ts';
import { flattenContents, formatOutline, type Outline } from '#admin/catalogue/editor/outline.ts';
import { postToEditor } from './send-changes.ts';

export function connectOutline(area: HTMLTextAreaElement, url: string): void {
  let mayLeave = false;
  area.addEventListener('keydown', (event) => {
    // Escape, then Tab leaves the field as everywhere else.
    if (event.key === 'Escape') mayLeave = true;
    else if (event.key !== 'Tab') mayLeave = false;
    if (event.key !== 'Tab' || mayLeave || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    moveLines(area, event.shiftKey);
  });
  area.addEventListener('blur', () => (mayLeave = false));
  area.addEventListener('paste', (event) => {
    const pasted = readPastedLines(event, url);
    if (!pasted) return;
    event.preventDefault();
    void pasted.then(({ lines, text }) => insertText(area, lines ? formatOutline(lines) : text));
  });
}

type PastedLines = {
  readonly text: string;
  /** Undefined if the server does not answer. */
  readonly lines: Outline | undefined;
};

/** Several lines of a clipboard with their levels; undefined if it holds a part of one line. */
export function readPastedLines(
  { clipboardData }: ClipboardEvent,
  url: string,
): Promise<PastedLines> | undefined {
  const html = clipboardData?.getData('text/html') ?? '';
  const text = (clipboardData?.getData('text/plain') ?? '').replaceAll('\r\n', '\n');
  if (!/<(?:p|li|h\d|tr)\b/i.test(html) && !text.includes('\n')) return undefined;
  return readContents(url, html, text).then((lines) => ({ text, lines }));
}

async function readContents(url: string, html: string, text: string): Promise<Outline | undefined> {
  try {
    const response = await postToEditor(url, { intent: 'read-contents', html, text });
    if (!response.ok) return undefined;
    return flattenContents((await response.json()) as ContentsEntry[]);
  } catch {
    return undefined;
  }
}

function moveLines(area: HTMLTextAreaElement, isUp: boolean): void {
  const { value, selectionStart, selectionEnd } = area;
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1;
  const end = Math.max(selectionEnd, start);
  const lines = value.slice(start, end).split('\n');
  const moved = lines.map((line) => (isUp ? line.replace(/^\t/, '') : `\t${line}`));
  area.setSelectionRange(start, end);
  insertText(area, moved.join('\n'));
  const shift = (moved[0]?.length ?? 0) - (lines[0]?.length ?? 0);
  const isOneLine = lines.length === 1;
  const cursor = Math.max(start, selectionStart + shift);
  area.setSelectionRange(isOneLine ? cursor : start, isOneLine ? cursor : area.selectionEnd);
}

/** As if it was typed, so that the browser's undo takes it back. */
function insertText(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  // Deprecated, and the only way that keeps the undo history.
  // oxlint-disable-next-line typescript/no-deprecated
  if (document.execCommand('insertText', false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
