import type { IncomingMessage } from 'node:http';

/** True where the client asks for Markdown and not for HTML: programs do, browsers never. */
export function prefersMarkdown({ rawHeaders }: IncomingMessage): boolean {
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 6 && rawHeaders[i]?.toLowerCase() === 'accept') {
      const types = rawHeaders[i + 1] ?? '';
      return types.includes('text/markdown') && !types.startsWith('text/html');
    }
  return false;
}
