/** An entry of the `amr` claim. `timestamp` is in Unix seconds. */
export interface AuthenticationMethod {
  method: string;
  timestamp: number;
  provider?: string;
}

/** Claims of a session's access token, named as on the wire. Times are in Unix seconds. */
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

/** Roles of the API keys that operators use. */
export const ADMIN_ROLES: readonly string[] = ['service_role', 'supabase_admin'];

/** Claims of a verified token. Without `sub` it is an API key (`anon` or one of {@link ADMIN_ROLES}), not a user token. */
export interface VerifiedToken {
  sub: string | undefined;
  sessionId: string | undefined;
  role: string;
  /** From `aud`. Callers must check that it includes the user's audience. */
  audiences: readonly string[];
}

export abstract class AccessTokens {
  abstract sign(claims: AccessClaims): Promise<string>;
  /**
   * Throws `BadTokenError` for a bad signature, an unknown key or algorithm, or an expired token. User tokens must also have an `exp`
   * and a trusted issuer; API keys may have any issuer and need not expire.
   */
  abstract verify(token: string): Promise<VerifiedToken>;
  /** JSON Web Keys for verifying signatures; empty when tokens are signed with a shared secret. */
  abstract publicKeys(): object[];
}
