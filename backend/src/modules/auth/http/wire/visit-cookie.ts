import { AUTH_PATH } from '@subscription-site/shared/paths';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { VISIT_SECONDS, type BegunVisit } from '../../application/providers/visit-provider.js';

const SECRET = /^[\w-]{43}$/;

/** The secret by which a browser that comes back from a provider is known; one cookie a visit, so that tabs do not disturb each other. */
export function readVisitCookie(request: Request, state: string): string | undefined {
  const value = parseCookie(request.headers.cookie ?? '')[nameFor(state)];
  return value && SECRET.test(value) ? value : undefined;
}

/** Browsers send it along a form that a stranger's page posts only when it is marked `SameSite=None`, and that only encrypted. */
export function setVisitCookie(
  response: Response,
  { state, browserSecret, postsItsAnswer }: BegunVisit,
  secure: boolean,
): void {
  const sameSite = postsItsAnswer && secure ? 'none' : 'lax';
  response.append('Set-Cookie', cookie(state, browserSecret, VISIT_SECONDS, sameSite, secure));
}

export function clearVisitCookie(response: Response, state: string, secure: boolean): void {
  response.append('Set-Cookie', cookie(state, '', 0, 'lax', secure));
}

function cookie(
  state: string,
  value: string,
  maxAge: number,
  sameSite: 'lax' | 'none',
  secure: boolean,
): string {
  const path = `${AUTH_PATH}/callback`;
  return stringifySetCookie({ name: nameFor(state), value, path, maxAge, httpOnly: true, sameSite, secure });
}

function nameFor(state: string): string {
  return `visit-${state.toLowerCase()}`;
}
