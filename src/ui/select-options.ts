/** Options of a select as HTML: written on the server alone, so that long lists travel once. */
export function renderOptionsHtml(
  options: readonly (readonly [value: string, label: string])[],
  selected?: string,
): string {
  const escape = (text: string): string =>
    /[&<"]/.test(text)
      ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
      : text;
  return [
    '<option value="">Choose…</option>',
    ...options.map(
      ([value, label]) =>
        `<option value="${escape(value)}"${value === selected ? ' selected' : ''}>${escape(label)}</option>`,
    ),
  ].join('');
}
