import { VerifiedTokenCache } from './verified-token-cache.js';

const token = { sub: 'someone', sessionId: 'session', role: 'authenticated', audiences: ['authenticated'] };

describe('verified token cache', () => {
  it('keeps tokens until they expire', () => {
    const tokens = new VerifiedTokenCache();
    tokens.add('a.b.c', token, 1000);
    expect(tokens.find('a.b.c', 999)).toBe(token);
    expect(tokens.find('a.b.C', 999)).toBeUndefined();
    expect(tokens.find('a.b.c', 1000)).toBeUndefined();
  });

  it('evicts the least recently used token when full', () => {
    const tokens = new VerifiedTokenCache();
    tokens.add('first', token, 1000);
    for (let number = 0; number < 4999; number++) tokens.add(`token ${number}`, token, 1000);
    expect(tokens.find('first', 0)).toBe(token);
    tokens.add('one more', token, 1000);
    expect(tokens.find('first', 0)).toBe(token);
    expect(tokens.find('token 0', 0)).toBeUndefined();
  });
});
