import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** How many proxies of ours stand in front, and in which header they name the visitor. */
export type TrustedProxies = {
  readonly trustedProxyCount: number;
  readonly trustedProxyHeader: 'x-forwarded-for' | 'forwarded';
};

/** The IP address of the visitor who sent the request; see findClientIp. */
export const readClientIp = (c: Context, proxies: TrustedProxies): string =>
  findClientIp(getConnInfo(c).remote.address ?? 'unknown', c.req.header(), proxies);

/**
 * The visitor's IP address as a key for limits: the socket's, or with proxies of ours in front the
 * entry that the outermost of them wrote. IPv6 is cut to its /64, which one visitor owns whole; an
 * entry that is not an address counts as the proxy.
 */
export function findClientIp(
  socketIp: string,
  headers: Readonly<Record<string, string | undefined>>,
  { trustedProxyCount, trustedProxyHeader }: TrustedProxies,
): string {
  const entries = (headers[trustedProxyHeader] ?? '').split(',');
  const trusted = trustedProxyCount === 0 ? undefined : entries.at(-trustedProxyCount);
  const node = trustedProxyHeader === 'forwarded' ? readForwardedFor(trusted ?? '') : trusted;
  return normalizeIp(parseNode(node ?? '')) ?? normalizeIp(socketIp) ?? socketIp;
}

const token = String.raw`[\w!#$%&'*+.^|~\x60-]+`;
const pair = String.raw`\s*${token}=(?:[^\s",;=]+|"[^"]*")\s*`;
const forwardedElement = new RegExp(`^${pair}(?:;${pair})*$`);

/**
 * The node of `for=` in one element of Forwarded (RFC 7239). The header was cut at every comma,
 * also in quotes: a visitor's open quote then can't swallow what our proxy adds. Addresses have no
 * comma, and a piece with half a quote is no element.
 */
function readForwardedFor(element: string): string | undefined {
  if (!forwardedElement.test(element)) return undefined;
  return /(?:^|;)\s*for=([^;]+)/i.exec(element)?.[1];
}

/** The address in `192.0.2.1:443`, `"[2001:db8::1]:443"`, `2001:db8::1%eth0` and the like. */
function parseNode(node: string): string {
  const unquoted = node.trim().replaceAll('"', '');
  const [, bracketed, withPort] =
    /^\[([^\]]+)\](?::\w+)?$|^([\d.]+):\w+$/.exec(unquoted.slice(0, 100)) ?? [];
  return (bracketed ?? withPort ?? unquoted).replace(/%.*$/, '');
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** IPv4 as it is, also if IPv6 maps it; the /64 of another IPv6; undefined for anything else. */
function normalizeIp(ip: string): string | undefined {
  if (ipv4.test(ip)) return ip;
  // The URL parser writes IPv6 in one way: lower case, no leading zeros, no dots.
  if (!URL.canParse(`http://[${ip}]`)) return undefined;
  const [head = '', tail = ''] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  const groups = [...left, ...zeros, ...right];
  if (/^(0:){5}ffff:/.test(groups.join(':'))) return groups.slice(6).map(toDottedPair).join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Two bytes of a mapped IPv4 address: "cb00" is "203.0". */
const toDottedPair = (group: string): string => {
  const value = Number.parseInt(group, 16);
  return `${value >> 8}.${value & 255}`;
};
