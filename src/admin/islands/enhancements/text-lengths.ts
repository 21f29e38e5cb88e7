/**
 * How long a text is beside what search engines show of it, and the search result that it makes:
 * fields are marked `data-ideal-length`, and the result `data-search-result` in the same form.
 */
export function showTextLengths(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '[data-ideal-length]',
  )) {
    const note = document.createElement('p');
    note.className = 'admin-by';
    field.after(note);
    const show = (): void => {
      const length = Array.from(field.value).length;
      const ideal = Number(field.dataset['idealLength']);
      note.textContent = `${length} of about ${ideal} characters${length > ideal ? ': its end will be cut' : ''}`;
      showInResult(field);
    };
    field.addEventListener('input', show);
    show();
  }
}

function showInResult({ form, name, value }: HTMLInputElement | HTMLTextAreaElement): void {
  const result = form?.querySelector('[data-search-result]');
  const shown = result?.querySelector(`[data-shown="${name.split('.').at(-1)}"]`);
  if (shown && value.trim() !== '') shown.textContent = value;
}
