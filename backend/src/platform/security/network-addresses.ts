import ipaddr from 'ipaddr.js';

const MAPPED = /^::ffff:/i;
/** Everything of IPv6 that is given out for the public internet. */
const GLOBAL = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** Where Azure's machines ask their host: of a public range, yet inside. */
const INSIDE = ['168.63.129.16'];

/** As people write it: on a socket for both families an IPv4 client comes as `::ffff:203.0.113.7`. Anything else stays as it is. */
export function readableAddress(address: string): string {
  return MAPPED.test(address) && ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

/** What limits count a client by: the person who has one IPv6 address has all of its /64 network. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/**
 * Whether an address is of the public internet: neither this machine, nor a private network, nor where clouds tell their machines'
 * secrets, nor reserved for anything else. What only wraps an IPv4 address is judged by that.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) {
    return parsed.range() === 'unicast' && !INSIDE.includes(parsed.toString());
  }
  if (parsed.range() === 'rfc6052') return isPublicAddress(parsed.toByteArray().slice(-4).join('.'));
  return parsed.range() === 'unicast' && parsed.match(GLOBAL);
}
