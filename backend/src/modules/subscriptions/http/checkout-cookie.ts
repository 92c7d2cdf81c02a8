import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';

const NAME = 'checkout';
const PATH = '/api/functions';
const LIFE_SECONDS = 86_400;
const SECRET = /^[\w-]{43}$/;

/** The secret by which a browser finds its own checkout again; readable by no script. */
export function readCheckoutCookie(request: Request): string | undefined {
  const value = parseCookie(request.headers.cookie ?? '')[NAME];
  return value && SECRET.test(value) ? value : undefined;
}

export function setCheckoutCookie(response: Response, value: string, secure: boolean): void {
  response.append(
    'Set-Cookie',
    stringifySetCookie({
      name: NAME,
      value,
      path: PATH,
      maxAge: LIFE_SECONDS,
      httpOnly: true,
      sameSite: 'lax',
      secure,
    }),
  );
}
