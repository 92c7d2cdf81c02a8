import { readableAddress } from './network-addresses.js';

describe('the address of a client', () => {
  it.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::1', '::1'],
    ['unknown', 'unknown'],
    ['::ffff:nobody', '::ffff:nobody'],
  ])('%s is written as %s', (address, readable) => {
    expect(readableAddress(address)).toBe(readable);
  });
});
