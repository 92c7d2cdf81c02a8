import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { RealClock } from '../../../platform/clock.js';
import { UUID } from '../../../platform/uuid.js';
import { InvalidInputError } from '../core/auth-errors.js';
import { hashSecret, newSecret } from '../core/secrets.js';
import type { CodeChallenge } from '../pkce/code-challenge.js';
import type { FlowTarget } from './domain/flow-not-found-error.js';
import type { IdentityProvider } from './domain/identity-providers.js';
import { BadStateError } from './domain/provider-errors.js';
import { ssoProviderIdFromName } from './domain/provider-names.js';
import { EnabledProviders } from './enabled-providers.js';
import { deriveFlowSecrets } from './flow-secrets.js';
import { OAuthFlowsRepository, type ConsumedFlow } from './persistence/oauth-flows.repository.js';

export interface AuthorizationRequest {
  provider: string;
  /** Already validated; null for the site. */
  redirectTo: string | null;
  codeChallenge: CodeChallenge | undefined;
  scopes: readonly string[];
  parameters: Readonly<Record<string, string>>;
  /** Chosen by the client; derived if absent. */
  nonce: string | undefined;
  /** The session that links an identity; null for a sign-in. */
  sessionId: string | null;
}

/** What the browser needs to continue at the provider. */
export interface StartedFlow {
  url: string;
  state: string;
  /** Goes into a cookie of this browser. */
  browserSecret: string;
  /** Whether the provider responds with a cross-site form POST, which affects the cookie's SameSite attribute. */
  usesFormPost: boolean;
}

export interface FinishedFlow {
  flow: ConsumedFlow;
  provider: IdentityProvider;
}

/** How long the user may take at the provider. */
export const FLOW_SECONDS = 300;

/**
 * Sends browsers to providers and matches their callbacks. Prevents login CSRF (luring a victim into the attacker's account): only
 * the browser with the cookie from the start of the flow can finish it.
 */
@Injectable()
export class OAuthFlow {
  constructor(
    private readonly providers: EnabledProviders,
    private readonly flows: OAuthFlowsRepository,
    private readonly clock: RealClock,
  ) {}

  /** Throws `validation_failed` for a provider that is not configured. */
  async start(input: AuthorizationRequest): Promise<StartedFlow> {
    const { provider, scopes, parameters } = input;
    const identityProvider = await this.findProvider(provider);
    const state = randomUUID();
    const browserSecret = newSecret();
    const nonce = input.nonce ?? null;
    const secrets = deriveFlowSecrets(state, browserSecret, nonce);
    // Before the insert: this may fetch the provider's discovery document.
    const address = await identityProvider.authorizationUrl({ ...secrets, scopes, parameters });
    await this.flows.insert({
      id: state,
      provider,
      nonce,
      redirectTo: input.redirectTo,
      codeChallenge: input.codeChallenge?.challenge ?? null,
      codeChallengeMethod: input.codeChallenge?.method ?? null,
      sessionId: input.sessionId,
      browserHash: hashSecret(browserSecret),
      createdAt: this.clock.now(),
      expiresAt: this.clock.in(FLOW_SECONDS),
    });
    return { url: address, state, browserSecret, usesFormPost: identityProvider.usesFormPost };
  }

  /**
   * Consumes the flow that this browser started. Throws `bad_oauth_state`; the error carries the flow's redirect target even for
   * another browser, because the target reveals nothing to a caller who has the state.
   */
  async finish(state: string, browserSecret: string | undefined): Promise<FinishedFlow> {
    if (!UUID.test(state)) throw new BadStateError();
    const now = this.clock.now();
    const flow =
      browserSecret === undefined
        ? undefined
        : await this.flows.consume(state, hashSecret(browserSecret), now);
    if (!flow) throw new BadStateError(toFlowTarget(await this.flows.findRedirect(state, now)));
    const provider = await this.providers.find(flow.provider);
    if (!provider) throw new BadStateError(toFlowTarget(flow));
    return { flow, provider };
  }

  private async findProvider(provider: string): Promise<IdentityProvider> {
    const found = await this.providers.find(provider);
    if (found) return found;
    const reason = provider === '' ? 'no provider specified' : `${provider.slice(0, 60)} is not enabled`;
    throw new InvalidInputError(`Unsupported provider: ${reason}`);
  }
}

/** Undefined for an SSO flow, which uses a separate callback. */
function toFlowTarget(flow: Pick<ConsumedFlow, 'provider' | 'redirectTo'> | null): FlowTarget | undefined {
  return flow && ssoProviderIdFromName(flow.provider) === undefined
    ? { redirectTo: flow.redirectTo }
    : undefined;
}
