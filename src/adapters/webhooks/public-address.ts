import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** Of IPv6, the block that addresses are given out of (RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address on the public internet, by the registries of special purposes (RFC 6890); false
 * for what is no address, and for IPv6 that carries an IPv4 address inside.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return (
    parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast))
  );
}
