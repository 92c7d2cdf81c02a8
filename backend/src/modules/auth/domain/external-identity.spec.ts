import { identityFromClaims, identityFromGithub } from './external-identity.js';

const person = { iss: 'https://issuer.example', sub: '7', email: 'Ada@Example.com', email_verified: true };

describe('who someone is elsewhere', () => {
  it('is known with name, picture and address', () => {
    const claims = { ...person, name: 'Ada Lovelace', picture: 'https://issuer.example/ada.png' };
    expect(identityFromClaims('google', claims)).toEqual({
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
    'an address with %j is not verified',
    (said) => {
      expect(identityFromClaims('keycloak', { ...person, email_verified: said })?.emailVerified).toBe(false);
    },
  );

  it('Apple says so in text', () => {
    expect(identityFromClaims('apple', { ...person, email_verified: 'true' })?.emailVerified).toBe(true);
  });

  it('an administrator of an identity provider of Azure vouches for no address, whatever the token says of it', () => {
    expect(identityFromClaims('azure', person)?.emailVerified).toBe(false);
    expect(identityFromClaims('azure', { ...person, xms_edov: '1' })?.emailVerified).toBe(true);
    expect(identityFromClaims('azure', { ...person, xms_edov: false })?.emailVerified).toBe(false);
  });

  it('keeps no words that could stand in an email as a link, nothing that cannot be stored, no picture in the clear', () => {
    const data = identityFromClaims('keycloak', {
      ...person,
      name: 'win at www.evil.example',
      preferred_username: 'a\0b',
      picture: 'javascript:alert(1)',
      nickname: 'x'.repeat(501),
    })?.data;
    expect(data).toEqual({
      iss: person.iss,
      sub: '7',
      provider_id: '7',
      email: person.email,
      email_verified: true,
      phone_verified: false,
    });
  });

  it.each([undefined, '', 7, null, 'x'.repeat(501), 'a\0'])('no one with %j for an id', (sub) => {
    expect(identityFromClaims('google', { ...person, sub })).toBeUndefined();
  });

  it('an address that is none is none', () => {
    expect(identityFromClaims('google', { ...person, email: 'not an address' })).toMatchObject({
      email: null,
      emailVerified: false,
    });
  });

  it('at GitHub has the primary address, verified as GitHub says', () => {
    const profile = { id: 583231, login: 'octocat', name: 'Octo Cat' };
    const addresses = [
      { email: 'other@example.com', primary: false, verified: true },
      { email: 'octo@example.com', primary: true, verified: false },
    ];
    expect(identityFromGithub('https://api.github.com', profile, addresses)).toMatchObject({
      provider: 'github',
      subject: '583231',
      email: 'octo@example.com',
      emailVerified: false,
      data: { user_name: 'octocat', full_name: 'Octo Cat' },
    });
    expect(
      identityFromGithub('https://api.github.com', { ...profile, id: '583231' }, addresses),
    ).toBeUndefined();
  });
});
