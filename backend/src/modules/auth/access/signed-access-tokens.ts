import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import { RealClock } from '../../../platform/clock.js';
import type { JwtKey } from '../../../platform/config/jwt-key-settings.js';
import { Settings } from '../../../platform/config/settings.js';
import { AccessTokens, ADMIN_ROLES, type AccessClaims, type VerifiedToken } from './access-tokens.port.js';
import { BadTokenError, UnverifiableTokenError } from './session-errors.js';
import { VerifiedTokenCache } from './verified-token-cache.js';

const CLIENT_KEY_ROLES = ['anon', ...ADMIN_ROLES];

/**
 * Signs with the newest key (ES256 or RS256) and verifies with all of them; without keys, signs with the shared secret (HS256). If
 * keys are configured, the secret only verifies API keys, so that a leaked secret cannot forge user tokens. The key determines the
 * algorithm, never the token alone. Signing is synchronous: ES256 takes 60 µs, less than handing it to another thread.
 */
@Injectable()
export class SignedAccessTokens extends AccessTokens {
  private readonly issuer: string;
  private readonly trustedIssuers: ReadonlySet<unknown>;
  private readonly secret: Uint8Array;
  private readonly cache = new VerifiedTokenCache();

  constructor(
    private readonly jwt: JwtService,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {
    super();
    this.issuer = `${settings.siteUrl}/api/auth/v1`;
    this.trustedIssuers = new Set([this.issuer, ...settings.auth.trustedIssuers]);
    this.secret = new TextEncoder().encode(settings.auth.sharedSecret);
  }

  override async sign(claims: AccessClaims): Promise<string> {
    const [newest] = this.settings.auth.jwtKeys;
    const payload = { iss: this.issuer, ...claims };
    return newest
      ? this.jwt.sign(payload, {
          algorithm: newest.alg as 'ES256',
          keyid: newest.kid,
          privateKey: newest.privateKey,
        })
      : this.jwt.sign(payload, { algorithm: 'HS256', secret: this.settings.auth.sharedSecret });
  }

  override async verify(token: string): Promise<VerifiedToken> {
    const now = this.clock.now();
    const cached = this.cache.find(token, now.getTime());
    if (cached) return cached;
    const { payload, bySecret } = await this.verifyUncached(token, now);
    const verified = readPayload(payload);
    if (!isClientKey(verified)) this.assertUserToken(payload, bySecret);
    this.cache.add(token, verified, (payload.exp ?? Infinity) * 1000);
    return verified;
  }

  override publicKeys(): object[] {
    return this.settings.auth.jwtKeys.map(publicJwk);
  }

  private assertUserToken({ iss, exp }: JWTPayload, bySecret: boolean): void {
    if (bySecret && this.settings.auth.jwtKeys.length > 0)
      throw new UnverifiableTokenError('signing method HS256 is invalid');
    if (exp === undefined) throw BadTokenError.invalidClaim('token is missing required claim: exp');
    if (!this.trustedIssuers.has(iss)) throw BadTokenError.invalidClaim('token has invalid issuer');
  }

  private async verifyUncached(
    token: string,
    now: Date,
  ): Promise<{ payload: JWTPayload; bySecret: boolean }> {
    try {
      const { alg, kid } = decodeProtectedHeader(token);
      const bySecret = alg === 'HS256' && this.secret.length > 0;
      const key = bySecret ? { alg, publicKey: this.secret } : this.keyFor(alg, kid);
      const { payload } = await jwtVerify(token, key.publicKey, { algorithms: [key.alg], currentDate: now });
      return { payload, bySecret };
    } catch (error) {
      if (error instanceof BadTokenError) throw error;
      throw new UnverifiableTokenError(describeError(error));
    }
  }

  private keyFor(alg: string | undefined, kid: string | undefined): JwtKey {
    const usable = this.settings.auth.jwtKeys.filter((key) => key.alg === alg);
    if (usable.length === 0)
      throw new UnverifiableTokenError(`signing method ${alg ? alg.slice(0, 20) : 'none'} is invalid`);
    const key = usable.find((candidate) => candidate.kid === kid);
    if (!key) throw new UnverifiableTokenError('unrecognized JWT kid');
    return key;
  }
}

/** Exports the public key, which has no private members, so that the private key cannot leak. */
function publicJwk({ kid, alg, publicKey }: JwtKey): object {
  return { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig', key_ops: ['verify'], ext: true };
}

function readPayload({ sub, session_id, role, aud }: JWTPayload): VerifiedToken {
  return {
    sub: typeof sub === 'string' && sub !== '' ? sub : undefined,
    sessionId: typeof session_id === 'string' ? session_id : undefined,
    role: typeof role === 'string' ? role : '',
    audiences: [aud ?? []].flat(),
  };
}

function isClientKey({ sub, role }: VerifiedToken): boolean {
  return sub === undefined && CLIENT_KEY_ROLES.includes(role);
}

function describeError(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'token is expired';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature is invalid';
  if (error instanceof errors.JWTClaimValidationFailed) return 'token has invalid claims';
  return 'token is malformed';
}
