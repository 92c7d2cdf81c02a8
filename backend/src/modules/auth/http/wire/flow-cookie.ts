import { AUTH_PATH } from '@subscription-site/shared/paths';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { FLOW_SECONDS, type StartedFlow } from '../../application/providers/oauth-flow.js';

const SECRET = /^[\w-]{43}$/;
/** Nothing else of the site needs the cookie. */
const CALLBACK = '/callback';

/** The secret by which a browser that comes back from a provider is known; one cookie a flow, so that tabs do not disturb each other. */
export function readFlowCookie(request: Request, state: string): string | undefined {
  const value = parseCookie(request.headers.cookie ?? '')[nameFor(state)];
  return value && SECRET.test(value) ? value : undefined;
}

/** Browsers send it along a form that a stranger's page posts only when it is marked `SameSite=None`, and that only encrypted. */
export function setFlowCookie(
  response: Response,
  flow: Pick<StartedFlow, 'state' | 'browserSecret' | 'usesFormPost'>,
  secure: boolean,
  returnPath = CALLBACK,
): void {
  const sameSite = flow.usesFormPost && secure ? 'none' : 'lax';
  const life = { value: flow.browserSecret, maxAge: FLOW_SECONDS };
  response.append(
    'Set-Cookie',
    stringifySetCookie({ ...shape(flow.state, returnPath), ...life, sameSite, secure }),
  );
}

export function clearFlowCookie(
  response: Response,
  state: string,
  secure: boolean,
  returnPath = CALLBACK,
): void {
  const gone = { value: '', maxAge: 0, sameSite: 'lax' as const, secure };
  response.append('Set-Cookie', stringifySetCookie({ ...shape(state, returnPath), ...gone }));
}

function shape(state: string, returnPath: string): { name: string; path: string; httpOnly: true } {
  return { name: nameFor(state), path: `${AUTH_PATH}${returnPath}`, httpOnly: true };
}

function nameFor(state: string): string {
  return `visit-${state.toLowerCase()}`;
}
