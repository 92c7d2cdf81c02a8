import { parseReturnPath } from './paths.js';

describe('return path after sign-in', () => {
  it.each([
    '/admin',
    '/admin/emails?status=failed',
    '/account/security',
    '/checkout?plan=team&interval=year',
  ])('accepts %s', (path) => expect(parseReturnPath(path)).toBe(path));

  it.each([
    'https://evil.example/admin',
    '//evil.example/admin',
    '/\\evil.example',
    '/pricing',
    '/administration',
    '/admin/../auth',
    '/admin/%2e%2e/auth',
    'javascript:alert(1)',
    '/adm\nin',
    '',
    null,
  ])('rejects %j', (path) => expect(parseReturnPath(path)).toBeUndefined());
});
