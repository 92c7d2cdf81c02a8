import { parseEmailLink, redirectPathIn } from './email-link';

const parse = (query: string) => parseEmailLink(new URLSearchParams(query));
const CONFIRMED = 'http://localhost/auth/confirmed';

describe('an email link', () => {
  it.each([
    ['token=1&type=signup', `${CONFIRMED}?type=signup`],
    [
      'token=1&type=signup&redirect_to=http://localhost',
      `${CONFIRMED}?type=signup&redirect_to=http%3A%2F%2Flocalhost`,
    ],
    ['token=pkce_1&type=recovery', `${CONFIRMED}?type=recovery`],
    ['token=1&type=magiclink&redirect_to=https://client.example/back?a=b', 'https://client.example/back?a=b'],
    ['token=pkce_1&type=email_change&redirect_to=client.app://back', 'client.app://back'],
  ])('with %s goes through the server to %s', (query, target) => {
    const url = new URL(parse(query)!.verifyUrl, window.location.origin);
    expect(url.pathname).toBe('/api/auth/v1/verify');
    expect(url.searchParams.get('redirect_to')).toBe(target);
    expect(url.searchParams.get('accept_terms')).toBeNull();
  });

  it('accepts the terms, which are next to its button, only for an invitation', () => {
    expect(parse('token=hash-1&type=invite')?.verifyUrl).toMatch(/accept_terms=true/);
  });

  it.each(['', 'token=hash-1', 'type=signup', 'token=hash-1&type=nonsense'])(
    'is incomplete with the query "%s"',
    (query) => expect(parse(query)).toBeUndefined(),
  );

  it.each([
    ['http://localhost/pricing?a=b', '/pricing?a=b'],
    ['http://localhost/', undefined],
    ['https://evil.example/pricing', undefined],
    ['//evil.example/pricing', undefined],
    ['javascript:alert(1)', undefined],
  ])('requested for %s opens the page %s of this site', (redirectTo, path) =>
    expect(redirectPathIn(new URLSearchParams({ redirect_to: redirectTo }))).toBe(path),
  );
});
