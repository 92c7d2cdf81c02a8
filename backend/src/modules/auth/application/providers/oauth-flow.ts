import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../../../platform/clock/clock.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import type { CodeChallenge } from '../../domain/code-challenge.js';
import type { IdentityProvider } from '../../domain/identity-providers.js';
import type { FlowTarget } from '../../domain/flow-not-found-error.js';
import { BadStateError } from '../../domain/provider-errors.js';
import { ssoProviderIdFromName } from '../../domain/sso-provider.js';
import { OAuthFlowsRepository, type OAuthFlowRow } from '../../persistence/oauth-flows.repository.js';
import { hashOfSecret, newSecret } from '../secrets.js';
import { deriveFlowSecrets } from './browser-secrets.js';
import { OfferedProviders } from './offered-providers.js';

export interface AuthorizationRequest {
  provider: string;
  /** Judged already; null for the site. */
  redirectTo: string | null;
  codeChallenge: CodeChallenge | undefined;
  scopes: readonly string[];
  parameters: Readonly<Record<string, string>>;
  /** Of the client's own choice. */
  nonce: string | undefined;
  /** Of the person who links the provider to the own account; null for a sign-in. */
  sessionId: string | null;
}

/** A browser that may leave for a provider. */
export interface StartedFlow {
  address: string;
  state: string;
  /** For a cookie of this browser alone. */
  browserSecret: string;
  /** Whether the provider makes the browser post its answer from the provider's own page. */
  usesFormPost: boolean;
}

export interface FinishedFlow {
  flow: OAuthFlowRow;
  provider: IdentityProvider;
}

/** How long someone may take at the provider. */
export const FLOW_SECONDS = 300;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Sends browsers to providers and knows them again. Who lures someone to the end of a sign-in of his own (so that the victim works
 * in the attacker's account) fails: the end belongs to the browser that holds the cookie of the beginning.
 */
@Injectable()
export class OAuthFlow {
  constructor(
    private readonly providers: OfferedProviders,
    private readonly flows: OAuthFlowsRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws `validation_failed` for a provider that is not configured. */
  async start(input: AuthorizationRequest): Promise<StartedFlow> {
    const { provider, scopes, parameters } = input;
    const offered = await this.findProvider(provider);
    const state = randomUUID();
    const browserSecret = newSecret();
    const nonce = input.nonce ?? null;
    const visit = deriveFlowSecrets(state, browserSecret, nonce);
    // The provider first: it may be asked for its addresses, and must not be waited for with a row begun.
    const address = await offered.authorizationUrl({ ...visit, scopes, parameters });
    await this.flows.insert({
      id: state,
      provider,
      nonce,
      redirectTo: input.redirectTo,
      codeChallenge: input.codeChallenge?.challenge ?? null,
      codeChallengeMethod: input.codeChallenge?.method ?? null,
      sessionId: input.sessionId,
      browserHash: hashOfSecret(browserSecret),
      now: this.clock.now(),
      expiresAt: this.clock.in(FLOW_SECONDS),
    });
    return { address, state, browserSecret, usesFormPost: offered.usesFormPost };
  }

  /**
   * The flow that this browser began, once, with the provider that it went to. Throws `bad_oauth_state`; for another browser with
   * where the flow was to end, because that says nothing to the person who holds the state.
   */
  async finish(state: string, browserSecret: string | undefined): Promise<FinishedFlow> {
    if (!UUID.test(state)) throw new BadStateError();
    const now = this.clock.now();
    const flow =
      browserSecret === undefined
        ? undefined
        : await this.flows.take(state, hashOfSecret(browserSecret), now);
    if (!flow) throw new BadStateError(endOf(await this.flows.findEnd(state, now)));
    const provider = await this.providers.find(flow.provider);
    if (!provider) throw new BadStateError(endOf(flow));
    return { flow, provider };
  }

  private async findProvider(provider: string): Promise<IdentityProvider> {
    const offered = await this.providers.find(provider);
    if (offered) return offered;
    const shown = provider.slice(0, 60);
    throw new InvalidInputError(
      `Unsupported provider: ${shown === '' ? 'none given' : `${shown} is not enabled`}`,
    );
  }
}

/** A flow to an identity provider is none of these. */
function endOf(flow: Pick<OAuthFlowRow, 'provider' | 'redirectTo'> | undefined): FlowTarget | undefined {
  return flow && ssoProviderIdFromName(flow.provider) === undefined
    ? { redirectTo: flow.redirectTo }
    : undefined;
}
