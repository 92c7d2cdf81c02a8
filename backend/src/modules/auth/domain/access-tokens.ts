/** How it was proved who is there; `timestamp` in whole seconds since 1970. */
export interface AuthenticationMethod {
  method: string;
  timestamp: number;
  provider?: string;
}

/** Claims of a session's access token, in the names of the wire protocol. Times in whole seconds since 1970. */
export interface AccessClaims {
  sub: string;
  aud: string;
  role: string;
  iat: number;
  exp: number;
  email: string;
  phone: string;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
  aal: string;
  amr: AuthenticationMethod[];
  session_id: string;
  is_anonymous: boolean;
}

/** What a verified token says of its bearer. Without `sub` it is the key of a client, not of a person. */
export interface VerifiedToken {
  sub: string | undefined;
  sessionId: string | undefined;
  role: string;
  /** `aud`: the caller checks that it has the account's audience. */
  audiences: readonly string[];
}

/** Signs and verifies access tokens. */
export abstract class AccessTokens {
  abstract sign(claims: AccessClaims): Promise<string>;
  /**
   * Throws `BadTokenError` for a bad signature, a key or algorithm that is not ours, or an expired token; for a user token also without
   * an end or from an issuer that is not trusted. The keys of clients (`anon`, `service_role`) may have any issuer, and no end.
   */
  abstract verify(token: string): Promise<VerifiedToken>;
  /** Public halves of the signing keys as JSON Web Keys; none when a shared secret signs. */
  abstract publicKeys(): object[];
}
