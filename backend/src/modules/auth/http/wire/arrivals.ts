import type { Arrival } from '../../application/providers/open-arrival.js';
import { LostVisitError } from '../../domain/lost-visit-error.js';
import { sessionFragment, withoutMark } from './redirect-fragments.js';
import { sessionAnswer } from './session-answer.js';

/** A code may stand in the query, where the client's own server reads it; a session only in the fragment, which no server sees. */
export function targetOfArrival(redirectTo: string, arrival: Arrival): string {
  const target = new URL(redirectTo);
  target.hash = '';
  if ('authCode' in arrival) target.searchParams.set('code', arrival.authCode);
  else target.hash = sessionFragment(sessionAnswer(arrival.session)).toString();
  return target.href;
}

/** In query and fragment: nobody knows which of them the client reads. */
export function targetOfRefusal(redirectTo: string, refusal: URLSearchParams): string {
  const target = new URL(redirectTo);
  for (const [name, value] of withoutMark(refusal)) target.searchParams.set(name, value);
  target.hash = refusal.toString();
  return target.href;
}

/**
 * Where a browser is led that ended no visit of its own: to the page of the visit that its state names, or to the site when nothing is
 * known any more. The page was judged when the visit began, so whoever lures somebody there could have given the address itself.
 */
export function endAfterLoss(
  siteUrl: string,
  thrown: unknown,
  refusal: URLSearchParams,
): { status: 302 | 303; target: string } {
  const end = thrown instanceof LostVisitError ? thrown.end : undefined;
  if (end) return { status: 302, target: targetOfRefusal(end.redirectTo ?? siteUrl, refusal) };
  const site = new URL(siteUrl);
  site.search = withoutMark(refusal).toString();
  return { status: 303, target: site.href };
}
