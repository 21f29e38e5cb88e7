import type { IncomingMessage } from 'node:http';

/**
 * The visitor's network address: the socket's, or with `trustProxy` proxies of ours in front the entry that the outermost
 * of them wrote. An IPv6 address is cut to its /64, since one visitor has all of those.
 */
export function readClientIp(
  env: unknown,
  forwarded: string | undefined,
  trustedProxyCount: number,
): string {
  const { incoming } = (env ?? {}) as { incoming?: IncomingMessage };
  const socketIp = incoming?.socket.remoteAddress ?? 'unknown';
  const chain =
    trustedProxyCount > 0
      ? (forwarded ?? '')
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
      : [];
  return normalizeIp(chain.at(-trustedProxyCount) ?? socketIp);
}

function normalizeIp(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, 60);
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = plain.includes('::')
    ? [
        ...left,
        ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'),
        ...right,
      ]
    : left;
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
