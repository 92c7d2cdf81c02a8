import type { Arrival } from '../../application/providers/open-arrival.js';
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

/** Where a visit leads of which nothing is known any more. */
export function siteAfterLoss(siteUrl: string, refusal: URLSearchParams): string {
  const target = new URL(siteUrl);
  target.search = withoutMark(refusal).toString();
  return target.href;
}
