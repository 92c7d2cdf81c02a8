import { customClaims, isMissingClaims, mapClaims } from './claim-mapping.js';

const reading = (attributeMapping: Record<string, string>, customClaimsAllowlist: string[] = []) => ({
  attributeMapping,
  customClaimsAllowlist,
});

describe('the claims of an operator’s own provider', () => {
  it('are read under their usual names', () => {
    const claims = { id: 42, mail: 'ada@example.com', email_verified: true, login: 'ada' };
    expect(mapClaims(claims, reading({ sub: 'id', email: 'mail', name: 'absent' }))).toEqual({
      ...claims,
      sub: '42',
      email: 'ada@example.com',
    });
  });

  it('do not vouch for an address of which nothing was said', () => {
    const claims = { sub: 'a', email: 'ada@example.com', upn: 'chief@example.com', email_verified: true };
    expect(mapClaims(claims, reading({ email: 'upn' }))).not.toHaveProperty('email_verified');
    expect(mapClaims(claims, reading({}))).toMatchObject({ email_verified: true });
  });

  it('take nothing from what every object has', () => {
    expect(mapClaims({ sub: 'a' }, reading({ name: 'constructor' }))).toEqual({ sub: 'a' });
    expect(customClaims({ sub: 'a' }, reading({}, ['toString']))).toBeUndefined();
  });

  it('are asked for again while one that is wanted is lacking', () => {
    expect(isMissingClaims({ sub: 'a' }, reading({}))).toBe(true);
    expect(isMissingClaims({ sub: 'a', mail: 'a@b.example' }, reading({ email: 'mail' }))).toBe(false);
    expect(isMissingClaims({ email: 'a@b.example' }, reading({}, ['groups']))).toBe(true);
  });

  it('are kept as they came where the operator wants them, within bounds', () => {
    const claims = { sub: 'a', groups: ['staff'], org: { id: 7 }, secret: 'x' };
    expect(customClaims(claims, reading({}, ['groups', 'org', 'absent']))).toEqual({
      groups: ['staff'],
      org: { id: 7 },
    });
    expect(customClaims({ groups: 'x'.repeat(5000) }, reading({}, ['groups']))).toBeUndefined();
    expect(customClaims({ groups: 'a\0b' }, reading({}, ['groups']))).toBeUndefined();
    expect(customClaims({ groups: '\ud800' }, reading({}, ['groups']))).toBeUndefined();
  });
});
