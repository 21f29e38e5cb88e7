import escapeHtml from 'escape-html';

/** Options of a select as HTML, rendered on the server alone, so that long lists travel once. */
export function renderOptionsHtml(
  options: readonly (readonly [value: string, label: string])[],
  selectedValue?: string,
): string {
  const renderOption = ([value, label]: readonly [value: string, label: string]): string => {
    const selected = value === selectedValue ? ' selected' : '';
    return `<option value="${escapeHtml(value)}"${selected}>${escapeHtml(label)}</option>`;
  };
  return ['<option value="">Choose…</option>', ...options.map(renderOption)].join('');
}
