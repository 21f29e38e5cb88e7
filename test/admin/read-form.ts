/** The fields of the page's form of that intent, as a browser would post them unchanged. */
export function readForm(html: string, intent: string): Record<string, string> {
  const forms = html.split('<form').slice(1);
  const form = forms.find((one) => one.includes(`name="intent" value="${intent}"`)) ?? '';
  const fields: Record<string, string> = { intent };
  const unescape = (text: string) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  const own = form.slice(0, form.indexOf('</form>'));
  for (const [tag] of own.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    if (!name || name === 'intent' || /type="(?:checkbox|radio|file)"/.test(tag)) continue;
    fields[name] = unescape(/value="([^"]*)"/.exec(tag)?.[1] ?? '');
  }
  for (const [, name = '', text = ''] of own.matchAll(
    /<textarea[^>]*name="([^"]*)"[^>]*>([^]*?)<\/textarea>/g,
  ))
    fields[name] = unescape(text).replace(/^\n/, '');
  for (const [select, name = ''] of own.matchAll(/<select[^>]*name="([^"]*)"[^]*?<\/select>/g))
    fields[name] = /<option[^>]*value="([^"]*)"[^>]*selected/.exec(select)?.[1] ?? '';
  return fields;
}
