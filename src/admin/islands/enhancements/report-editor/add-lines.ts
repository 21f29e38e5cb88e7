/**
 * A field beside lines that offers what is known: what is chosen, or typed and confirmed with Enter,
 * becomes a line of its own.
 */
export function connectAddLines(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[data-adds-to]')) {
    const area = form.elements.namedItem(input.dataset['addsTo'] ?? '');
    if (!(area instanceof HTMLTextAreaElement)) continue;
    const add = (): void => {
      const text = input.value.trim();
      input.value = '';
      if (text !== '') addLine(area, text);
    };
    // Neither belongs to the report's own fields.
    input.addEventListener('input', (event) => {
      event.stopPropagation();
      if (isOffered(input)) add();
    });
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      add();
    });
  }
}

const isOffered = ({ value, list }: HTMLInputElement): boolean =>
  [...(list?.options ?? [])].some((option) => option.value === value);

function addLine(area: HTMLTextAreaElement, text: string): void {
  const lines = area.value.split('\n').filter((line) => line.trim() !== '');
  if (lines.includes(text)) return;
  area.value = [...lines, text].join('\n');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
