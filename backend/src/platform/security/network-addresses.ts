import ipaddr from 'ipaddr.js';

const MAPPED = /^::ffff:/i;
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;
/** IPv6 global unicast. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** Azure's host endpoint: in a public range, but internal. */
const INTERNAL_ADDRESSES = ['168.63.129.16'];

/** Unwraps IPv4-mapped addresses: a dual-stack socket reports an IPv4 client as `::ffff:203.0.113.7`. Returns others unchanged. */
export function readableAddress(address: string): string {
  return MAPPED.test(address) && ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

/** Removes the port and brackets of an address: `203.0.113.7:51234`, `[2001:db8::1]:443`. Returns others unchanged. */
export function withoutPort(address: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
}

/** The network that limits count a client by. Clients usually control the whole /64 of their IPv6 address. */
export function toNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/**
 * Whether an address is on the public internet: not this machine, a private network, a cloud metadata service, or a reserved range.
 * An IPv6 address that embeds an IPv4 address is checked by the latter.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) {
    return parsed.range() === 'unicast' && !INTERNAL_ADDRESSES.includes(parsed.toString());
  }
  if (parsed.range() === 'rfc6052') return isPublicAddress(parsed.toByteArray().slice(-4).join('.'));
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST);
}
