import { createHash } from 'node:crypto';
import {
  createRemoteJWKSet,
  customFetch as customFetchOfKeys,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import type { Clock } from '../../../../platform/clock/clock.js';
import { isMissingClaims, type ClaimMapping } from '../../domain/claim-mapping.js';
import { identityFromClaims, type Claims, type ExternalIdentity } from '../../domain/external-identity.js';
import type {
  IdentityProvider,
  PresentedIdToken,
  ProviderTokens,
  FlowSecrets,
  AuthorizationOptions,
} from '../../domain/identity-providers.js';
import { BadCallbackError, InvalidGrantError } from '../../domain/provider-errors.js';

/** A provider that is slower than this counts as away; a caller waits for two of its answers at most. */
export const PATIENCE_SECONDS = 5;
/** Never one that a public key could be taken for a secret with. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const CLOCK_TOLERANCE_SECONDS = 30;
const SCOPES: Readonly<Record<string, readonly string[]>> = { apple: ['openid', 'email', 'name'] };
const DEFAULT_SCOPES = ['openid', 'email', 'profile'];
const TENANT = /^[0-9a-f-]{36}$/i;

/** What is known of an issuer before it is asked. */
export interface OpenIdTerms {
  /** In the words of the wire protocol. */
  name: string;
  /** Exactly as it names itself. */
  issuer: string;
  /** Where its document is, if not where an issuer has it. */
  discoveryUrl?: string | null;
  /** Sign-ins by redirect use the first; ID tokens may be made for any of them. */
  clientIds: readonly [string, ...string[]];
  clientSecret: string | undefined;
  skipNonceCheck: boolean;
  scopes?: readonly string[];
  takesChallenges?: boolean;
  emailOptional?: boolean;
  /** For its page. */
  parameters?: Readonly<Record<string, string>>;
  reading?: ClaimMapping;
  /** How it is called: the usual one where none is given. */
  fetch?: typeof fetch;
}

const AS_USUAL: ClaimMapping = { attributeMapping: {}, customClaimsAllowlist: [] };

/** One issuer, found by its discovery document. */
export class OpenIdProvider implements IdentityProvider {
  readonly issuesIdTokens = true;
  private readonly reading: ClaimMapping;
  private discovered: Promise<Configuration> | undefined;
  private keys: JWTVerifyGetKey | undefined;

  constructor(
    private readonly terms: OpenIdTerms,
    private readonly callbackUrl: string,
    private readonly clock: Clock,
  ) {
    this.reading = terms.reading ?? AS_USUAL;
  }

  get name(): string {
    return this.terms.name;
  }

  get emailOptional(): boolean {
    return this.terms.emailOptional ?? false;
  }

  /** Apple gives the address only by a form. */
  get usesFormPost(): boolean {
    return this.name === 'apple';
  }

  isOf(issuer: string): boolean {
    return withoutSlash(issuer) === withoutSlash(this.terms.issuer) || issuer === this.shortIssuer;
  }

  async authorizationUrl({
    state,
    nonce,
    verifier,
    scopes,
    parameters,
  }: AuthorizationOptions): Promise<string> {
    const config = await this.configuration();
    const own = this.terms.scopes ?? SCOPES[this.name] ?? DEFAULT_SCOPES;
    const address = buildAuthorizationUrl(config, {
      ...parameters,
      ...this.terms.parameters,
      redirect_uri: this.callbackUrl,
      scope: [...new Set([...own, ...scopes])].join(' '),
      state,
      ...(this.terms.skipNonceCheck ? {} : { nonce }),
      ...(this.usesFormPost ? { response_mode: 'form_post' } : {}),
      ...(this.takesChallenges
        ? { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
        : {}),
    });
    return address.href;
  }

  async identify(
    response: URLSearchParams,
    { state, nonce, verifier }: FlowSecrets,
  ): Promise<{ identity: ExternalIdentity; tokens: ProviderTokens }> {
    const config = await this.configuration();
    const address = new URL(`${this.callbackUrl}?${response.toString()}`);
    const tokens = await authorizationCodeGrant(config, address, {
      expectedState: state,
      idTokenExpected: true,
      ...(this.terms.skipNonceCheck ? {} : { expectedNonce: nonce }),
      ...(this.takesChallenges ? { pkceCodeVerifier: verifier } : {}),
    });
    const claims = await this.completed(config, tokens.access_token, tokens.claims() ?? {});
    const identity = identityFromClaims(this.name, { ...nameInForm(response), ...claims }, this.reading);
    if (!identity) throw new BadCallbackError('The provider did not say whose account it is');
    return { identity, tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token } };
  }

  async verifyIdToken({ token, nonce, accessToken }: PresentedIdToken): Promise<ExternalIdentity> {
    const claims = await this.verified(token);
    this.assertAudience(claims);
    if (!this.terms.skipNonceCheck) assertNonce(claims, nonce);
    assertAccessToken(claims, accessToken);
    const identity = identityFromClaims(this.name, claims as Claims, this.reading);
    if (!identity) throw new InvalidGrantError('invalid_grant', 'Bad ID token');
    return identity;
  }

  private async verified(token: string): Promise<JWTPayload> {
    const config = await this.configuration();
    const metadata = config.serverMetadata();
    this.keys ??= createRemoteJWKSet(new URL(metadata.jwks_uri ?? ''), {
      timeoutDuration: PATIENCE_SECONDS * 1000,
      [customFetchOfKeys]: this.terms.fetch ?? fetch,
    });
    const now = this.clock.now();
    const { payload } = await jwtVerify(token, this.keys, {
      algorithms: ALGORITHMS,
      currentDate: now,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
    });
    const ahead = (payload.iat ?? 0) - now.getTime() / 1000;
    if (!this.isIssuer(payload, metadata.issuer) || ahead > CLOCK_TOLERANCE_SECONDS) {
      throw new InvalidGrantError('invalid_grant', 'Bad ID token');
    }
    return payload;
  }

  /** Azure's common issuer stands for one of each identity provider, named by a claim. */
  private isIssuer({ iss, tid }: JWTPayload, issuer: string): boolean {
    if (iss === undefined) return false;
    if (iss === issuer || iss === this.shortIssuer) return true;
    return typeof tid === 'string' && TENANT.test(tid) && iss === issuer.replace('{tenantid}', tid);
  }

  /** Google's tokens may name their issuer without the scheme. */
  private get shortIssuer(): string | undefined {
    return this.terms.issuer === 'https://accounts.google.com' ? 'accounts.google.com' : undefined;
  }

  private assertAudience({ aud, azp }: JWTPayload): void {
    const audiences = [aud].flat().filter((item) => item !== undefined);
    const ours = (id: unknown): boolean => this.terms.clientIds.some((clientId) => clientId === id);
    if (audiences.some(ours) && (audiences.length === 1 || azp === undefined || ours(azp))) return;
    const shown = JSON.stringify(audiences).slice(0, 200);
    throw new InvalidGrantError('invalid_grant', `Unacceptable audience in id_token: ${shown}`);
  }

  /** Many issuers tell the address only to who asks with the access token. */
  private async completed(config: Configuration, accessToken: string, claims: Claims): Promise<Claims> {
    const asks =
      isMissingClaims(claims, this.reading) && config.serverMetadata().userinfo_endpoint !== undefined;
    if (!asks) return claims;
    return { ...(await fetchUserInfo(config, accessToken, String(claims.sub))), ...claims };
  }

  /** Apple's page rejects parameters that it does not know; its tokens carry the nonce. */
  private get takesChallenges(): boolean {
    return this.terms.takesChallenges ?? this.name !== 'apple';
  }

  /** Asked again after a failure, so that a provider that was away at our boot is not away forever. */
  private configuration(): Promise<Configuration> {
    this.discovered ??= this.discover().catch((error: unknown) => {
      this.discovered = undefined;
      throw error;
    });
    return this.discovered;
  }

  private discover(): Promise<Configuration> {
    const { clientIds, clientSecret } = this.terms;
    const authentication = clientSecret === undefined ? None() : ClientSecretPost(clientSecret);
    return discoverIssuer({ ...this.terms, clientId: clientIds[0] }, authentication);
  }
}

/** The issuer's own document. Throws for one that is another issuer's, or that leads from a safe address to an unsafe one. */
export async function discoverIssuer(
  {
    issuer,
    discoveryUrl,
    clientId,
    fetch: call = fetch,
  }: Pick<OpenIdTerms, 'issuer' | 'discoveryUrl' | 'fetch'> & { clientId: string },
  authentication: ClientAuth = None(),
): Promise<Configuration> {
  const place = new URL(discoveryUrl ?? issuer);
  const inTheClear = place.protocol === 'http:';
  const config = await discovery(place, clientId, undefined, authentication, {
    timeout: PATIENCE_SECONDS,
    [customFetch]: call,
    execute: [enableNonRepudiationChecks, ...(inTheClear ? [allowInsecureRequests] : [])],
  });
  const metadata = config.serverMetadata();
  // A document that was given by its address was not compared with anything yet.
  if (discoveryUrl && metadata.issuer !== issuer) throw new Error('the document is of another issuer');
  const unsafe = URL.parse(metadata.jwks_uri ?? '')?.protocol !== 'https:' && !inTheClear;
  if (unsafe) throw new Error('the document names no safe address of its keys');
  return config;
}

/** Apple tells a name only beside the code, once, and unsigned: good enough for a name. */
function nameInForm(response: URLSearchParams): Claims {
  try {
    const { name } = JSON.parse(response.get('user') ?? '{}') as {
      name?: { firstName?: unknown; lastName?: unknown };
    };
    return { given_name: name?.firstName, family_name: name?.lastName };
  } catch {
    return {};
  }
}

function assertNonce({ nonce: carried }: JWTPayload, nonce: string | undefined): void {
  const inToken = typeof carried === 'string' && carried !== '';
  if (inToken !== (nonce !== undefined)) {
    throw new InvalidGrantError(
      'invalid_request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    );
  }
  if (nonce !== undefined && createHash('sha256').update(nonce).digest('hex') !== carried) {
    throw new InvalidGrantError('invalid nonce', 'Nonces mismatch');
  }
}

/** Half of the access token's hash, as OpenID has it for tokens signed with 256 bits; other lengths are left to the signature. */
function assertAccessToken({ at_hash: carried }: JWTPayload, accessToken: string | undefined): void {
  if (typeof carried !== 'string' || accessToken === undefined) return;
  const halves = ['sha256', 'sha384', 'sha512'].map((hash) => {
    const digest = createHash(hash).update(accessToken).digest();
    return digest.subarray(0, digest.length / 2).toString('base64url');
  });
  if (!halves.includes(carried)) throw new InvalidGrantError('invalid_grant', 'Bad ID token');
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
