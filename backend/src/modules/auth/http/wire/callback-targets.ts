import type { CompletedSignIn } from '../../application/providers/complete-sign-in.js';
import { FlowNotFoundError } from '../../domain/flow-not-found-error.js';
import { sessionFragment, withoutMarker } from './redirect-fragments.js';
import { sessionResponse } from './session-response.js';

/** A code may stand in the query, where the client's own server reads it; a session only in the fragment, which no server sees. */
export function callbackTarget(redirectTo: string, completed: CompletedSignIn): string {
  const target = new URL(redirectTo);
  target.hash = '';
  if ('authCode' in completed) target.searchParams.set('code', completed.authCode);
  else target.hash = sessionFragment(sessionResponse(completed.session)).toString();
  return target.href;
}

/** In query and fragment: no one knows which of them the client reads. */
export function errorTarget(redirectTo: string, error: URLSearchParams): string {
  const target = new URL(redirectTo);
  for (const [name, value] of withoutMarker(error)) target.searchParams.set(name, value);
  target.hash = error.toString();
  return target.href;
}

/**
 * Where a browser is led that ended no flow of its own: to the page of the flow that its state names, or to the site when nothing is
 * known any more. The page was judged when the flow began, so the person who lures someone there could have given the address itself.
 */
export function fallbackTarget(
  siteUrl: string,
  thrown: unknown,
  error: URLSearchParams,
): { status: 302 | 303; target: string } {
  const end = thrown instanceof FlowNotFoundError ? thrown.target : undefined;
  if (end) return { status: 302, target: errorTarget(end.redirectTo ?? siteUrl, error) };
  const site = new URL(siteUrl);
  site.search = withoutMarker(error).toString();
  return { status: 303, target: site.href };
}
