import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * The visitor's IP address: the socket's, or with proxies of ours in front the X-Forwarded-For
 * entry that the outermost of them wrote. IPv6 is cut to its /64, which one visitor owns whole.
 */
export function readClientIp(c: Context, trustedProxyCount: number): string {
  const socketIp = getConnInfo(c).remote.address ?? 'unknown';
  if (trustedProxyCount === 0) return normalizeIp(socketIp);
  const forwarded = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return normalizeIp(forwarded.at(-trustedProxyCount) ?? socketIp);
}

function normalizeIp(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, 60);
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeroCount = plain.includes('::') ? Math.max(0, 8 - left.length - right.length) : 0;
  const groups = [...left, ...Array.from({ length: zeroCount }, () => '0'), ...right];
  const prefix = groups.slice(0, 4).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
  return `${prefix.join(':')}::/64`;
}
