import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { UUID } from '../../../platform/uuid.js';
import { hashSecret, newSecret } from '../core/secrets.js';
import { CompleteSignIn, type CompletedSignIn } from '../oauth/complete-sign-in.js';
import { EmailNotVerifiedError } from '../oauth/domain/provider-errors.js';
import { ssoProviderIdFromName, ssoProviderName } from '../oauth/domain/provider-names.js';
import { FLOW_SECONDS } from '../oauth/oauth-flow.js';
import { OAuthFlowsRepository, type ConsumedFlow } from '../oauth/persistence/oauth-flows.repository.js';
import { ResolveIdentity } from '../oauth/resolve-identity.js';
import type { CodeChallenge } from '../pkce/code-challenge.js';
import { identityFromAssertion } from './domain/identity-from-assertion.js';
import {
  RelayStateNotFoundError,
  SamlDisabledError,
  SsoProviderDisabledError,
  SsoProviderNotFoundError,
} from './domain/sso-errors.js';
import { SamlClient, type SsoProvider } from './domain/sso-provider.js';
import { SsoProvidersRepository } from './sso-providers.repository.js';

export interface SsoRequest {
  /** The identity provider's id, or the domain of an email address. */
  lookup: { providerId: string } | { domain: string };
  /** Already validated; null for the site. */
  redirectTo: string | null;
  codeChallenge: CodeChallenge | undefined;
}

const METHOD = 'sso/saml';

/**
 * SAML single sign-on. A client starts the flow. A cookie binds it to the first browser that follows it; only then is the request ID
 * created, which the identity provider's response must reference. This rejects unsolicited responses and prevents login CSRF: a flow
 * started in one browser cannot be completed in another.
 */
@Injectable()
export class SignInWithSso {
  constructor(
    private readonly providers: SsoProvidersRepository,
    private readonly flows: OAuthFlowsRepository,
    private readonly samlClient: SamlClient,
    private readonly resolveIdentity: ResolveIdentity,
    private readonly completeSignIn: CompleteSignIn,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  assertEnabled(): void {
    if (!this.settings.auth.saml) throw new SamlDisabledError();
  }

  async serviceProviderMetadata(): Promise<string> {
    this.assertEnabled();
    return this.samlClient.serviceProviderMetadata();
  }

  /** Returns the flow's id. Throws `sso_provider_not_found`, `sso_provider_disabled`. */
  async begin({ lookup, redirectTo, codeChallenge }: SsoRequest): Promise<string> {
    this.assertEnabled();
    const provider = await ('domain' in lookup
      ? this.providers.findByDomain(lookup.domain.trim().toLowerCase())
      : UUID.test(lookup.providerId)
        ? this.providers.findById(lookup.providerId)
        : undefined);
    if (!provider)
      throw new SsoProviderNotFoundError('domain' in lookup ? undefined : 'No such SSO provider');
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
      createdAt: this.clock.now(),
      expiresAt: this.clock.in(FLOW_SECONDS),
    });
    return id;
  }

  /** Works once per flow. Throws `saml_relay_state_not_found`. */
  async redirect(flowId: string): Promise<{ url: string; browserSecret: string }> {
    this.assertEnabled();
    if (!UUID.test(flowId)) throw new RelayStateNotFoundError();
    const browserSecret = newSecret();
    // An XML ID must not start with a digit.
    const requestId = `_${randomUUID()}`;
    const binding = { browserHash: hashSecret(browserSecret), nonce: requestId, now: this.clock.now() };
    const providerName = await this.flows.bindToBrowser(flowId, binding);
    const provider = providerName === undefined ? undefined : await this.findProvider(providerName);
    if (!provider) throw await this.notFound(flowId);
    const url = await this.samlClient.authnRequestUrl(provider, { requestId, relayState: flowId });
    return { url, browserSecret };
  }

  /** Consumes the flow that the identity provider's response belongs to. Throws `saml_relay_state_not_found`. */
  async consumeFlow(relayState: string, browserSecret: string | undefined): Promise<ConsumedFlow> {
    this.assertEnabled();
    if (!UUID.test(relayState)) throw new RelayStateNotFoundError();
    const now = this.clock.now();
    const flow =
      browserSecret === undefined
        ? undefined
        : await this.flows.consume(relayState, hashSecret(browserSecret), now);
    if (!flow?.nonce) throw await this.notFound(relayState);
    return flow;
  }

  async complete(flow: ConsumedFlow, response: string): Promise<CompletedSignIn> {
    const provider = await this.findProvider(flow.provider);
    if (!provider) throw new SsoProviderNotFoundError('No such SSO provider');
    if (provider.disabled) throw new SsoProviderDisabledError();
    const assertion = await this.samlClient.verifyResponse(provider, response, flow.nonce ?? '');
    const identity = identityFromAssertion(provider, assertion);
    await this.resolveIdentity.countConfirmationEmail(identity);
    const input = { redirectTo: flow.redirectTo, emailOptional: false, isSsoUser: true };
    const completed = await this.completeSignIn.complete(
      () => this.resolveIdentity.resolve(identity, input),
      { flow, method: METHOD },
    );
    if (!completed) throw new EmailNotVerifiedError('SSO');
    return completed;
  }

  private async findProvider(name: string): Promise<SsoProvider | null> {
    const id = ssoProviderIdFromName(name);
    return id === undefined ? null : this.providers.findById(id);
  }

  /** Includes the redirect target if the SSO flow exists, but belongs to another browser or has already been redirected. */
  private async notFound(flowId: string): Promise<RelayStateNotFoundError> {
    const flow = await this.flows.findRedirect(flowId, this.clock.now());
    const isSsoFlow = flow && ssoProviderIdFromName(flow.provider) !== undefined;
    return new RelayStateNotFoundError(isSsoFlow ? { redirectTo: flow.redirectTo } : undefined);
  }
}
