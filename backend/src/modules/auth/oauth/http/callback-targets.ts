import { withoutMarker } from '../../protocol/error-fragment.js';
import { sessionFragment, sessionResponse } from '../../sessions/http/session-response.js';
import type { CompletedSignIn } from '../complete-sign-in.js';
import { FlowNotFoundError } from '../domain/flow-not-found-error.js';

/**
 * Puts a code in the query, where the client's server can read it, and keeps the target's fragment, which may be a client-side route. A
 * session replaces the fragment, because fragments are not sent to servers.
 */
export function callbackTarget(redirectTo: string, completed: CompletedSignIn): string {
  const target = new URL(redirectTo);
  if ('authCode' in completed) target.searchParams.set('code', completed.authCode);
  else target.hash = sessionFragment(sessionResponse(completed.session)).toString();
  return target.href;
}

/** Puts the error in both query and fragment, since clients may read either. */
export function errorTarget(redirectTo: string, error: URLSearchParams): string {
  const target = new URL(redirectTo);
  for (const [name, value] of withoutMarker(error)) target.searchParams.set(name, value);
  target.hash = error.toString();
  return target.href;
}

/**
 * Where to redirect a callback that matches no flow of this browser: to the target of the flow that the state identifies, or to the
 * site if that flow is unknown or expired. The target was checked against the allow list when the flow started, so this is not an
 * open redirect.
 */
export function fallbackTarget(
  siteUrl: string,
  thrown: unknown,
  error: URLSearchParams,
): { status: 302 | 303; target: string } {
  const flow = thrown instanceof FlowNotFoundError ? thrown.target : undefined;
  if (flow) return { status: 302, target: errorTarget(flow.redirectTo ?? siteUrl, error) };
  const site = new URL(siteUrl);
  site.search = withoutMarker(error).toString();
  return { status: 303, target: site.href };
}
