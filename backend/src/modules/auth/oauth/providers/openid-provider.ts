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
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import type { RealClock } from '../../../../platform/clock.js';
import { InvalidGrantError } from '../../core/auth-errors.js';
import { CLOCK_TOLERANCE_SECONDS } from '../../core/clock-tolerance.js';
import type { ProviderTokens } from '../../core/provider-tokens.js';
import { isMissingClaims, type ClaimMapping } from '../domain/claim-mapping.js';
import { identityFromClaims, type Claims, type ExternalIdentity } from '../domain/external-identity.js';
import type {
  IdentityProvider,
  PresentedIdToken,
  FlowSecrets,
  AuthorizationOptions,
} from '../domain/identity-providers.js';
import { BadCallbackError } from '../domain/provider-errors.js';

/** Timeout of one request to a provider. A caller waits for at most two of them. */
export const PROVIDER_TIMEOUT_SECONDS = 5;
/** Asymmetric only, so that a public key cannot be used as an HMAC secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const SCOPES: Readonly<Record<string, readonly string[]>> = { apple: ['openid', 'email', 'name'] };
const DEFAULT_SCOPES = ['openid', 'email', 'profile'];
const TENANT = /^[0-9a-f-]{36}$/i;

export interface OpenIdProviderOptions {
  /** As in the wire protocol. */
  name: string;
  /** Must match the issuer in the discovery document exactly. */
  issuer: string;
  /** Location of the discovery document, if not the standard one. */
  discoveryUrl?: string | null;
  /** Redirect sign-ins use the first one. ID tokens may be issued for any of them. */
  clientIds: readonly [string, ...string[]];
  clientSecret: string | undefined;
  skipNonceCheck: boolean;
  scopes?: readonly string[];
  usesPkce?: boolean;
  emailOptional?: boolean;
  /** Extra authorization request parameters. */
  parameters?: Readonly<Record<string, string>>;
  claimMapping?: ClaimMapping;
  /** Defaults to the global one. */
  fetch?: typeof fetch;
}

const DEFAULT_CLAIM_MAPPING: ClaimMapping = { attributeMapping: {}, customClaimsAllowlist: [] };

/** An OpenID Connect provider, configured by its discovery document. */
export class OpenIdProvider implements IdentityProvider {
  readonly issuesIdTokens = true;
  private readonly claimMapping: ClaimMapping;
  private discovered: Promise<Configuration> | undefined;
  private keys: JWTVerifyGetKey | undefined;

  constructor(
    private readonly options: OpenIdProviderOptions,
    private readonly callbackUrl: string,
    private readonly clock: RealClock,
  ) {
    this.claimMapping = options.claimMapping ?? DEFAULT_CLAIM_MAPPING;
  }

  get name(): string {
    return this.options.name;
  }

  get emailOptional(): boolean {
    return this.options.emailOptional ?? false;
  }

  /** Apple returns the email only with `response_mode=form_post`. */
  get usesFormPost(): boolean {
    return this.name === 'apple';
  }

  hasIssuer(issuer: string): boolean {
    return (
      withoutTrailingSlash(issuer) === withoutTrailingSlash(this.options.issuer) ||
      issuer === this.shortIssuer
    );
  }

  async authorizationUrl({
    state,
    nonce,
    verifier,
    scopes,
    parameters,
  }: AuthorizationOptions): Promise<string> {
    const config = await this.configuration();
    const defaults = this.options.scopes ?? SCOPES[this.name] ?? DEFAULT_SCOPES;
    const address = buildAuthorizationUrl(config, {
      ...parameters,
      ...this.options.parameters,
      redirect_uri: this.callbackUrl,
      scope: [...new Set([...defaults, ...scopes])].join(' '),
      state,
      ...(this.options.skipNonceCheck ? {} : { nonce }),
      ...(this.usesFormPost ? { response_mode: 'form_post' } : {}),
      ...(this.usesPkce
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
      ...(this.options.skipNonceCheck ? {} : { expectedNonce: nonce }),
      ...(this.usesPkce ? { pkceCodeVerifier: verifier } : {}),
    });
    const claims = await this.withUserInfo(config, tokens.access_token, tokens.claims() ?? {});
    const identity = identityFromClaims(
      this.name,
      { ...nameFromForm(response), ...claims },
      this.claimMapping,
    );
    if (!identity) throw new BadCallbackError('The provider did not return a user id');
    return { identity, tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token } };
  }

  async verifyIdToken({ token, nonce, accessToken }: PresentedIdToken): Promise<ExternalIdentity> {
    const claims = await this.verifySignature(token);
    this.assertAudience(claims);
    if (!this.options.skipNonceCheck) assertNonce(claims, nonce);
    assertAccessToken(claims, accessToken);
    const identity = identityFromClaims(this.name, claims as Claims, this.claimMapping);
    if (!identity) throw new InvalidGrantError('invalid_grant', 'Bad ID token');
    return identity;
  }

  private async verifySignature(token: string): Promise<JWTPayload> {
    const config = await this.configuration();
    const metadata = config.serverMetadata();
    this.keys ??= createRemoteJWKSet(new URL(metadata.jwks_uri ?? ''), {
      timeoutDuration: PROVIDER_TIMEOUT_SECONDS * 1000,
      [customFetchOfKeys]: this.options.fetch ?? fetch,
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

  /** Azure's common endpoint has one issuer per tenant, which the `tid` claim identifies. */
  private isIssuer({ iss, tid }: JWTPayload, issuer: string): boolean {
    if (iss === undefined) return false;
    if (iss === issuer || iss === this.shortIssuer) return true;
    return typeof tid === 'string' && TENANT.test(tid) && iss === issuer.replace('{tenantid}', tid);
  }

  /** Google's ID tokens may contain the issuer without the scheme. */
  private get shortIssuer(): string | undefined {
    return this.options.issuer === 'https://accounts.google.com' ? 'accounts.google.com' : undefined;
  }

  private assertAudience({ aud, azp }: JWTPayload): void {
    const audiences = [aud].flat().filter((item) => item !== undefined);
    const isOurs = (id: unknown): boolean => this.options.clientIds.some((clientId) => clientId === id);
    if (audiences.some(isOurs) && (audiences.length === 1 || azp === undefined || isOurs(azp))) return;
    const shown = JSON.stringify(audiences).slice(0, 200);
    throw new InvalidGrantError('invalid_grant', `Unacceptable audience in id_token: ${shown}`);
  }

  /** Many issuers return the email only from the userinfo endpoint. */
  private async withUserInfo(config: Configuration, accessToken: string, claims: Claims): Promise<Claims> {
    const needsUserInfo =
      isMissingClaims(claims, this.claimMapping) && config.serverMetadata().userinfo_endpoint !== undefined;
    if (!needsUserInfo) return claims;
    return { ...(await fetchUserInfo(config, accessToken, String(claims.sub))), ...claims };
  }

  /** Apple rejects unknown authorization parameters. The nonce in its ID tokens protects the flow instead. */
  private get usesPkce(): boolean {
    return this.options.usesPkce ?? this.name !== 'apple';
  }

  /** Discovered once. A failure is not cached, so a provider that was unavailable at first recovers. */
  private configuration(): Promise<Configuration> {
    this.discovered ??= this.discover().catch((error: unknown) => {
      this.discovered = undefined;
      throw error;
    });
    return this.discovered;
  }

  private discover(): Promise<Configuration> {
    const { clientIds, clientSecret } = this.options;
    const authentication = clientSecret === undefined ? None() : ClientSecretPost(clientSecret);
    return discoverIssuer({ ...this.options, clientId: clientIds[0] }, authentication);
  }
}

/** Reads the discovery document. Throws if it belongs to another issuer, or if an https issuer has a key URL without https. */
export async function discoverIssuer(
  {
    issuer,
    discoveryUrl,
    clientId,
    fetch: call = fetch,
  }: Pick<OpenIdProviderOptions, 'issuer' | 'discoveryUrl' | 'fetch'> & { clientId: string },
  authentication: ClientAuth = None(),
): Promise<Configuration> {
  const server = new URL(discoveryUrl ?? issuer);
  const isInsecure = server.protocol === 'http:';
  const metadataOfClient = { [clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const config = await discovery(server, clientId, metadataOfClient, authentication, {
    timeout: PROVIDER_TIMEOUT_SECONDS,
    [customFetch]: call,
    execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
  });
  const metadata = config.serverMetadata();
  // The library checks the issuer only if the document has its standard location.
  if (discoveryUrl && metadata.issuer !== issuer) throw new Error('discovery document has another issuer');
  const hasInsecureKeys = URL.parse(metadata.jwks_uri ?? '')?.protocol !== 'https:' && !isInsecure;
  if (hasInsecureKeys) throw new Error('discovery document has no https jwks_uri');
  return config;
}

/** Apple sends the name only with the first authorization code, unsigned. That is acceptable for a name. */
function nameFromForm(response: URLSearchParams): Claims {
  try {
    const { name } = JSON.parse(response.get('user') ?? '{}') as {
      name?: { firstName?: unknown; lastName?: unknown };
    };
    return { given_name: name?.firstName, family_name: name?.lastName };
  } catch {
    return {};
  }
}

function assertNonce({ nonce: hashedNonce }: JWTPayload, nonce: string | undefined): void {
  const hasNonce = typeof hashedNonce === 'string' && hashedNonce !== '';
  if (hasNonce !== (nonce !== undefined)) {
    throw new InvalidGrantError(
      'invalid_request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    );
  }
  if (nonce !== undefined && createHash('sha256').update(nonce).digest('hex') !== hashedNonce) {
    throw new InvalidGrantError('invalid nonce', 'Nonces mismatch');
  }
}

/** `at_hash` is the left half of the access token's hash. The hash depends on the signing algorithm, so any SHA-2 variant is accepted. */
function assertAccessToken({ at_hash: atHash }: JWTPayload, accessToken: string | undefined): void {
  if (typeof atHash !== 'string' || accessToken === undefined) return;
  const halves = ['sha256', 'sha384', 'sha512'].map((hash) => {
    const digest = createHash(hash).update(accessToken).digest();
    return digest.subarray(0, digest.length / 2).toString('base64url');
  });
  if (!halves.includes(atHash)) throw new InvalidGrantError('invalid_grant', 'Bad ID token');
}

function withoutTrailingSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
