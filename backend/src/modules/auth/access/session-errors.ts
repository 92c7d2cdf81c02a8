import { DomainError } from '../../../platform/domain-error.js';

export class MissingTokenError extends DomainError {
  constructor() {
    super('unauthenticated', 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
}

const UNVERIFIABLE = 'invalid JWT: unable to parse or verify signature';

export class BadTokenError extends DomainError {
  constructor(message: string, kind: 'malformed' | 'forbidden' = 'forbidden') {
    super(kind, 'bad_jwt', message);
  }

  /** As in the protocol, with the same message as for a bad signature. */
  static invalidClaim(reason: string): BadTokenError {
    return new BadTokenError(`${UNVERIFIABLE}, ${reason}`);
  }
}

/** The token is malformed, expired, or not signed with one of our keys. */
export class UnverifiableTokenError extends BadTokenError {
  constructor(reason: string) {
    super(`${UNVERIFIABLE}, ${reason}`);
  }
}

/** The token is an API key, which identifies no user. */
export class MissingSubjectError extends BadTokenError {
  constructor() {
    super('invalid claim: missing sub claim');
  }
}

export class UserDeletedError extends DomainError {
  constructor() {
    super('forbidden', 'user_not_found', 'User from sub claim in JWT does not exist');
  }
}

/** The audience in `X-JWT-AUD` is not the user's. The protocol uses `unexpected_audience` only when unlinking an identity. */
export class UnexpectedAudienceError extends DomainError {
  constructor(code: 'validation_failed' | 'unexpected_audience') {
    const kind = code === 'validation_failed' ? 'malformed' : 'forbidden';
    super(kind, code, "Token audience doesn't match request audience");
  }
}

/** The session was revoked: by signing out, a password change, or refresh token reuse. */
export class SessionNotFoundError extends DomainError {
  constructor() {
    super('forbidden', 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
}

export class SessionExpiredError extends DomainError {
  constructor() {
    super('malformed', 'session_expired', 'Invalid Refresh Token: Session Expired');
  }
}

export class RefreshTokenNotFoundError extends DomainError {
  constructor() {
    super('malformed', 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  }
}

export class RefreshTokenUsedError extends DomainError {
  constructor() {
    super('malformed', 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
  }
}
