import { BlockList, isIP } from 'node:net';

/** What is not the public internet: RFC 6890 and its registries, for IPv4. */
const privateRanges = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [network = '', bits] = range.split('/');
  privateRanges.addSubnet(network, Number(bits), 'ipv4');
}

/** Of IPv6 only global unicast addresses, without those that carry an IPv4 address inside. */
const globalRanges = new BlockList();
globalRanges.addSubnet('2000::', 3, 'ipv6');
const tunnelRanges = new BlockList();
tunnelRanges.addSubnet('2001::', 23, 'ipv6');
tunnelRanges.addSubnet('2001:db8::', 32, 'ipv6');
tunnelRanges.addSubnet('2002::', 16, 'ipv6');

/** True for an address on the public internet; false for what is no address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !privateRanges.check(address, 'ipv4');
  return (
    version === 6 && globalRanges.check(address, 'ipv6') && !tunnelRanges.check(address, 'ipv6')
  );
}
