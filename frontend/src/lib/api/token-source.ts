/** The session that calls are made in. */
export interface TokenSource {
  /** The access token of whoever is signed in, or nothing. */
  accessToken: () => Promise<string | undefined>;
  /** Refreshes the session, so that the page sees the assurance level it has now. */
  refresh: () => Promise<void>;
}

const NO_SESSION: TokenSource = {
  accessToken: () => Promise.resolve(undefined),
  refresh: () => Promise.resolve(),
};
let source = NO_SESSION;

/** From now on calls are made in this session. Returns how to undo it. */
export function authorizeCallsWith(next: TokenSource): () => void {
  source = next;
  return () => {
    if (source === next) source = NO_SESSION;
  };
}

/** The token a call is to carry now. */
export function presentToken(): Promise<string | undefined> {
  return source.accessToken();
}

/** Refreshes the session that calls are made in. */
export function refreshSession(): Promise<void> {
  return source.refresh();
}
