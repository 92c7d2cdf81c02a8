/** Page that sends a new confirmation mail. */
export const NEW_CONFIRMATION_PATH = '/auth/confirm?type=signup';

/**
 * The code by which the authentication service says, in the fragment of an address, why a followed one-time link did not work.
 * The sentence beside it is not read: in an address it could be anybody's words.
 */
export function linkTroubleIn(hash: string): string | undefined {
  return new URLSearchParams(hash.slice(1)).get('error_code') ?? undefined;
}

/** Takes it out of the address, so that neither a reload nor a bookmark tells it again. */
export function forgetLinkTrouble(): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
}
