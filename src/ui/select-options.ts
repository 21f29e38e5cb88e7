import escapeHtml from 'escape-html';

/** Options of a select as HTML: written on the server alone, so that long lists travel once. */
export function renderOptionsHtml(
  options: readonly (readonly [value: string, label: string])[],
  selected?: string,
): string {
  return [
    '<option value="">Choose…</option>',
    ...options.map(
      ([value, label]) =>
        `<option value="${escapeHtml(value)}"${value === selected ? ' selected' : ''}>${escapeHtml(label)}</option>`,
    ),
  ].join('');
}
