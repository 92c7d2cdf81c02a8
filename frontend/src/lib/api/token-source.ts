/** The session that API calls use. */
export interface TokenSource {
  /** Returns the access token of the signed-in user, if any. */
  accessToken: () => Promise<string | undefined>;
  /** Refreshes the session, so that the page sees its current assurance level. */
  refresh: () => Promise<void>;
  /** Drops the session if the server no longer accepts it. */
  verify: () => Promise<void>;
}

const NO_SESSION: TokenSource = {
  accessToken: () => Promise.resolve(undefined),
  refresh: () => Promise.resolve(),
  verify: () => Promise.resolve(),
};
let source = NO_SESSION;

/** Sets the token source for API calls. Returns a cleanup function. */
export function setTokenSource(next: TokenSource): () => void {
  source = next;
  return () => {
    if (source === next) source = NO_SESSION;
  };
}

export function currentToken(): Promise<string | undefined> {
  return source.accessToken();
}

export function refreshSession(): Promise<void> {
  return source.refresh();
}

export function verifySession(): Promise<void> {
  return source.verify();
}
