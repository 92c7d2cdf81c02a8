import { allowedRedirect } from './redirect-targets.js';

const rules = {
  siteUrl: 'https://site.example',
  allowed: [
    'https://*.partner.example/back',
    'https://docs.example/**',
    'myapp://callback',
    'https://q.example/?a=1',
  ],
};

describe('redirect targets', () => {
  it.each([
    'https://site.example/any/page?x=1#y',
    'http://127.0.0.1:4321/callback',
    'http://[::1]:80/',
    'https://shop.partner.example/back',
    'https://docs.example/a/b.c?d=e',
    'https://docs.example/a#fragment',
    'myapp://callback',
    'https://q.example/?a=1',
  ])('allows %s', (target) => expect(allowedRedirect(rules, target)).toBeDefined());

  it.each([
    'https://evil.example/',
    'http://site.example/',
    'https://site.example:444/',
    'https://site.example.evil.example/',
    'https://site.example@evil.example/',
    'https://user:pass@site.example/',
    'https://a.b.partner.example/back',
    'https://shop.partner.example/back/further',
    'https://shop.partner.example/back?x=1',
    'https://evil.example/https://docs.example/',
    'https://q.example/?a=2',
    'http://localhost:3000/',
    'http://127.0.0.1.evil.example/',
    'javascript:alert(1)',
    'javascript://127.0.0.1/%0Aalert(1)',
    'data:text/html,x',
    '//evil.example',
    '/auth',
    '',
  ])('rejects %j', (target) => expect(allowedRedirect(rules, target)).toBeUndefined());

  it('returns the first allowed URL', () => {
    const page = 'https://site.example/pricing';
    expect(allowedRedirect(rules, 'https://evil.example/', undefined, page)).toBe(page);
  });

  it('ignores the port when the site itself is on loopback', () => {
    const local = { siteUrl: 'http://localhost:3000', allowed: [] };
    expect(allowedRedirect(local, 'http://localhost:5173/auth')).toBe('http://localhost:5173/auth');
    expect(allowedRedirect(local, 'https://localhost:5173/auth')).toBeUndefined();
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    'http:\\\\evil.example',
    'http://localhost:3000@evil.example/',
    'http://localhost:3000%2f@evil.example/',
    'http://localhost:3000.evil.example/',
    'http://localhost.evil.example:3000/',
    'http://evil.example#http://localhost:3000',
    'http://evil.example?http://localhost:3000',
    'http://evil.example@localhost:3000/',
    'http://127.0.0.1.evil.example/',
    'http://[::1].evil.example/',
    'https://app.partner.example.evil.example/',
    'https://evil.example/app.partner.example/',
    'https://evil.example/.tenant.example/in',
    'https://evil.example%23.tenant.example/in',
    'javascript:alert(document.domain)//evil.example',
    'data:text/html,evil.example',
    'http://localhost:3000\r\nLocation: https://evil.example/',
  ])('rejects %j where the site is on loopback and partners are allowed', (target) => {
    const partners = ['https://app.partner.example/**', 'https://*.tenant.example/in'];
    const local = { siteUrl: 'http://localhost:3000', allowed: partners };
    expect(allowedRedirect(local, target)).toBeUndefined();
  });
});
