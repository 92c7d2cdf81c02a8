import { isPublicAddress, readableAddress, toNetwork, withoutPort } from './network-addresses.js';

describe('a client IP address', () => {
  it.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::1', '::1'],
    ['unknown', 'unknown'],
    ['::ffff:invalid', '::ffff:invalid'],
  ])('%s is normalized to %s', (address, readable) => {
    expect(readableAddress(address)).toBe(readable);
  });
});

describe('the network of a client', () => {
  it.each([
    ['2001:db8:1:2:a::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:b::2', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['203.0.113.7', '203.0.113.7'],
  ])('of %s is %s', (address, network) => expect(toNetwork(address)).toBe(network));
});

describe('a forwarded address', () => {
  it.each([
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
    ['unknown', 'unknown'],
  ])('%s is read as %s', (forwarded, address) => expect(withoutPort(forwarded)).toBe(address));
});

describe('the public internet', () => {
  it.each([
    '8.8.8.8',
    '203.0.114.7',
    '172.32.0.1',
    '2606:4700:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('includes %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ['this machine', ['127.0.0.1', '127.9.9.9', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1', '::127.0.0.1']],
    [
      'private networks',
      ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00:ec2::254', 'fec0::1'],
    ],
    ['link-local addresses, including cloud metadata', ['169.254.169.254', 'fe80::1', '::ffff:a9fe:a9fe']],
    ['carrier-grade NAT and cloud hosts', ['100.64.0.1', '100.100.100.200', '192.0.0.192', '168.63.129.16']],
    ['multicast and broadcast', ['224.0.0.1', '255.255.255.255', 'ff02::1']],
    [
      'embedded IPv4 addresses of those',
      ['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '2002:7f00:1::', '2001:0:1::1'],
    ],
    ['reserved and invalid addresses', ['240.0.0.1', '2001:db8::1', 'localhost', '', '1.2.3.4.5']],
  ])('excludes %s', (_, addresses) => {
    for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });
});
