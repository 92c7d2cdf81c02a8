/** Gives the access token of whoever is signed in, or nothing. */
export type TokenSource = () => Promise<string | undefined>;

const NO_TOKEN: TokenSource = () => Promise.resolve(undefined);
let source = NO_TOKEN;

/** From now on calls carry this token. Returns how to undo it. */
export function setTokenSource(next: TokenSource): () => void {
  source = next;
  return () => {
    if (source === next) source = NO_TOKEN;
  };
}

/** The token a call is to carry now. */
export function currentToken(): Promise<string | undefined> {
  return source();
}
