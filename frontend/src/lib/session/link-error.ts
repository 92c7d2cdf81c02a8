/** Page that sends a new confirmation mail. */
export const NEW_CONFIRMATION_PATH = '/auth/confirm?type=signup';

const PARAMETERS = ['error', 'error_code', 'error_description'];

/**
 * The code by which the authentication service says, in the fragment of an address or in its query, why a followed one-time link
 * or a visit to another site did not sign in. The sentence beside it is not read: in an address it could be anybody's words.
 */
export function linkErrorIn({ hash, search }: { hash: string; search: string }): string | undefined {
  const [inHash, inQuery] = [hash, search].map((part) =>
    new URLSearchParams(part.slice(1)).get('error_code'),
  );
  return inHash ?? inQuery ?? undefined;
}

/** Takes it out of the address, so that neither a reload nor a bookmark tells it again. */
export function clearLinkError(): void {
  const { pathname, searchParams } = new URL(window.location.href);
  for (const parameter of PARAMETERS) searchParams.delete(parameter);
  const query = searchParams.size > 0 ? `?${searchParams.toString()}` : '';
  window.history.replaceState(window.history.state, '', pathname + query);
}
