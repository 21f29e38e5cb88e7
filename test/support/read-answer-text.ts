/** The text of a page as its reader sees it; the first bytes of a file. */
export async function readAnswerText(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!/html|text|json/.test(response.headers.get('content-type') ?? ''))
    return bytes.subarray(0, 5).toString('latin1');
  return bytes
    .toString()
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
