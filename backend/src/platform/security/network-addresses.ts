import ipaddr from 'ipaddr.js';

const MAPPED = /^::ffff:/i;

/** As people write it: on a socket for both families an IPv4 client comes as `::ffff:203.0.113.7`. Anything else stays as it is. */
export function readableAddress(address: string): string {
  return MAPPED.test(address) && ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}
