import { derivedKey, keyedHash } from './derived-key.js';

it('a keyed hash differs for each secret and purpose', () => {
  const hashes = [
    ['secret', 'emails'],
    ['another secret', 'emails'],
    ['secret', 'limits'],
  ].map(([secret, label]) => keyedHash(derivedKey(secret!, label!), 'ada@example.com'));
  expect(new Set(hashes).size).toBe(3);
});
