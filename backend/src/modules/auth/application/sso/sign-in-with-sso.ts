import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import type { CodeChallenge } from '../../domain/code-challenge.js';
import { identityFromAssertion } from '../../domain/identity-from-assertion.js';
import { EmailNotVerifiedError } from '../../domain/provider-errors.js';
import {
  RelayStateNotFoundError,
  SamlDisabledError,
  SsoProviderDisabledError,
  SsoProviderNotFoundError,
} from '../../domain/sso-errors.js';
import {
  ssoProviderIdFromName,
  ssoProviderName,
  SamlClient,
  type SsoProvider,
} from '../../domain/sso-provider.js';
import { OAuthFlowsRepository, type OAuthFlowRow } from '../../persistence/oauth-flows.repository.js';
import { SsoProvidersRepository } from '../../persistence/sso-providers.repository.js';
import { ResolveIdentity } from '../providers/resolve-identity.js';
import { CompleteSignIn, type CompletedSignIn } from '../providers/complete-sign-in.js';
import { FLOW_SECONDS } from '../providers/oauth-flow.js';
import { hashOfSecret, newSecret } from '../secrets.js';

export interface SsoRequest {
  /** Of the identity provider, or of an address: one of them. */
  by: { providerId: string } | { domain: string };
  /** Judged already; null for the site. */
  redirectTo: string | null;
  codeChallenge: CodeChallenge | undefined;
}

const METHOD = 'sso/saml';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Signs in by a company's identity provider. A client begins the flow; the first browser that departs for it gets the cookie, and only then is
 * the request made that the identity provider's answer must name. So no one can bring an answer of his own into another's browser, and
 * an answer to no request of ours counts for nothing.
 */
@Injectable()
export class SignInWithSso {
  constructor(
    private readonly database: Database,
    private readonly providers: SsoProvidersRepository,
    private readonly flows: OAuthFlowsRepository,
    private readonly samlClient: SamlClient,
    private readonly resolveIdentity: ResolveIdentity,
    private readonly completeSignIn: CompleteSignIn,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  assertOn(): void {
    if (!this.settings.auth.saml) throw new SamlDisabledError();
  }

  async ownMetadata(): Promise<string> {
    this.assertOn();
    return this.samlClient.serviceProviderMetadata();
  }

  /** Gives the flow's id. Throws `sso_provider_not_found`, `sso_provider_disabled`. */
  async begin({ by, redirectTo, codeChallenge }: SsoRequest): Promise<string> {
    this.assertOn();
    const provider = await ('domain' in by
      ? this.providers.findByDomain(by.domain.trim().toLowerCase())
      : UUID.test(by.providerId)
        ? this.providers.findById(by.providerId)
        : undefined);
    if (!provider) throw new SsoProviderNotFoundError('domain' in by ? undefined : 'No such SSO provider');
    if (provider.disabled) throw new SsoProviderDisabledError();
    const id = randomUUID();
    await this.flows.insert({
      id,
      provider: ssoProviderName(provider),
      nonce: null,
      redirectTo,
      codeChallenge: codeChallenge?.challenge ?? null,
      codeChallengeMethod: codeChallenge?.method ?? null,
      sessionId: null,
      browserHash: null,
      now: this.clock.now(),
      expiresAt: this.clock.in(FLOW_SECONDS),
    });
    return id;
  }

  /** Once for each flow. Throws `saml_relay_state_not_found`. */
  async redirect(visit: string): Promise<{ address: string; browserSecret: string }> {
    this.assertOn();
    if (!UUID.test(visit)) throw new RelayStateNotFoundError();
    const browserSecret = newSecret();
    // A name in XML starts with no digit.
    const requestId = `_${randomUUID()}`;
    const bound = { browserHash: hashOfSecret(browserSecret), nonce: requestId, now: this.clock.now() };
    const named = await this.flows.bindToBrowser(visit, bound);
    const provider = named === undefined ? undefined : await this.providerNamed(named);
    if (!provider) throw await this.notFound(visit);
    const address = await this.samlClient.authnRequestUrl(provider, { requestId, relayState: visit });
    return { address, browserSecret };
  }

  /** The flow that the identity provider's answer belongs to, used up. Throws `saml_relay_state_not_found`. */
  async findFlow(relayState: string, browserSecret: string | undefined): Promise<OAuthFlowRow> {
    this.assertOn();
    if (!UUID.test(relayState)) throw new RelayStateNotFoundError();
    const now = this.clock.now();
    const flow =
      browserSecret === undefined
        ? undefined
        : await this.flows.take(relayState, hashOfSecret(browserSecret), now);
    if (!flow?.nonce) throw await this.notFound(relayState);
    return flow;
  }

  async complete(flow: OAuthFlowRow, response: string): Promise<CompletedSignIn> {
    const provider = await this.providerNamed(flow.provider);
    if (!provider) throw new SsoProviderNotFoundError('No such SSO provider');
    if (provider.disabled) throw new SsoProviderDisabledError();
    const assertion = await this.samlClient.verifyResponse(provider, response, flow.nonce ?? '');
    const identity = identityFromAssertion(provider, assertion);
    await this.resolveIdentity.admit(identity);
    const input = { redirectTo: flow.redirectTo, emailOptional: false, isSsoUser: true };
    const opened = await this.database.transaction(async () => {
      const user = await this.resolveIdentity.resolve(identity, input);
      return user && this.completeSignIn.open(user, flow, METHOD);
    });
    if (!opened) throw new EmailNotVerifiedError('SSO');
    return this.completeSignIn.grant(opened);
  }

  private async providerNamed(name: string): Promise<SsoProvider | undefined> {
    const id = ssoProviderIdFromName(name);
    return id === undefined ? undefined : this.providers.findById(id);
  }

  /** Not of this browser, or departed before; a flow to a provider of another kind is none. */
  private async notFound(visit: string): Promise<RelayStateNotFoundError> {
    const flow = await this.flows.findEnd(visit, this.clock.now());
    const known = flow && ssoProviderIdFromName(flow.provider) !== undefined;
    return new RelayStateNotFoundError(known ? { redirectTo: flow.redirectTo } : undefined);
  }
}
