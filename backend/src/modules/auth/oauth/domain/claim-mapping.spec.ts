import { customClaims, isMissingClaims, mapClaims } from './claim-mapping.js';

const mapping = (attributeMapping: Record<string, string>, customClaimsAllowlist: string[] = []) => ({
  attributeMapping,
  customClaimsAllowlist,
});

describe('claims of a custom provider', () => {
  it('maps custom claim names to standard ones', () => {
    const claims = { id: 42, mail: 'ada@example.com', email_verified: true, login: 'ada' };
    expect(mapClaims(claims, mapping({ sub: 'id', email: 'mail', name: 'absent' }))).toEqual({
      ...claims,
      sub: '42',
      email: 'ada@example.com',
    });
  });

  it('drops email_verified if the email comes from a different claim', () => {
    const claims = { sub: 'a', email: 'ada@example.com', upn: 'chief@example.com', email_verified: true };
    expect(mapClaims(claims, mapping({ email: 'upn' }))).not.toHaveProperty('email_verified');
    expect(mapClaims(claims, mapping({}))).toMatchObject({ email_verified: true });
  });

  it('ignores properties inherited from Object', () => {
    expect(mapClaims({ sub: 'a' }, mapping({ name: 'constructor' }))).toEqual({ sub: 'a' });
    expect(customClaims({ sub: 'a' }, mapping({}, ['toString']))).toBeUndefined();
  });

  it('reports missing claims', () => {
    expect(isMissingClaims({ sub: 'a' }, mapping({}))).toBe(true);
    expect(isMissingClaims({ sub: 'a', mail: 'a@b.example' }, mapping({ email: 'mail' }))).toBe(false);
    expect(isMissingClaims({ email: 'a@b.example' }, mapping({}, ['groups']))).toBe(true);
  });

  it('keeps allowlisted claims unless they are too large or not storable', () => {
    const claims = { sub: 'a', groups: ['staff'], org: { id: 7 }, secret: 'x' };
    expect(customClaims(claims, mapping({}, ['groups', 'org', 'absent']))).toEqual({
      groups: ['staff'],
      org: { id: 7 },
    });
    expect(customClaims({ groups: 'x'.repeat(5000) }, mapping({}, ['groups']))).toBeUndefined();
    expect(customClaims({ groups: 'a\0b' }, mapping({}, ['groups']))).toBeUndefined();
    expect(customClaims({ groups: '\ud800' }, mapping({}, ['groups']))).toBeUndefined();
  });
});
