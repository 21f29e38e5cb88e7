/** True if an `Accept-Encoding` names the encoding and does not refuse it (RFC 9110, 12.5.3). */
export function acceptsEncoding(accepted: string, encoding: 'br' | 'gzip'): boolean {
  if (!accepted.includes(encoding)) return false;
  // Nearly every request ends here.
  if (!/q=0/.test(accepted)) return true;
  const range = accepted.split(',').find((part) => part.trim().split(/[\s;]/)[0] === encoding);
  return range !== undefined && !/;\s*q=0(?:\.0*)?\s*$/.test(range);
}
