/** Page that sends a new confirmation email. */
export const NEW_CONFIRMATION_PATH = '/auth/confirm?type=signup';

const PARAMETERS = ['error', 'error_code', 'error_description'];

/**
 * Error code in the fragment or query after a failed one-time link or OAuth sign-in. The description is
 * ignored, because anyone can put text into a URL.
 */
export function linkErrorIn({ hash, search }: { hash: string; search: string }): string | undefined {
  const [inHash, inQuery] = [hash, search].map((part) =>
    new URLSearchParams(part.slice(1)).get('error_code'),
  );
  return inHash ?? inQuery ?? undefined;
}

/** Removes the error from the URL, so that a reload does not show it again. */
export function clearLinkError(): void {
  const { pathname, searchParams } = new URL(window.location.href);
  for (const parameter of PARAMETERS) searchParams.delete(parameter);
  const query = searchParams.size > 0 ? `?${searchParams.toString()}` : '';
  window.history.replaceState(window.history.state, '', pathname + query);
}
