import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';

const LIFE_SECONDS = 86_400;
const SECRET = /^[\w-]{43}$/;

/**
 * On https the prefix keeps other hosts of the domain, and the person who meddles with http, from planting a cookie: a browser takes it only
 * from this host, with `Secure`, for the whole of it. A cookie without the prefix is not looked at there.
 */
const nameOf = (secure: boolean): string => (secure ? '__Host-checkout' : 'checkout');

/** The secret by which a browser finds its own checkout again; readable by no script. `secure`: the site is on https. */
export function readCheckoutCookie(request: Request, secure: boolean): string | undefined {
  const value = parseCookie(request.headers.cookie ?? '')[nameOf(secure)];
  return value && SECRET.test(value) ? value : undefined;
}

export function setCheckoutCookie(response: Response, value: string, secure: boolean): void {
  response.append(
    'Set-Cookie',
    stringifySetCookie({
      name: nameOf(secure),
      value,
      path: secure ? '/' : '/api/functions',
      maxAge: LIFE_SECONDS,
      httpOnly: true,
      sameSite: 'lax',
      secure,
    }),
  );
}
