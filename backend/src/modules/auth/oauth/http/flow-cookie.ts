import { AUTH_PATH } from '@subscription-site/shared/paths';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { FLOW_SECONDS, type StartedFlow } from '../oauth-flow.js';

const SECRET = /^[\w-]{43}$/;
/** The only path that needs the cookie. */
const CALLBACK = '/callback';

/** Reads the secret that binds a flow to the browser that started it. Each flow has its own cookie, so that tabs don't interfere. */
export function readFlowCookie(request: Request, state: string): string | undefined {
  const value = parseCookie(request.headers.cookie ?? '')[nameFor(state)];
  return value && SECRET.test(value) ? value : undefined;
}

/** Providers that post a form need `SameSite=None`, which browsers only accept for secure cookies. */
export function setFlowCookie(
  response: Response,
  flow: Pick<StartedFlow, 'state' | 'browserSecret' | 'usesFormPost'>,
  secure: boolean,
  returnPath = CALLBACK,
): void {
  const sameSite = flow.usesFormPost && secure ? 'none' : 'lax';
  const attributes = { value: flow.browserSecret, maxAge: FLOW_SECONDS, sameSite, secure } as const;
  response.append(
    'Set-Cookie',
    stringifySetCookie({ ...baseAttributes(flow.state, returnPath), ...attributes }),
  );
}

export function clearFlowCookie(
  response: Response,
  state: string,
  secure: boolean,
  returnPath = CALLBACK,
): void {
  const expired = { value: '', maxAge: 0, sameSite: 'lax' as const, secure };
  response.append('Set-Cookie', stringifySetCookie({ ...baseAttributes(state, returnPath), ...expired }));
}

function baseAttributes(state: string, returnPath: string): { name: string; path: string; httpOnly: true } {
  return { name: nameFor(state), path: `${AUTH_PATH}${returnPath}`, httpOnly: true };
}

function nameFor(state: string): string {
  return `visit-${state.toLowerCase()}`;
}
