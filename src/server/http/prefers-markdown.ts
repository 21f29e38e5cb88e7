import type { IncomingMessage } from 'node:http';

const markdown = 'text/markdown';

/**
 * True if the client would rather read Markdown than HTML (RFC 9110, 12.5.1): it names Markdown
 * with a higher weight, or with the same one before HTML. Programs do, browsers never.
 */
export function prefersMarkdown({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  const accepted = readAccept(rawHeaders);
  // Nearly every request ends here.
  if (!accepted.includes(markdown)) return false;
  const ranges = accepted.split(',').map(readRange);
  const place = ranges.findIndex(({ type }) => type === markdown);
  const html = ['text/html', 'text/*', '*/*']
    .map((type) => ranges.findIndex((range) => range.type === type))
    .find((index) => index !== -1);
  const weight = ranges[place]?.weight ?? 0;
  const htmlWeight = html === undefined ? 0 : (ranges[html]?.weight ?? 0);
  if (weight !== htmlWeight) return weight > htmlWeight;
  // Who names Markdown beside "anything" wants Markdown.
  return weight > 0 && (ranges[html ?? -1]?.type !== 'text/html' || place < (html ?? 0));
}

/** The values of all `Accept` headers in lower case; `req.headers` costs more on first use. */
function readAccept(rawHeaders: readonly string[]): string {
  let accepted = '';
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 6 && rawHeaders[i]?.toLowerCase() === 'accept')
      accepted += `${accepted && ','}${rawHeaders[i + 1] ?? ''}`;
  return accepted.toLowerCase();
}

/** A media range without its parameters; a weight that nobody can read counts as none. */
function readRange(text: string): { readonly type: string; readonly weight: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  if (weight === undefined) return { type, weight: 1 };
  return {
    type,
    weight: /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : 0,
  };
}
