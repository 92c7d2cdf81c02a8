import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';

const LIFE_SECONDS = 86_400;
const SECRET = /^[\w-]{43}$/;

/**
 * On https the `__Host-` prefix prevents sibling hosts, and attackers on http, from planting a cookie: browsers accept it only from
 * this host, with `Secure` and path `/`. Cookies without the prefix are ignored there.
 */
const cookieName = (secure: boolean): string => (secure ? '__Host-checkout' : 'checkout');

/** The secret that links a browser to its checkout; HttpOnly. `secure`: the site uses https. */
export function readCheckoutCookie(request: Request, secure: boolean): string | undefined {
  const value = parseCookie(request.headers.cookie ?? '')[cookieName(secure)];
  return value && SECRET.test(value) ? value : undefined;
}

export function setCheckoutCookie(response: Response, value: string, secure: boolean): void {
  response.append(
    'Set-Cookie',
    stringifySetCookie({
      name: cookieName(secure),
      value,
      path: secure ? '/' : '/api/functions',
      maxAge: LIFE_SECONDS,
      httpOnly: true,
      sameSite: 'lax',
      secure,
    }),
  );
}
