/** Returns the access token of the signed-in user, if any. */
export type TokenSource = () => Promise<string | undefined>;

const NO_TOKEN: TokenSource = () => Promise.resolve(undefined);
let source = NO_TOKEN;

/** Sets the token source for API calls. Returns a cleanup function. */
export function setTokenSource(next: TokenSource): () => void {
  source = next;
  return () => {
    if (source === next) source = NO_TOKEN;
  };
}

export function currentToken(): Promise<string | undefined> {
  return source();
}
