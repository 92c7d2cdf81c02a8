import { identityFromClaims, identityFromGithub } from './external-identity.js';

const claims = { iss: 'https://issuer.example', sub: '7', email: 'Ada@Example.com', email_verified: true };

describe('identities from external providers', () => {
  it('include name, picture and email address', () => {
    const profile = { ...claims, name: 'Ada Lovelace', picture: 'https://issuer.example/ada.png' };
    expect(identityFromClaims('google', profile)).toEqual({
      provider: 'google',
      subject: '7',
      email: 'Ada@Example.com',
      emailVerified: true,
      data: {
        iss: 'https://issuer.example',
        sub: '7',
        provider_id: '7',
        email: 'Ada@Example.com',
        email_verified: true,
        phone_verified: false,
        name: 'Ada Lovelace',
        full_name: 'Ada Lovelace',
        picture: 'https://issuer.example/ada.png',
        avatar_url: 'https://issuer.example/ada.png',
      },
    });
  });

  it.each([undefined, null, false, 'false', 'yes', 2, {}, []])(
    'treat email_verified: %j as unverified',
    (value) => {
      expect(identityFromClaims('keycloak', { ...claims, email_verified: value })?.emailVerified).toBe(false);
    },
  );

  it("accept Apple's string for email_verified", () => {
    expect(identityFromClaims('apple', { ...claims, email_verified: 'true' })?.emailVerified).toBe(true);
  });

  it('trust an Azure address only with a verified domain owner', () => {
    expect(identityFromClaims('azure', claims)?.emailVerified).toBe(false);
    expect(identityFromClaims('azure', { ...claims, xms_edov: '1' })?.emailVerified).toBe(true);
    expect(identityFromClaims('azure', { ...claims, xms_edov: false })?.emailVerified).toBe(false);
  });

  it('drop names with links, text that cannot be stored, and pictures not served over HTTPS', () => {
    const data = identityFromClaims('keycloak', {
      ...claims,
      name: 'win at www.evil.example',
      preferred_username: 'a\0b',
      picture: 'javascript:alert(1)',
      nickname: 'x'.repeat(501),
    })?.data;
    expect(data).toEqual({
      iss: claims.iss,
      sub: '7',
      provider_id: '7',
      email: claims.email,
      email_verified: true,
      phone_verified: false,
    });
  });

  it.each([undefined, '', 7, null, 'x'.repeat(501), 'a\0'])('are undefined for the id %j', (sub) => {
    expect(identityFromClaims('google', { ...claims, sub })).toBeUndefined();
  });

  it('drop an invalid email address', () => {
    expect(identityFromClaims('google', { ...claims, email: 'not an address' })).toMatchObject({
      email: null,
      emailVerified: false,
    });
  });

  it("use GitHub's primary address and its verified flag", () => {
    const profile = { id: 583231, login: 'octocat', name: 'Mona Lisa' };
    const addresses = [
      { email: 'other@example.com', primary: false, verified: true },
      { email: 'octo@example.com', primary: true, verified: false },
    ];
    expect(identityFromGithub('https://api.github.com', profile, addresses)).toMatchObject({
      provider: 'github',
      subject: '583231',
      email: 'octo@example.com',
      emailVerified: false,
      data: { user_name: 'octocat', full_name: 'Mona Lisa' },
    });
    expect(
      identityFromGithub('https://api.github.com', { ...profile, id: '583231' }, addresses),
    ).toBeUndefined();
  });
});
