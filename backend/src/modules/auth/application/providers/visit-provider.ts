import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../../../platform/clock/clock.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import type { CodeChallenge } from '../../domain/code-challenge.js';
import type { IdentityProvider } from '../../domain/identity-providers.js';
import type { VisitEnd } from '../../domain/lost-visit-error.js';
import { BadStateError } from '../../domain/provider-errors.js';
import { directoryNamed } from '../../domain/sso-provider.js';
import {
  ProviderFlowsRepository,
  type ProviderFlowRow,
} from '../../persistence/provider-flows.repository.js';
import { hashOfSecret, newSecret } from '../secrets.js';
import { visitOf } from './browser-secrets.js';
import { OfferedProviders } from './offered-providers.js';

export interface VisitWish {
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
export interface BegunVisit {
  address: string;
  state: string;
  /** For a cookie of this browser alone. */
  browserSecret: string;
  /** Whether the provider makes the browser post its answer from the provider's own page. */
  postsItsAnswer: boolean;
}

export interface EndedVisit {
  flow: ProviderFlowRow;
  provider: IdentityProvider;
}

/** How long somebody may take at the provider. */
export const VISIT_SECONDS = 300;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Sends browsers to providers and knows them again. Who lures somebody to the end of a sign-in of his own (so that the victim works
 * in the attacker's account) fails: the end belongs to the browser that holds the cookie of the beginning.
 */
@Injectable()
export class VisitProvider {
  constructor(
    private readonly providers: OfferedProviders,
    private readonly flows: ProviderFlowsRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws `validation_failed` for a provider that is not configured. */
  async begin(wish: VisitWish): Promise<BegunVisit> {
    const { provider, scopes, parameters } = wish;
    const offered = await this.offered(provider);
    const state = randomUUID();
    const browserSecret = newSecret();
    const nonce = wish.nonce ?? null;
    const visit = visitOf(state, browserSecret, nonce);
    // The provider first: it may be asked for its addresses, and must not be waited for with a row begun.
    const address = await offered.addressOf({ ...visit, scopes, parameters });
    await this.flows.insert({
      id: state,
      provider,
      nonce,
      redirectTo: wish.redirectTo,
      codeChallenge: wish.codeChallenge?.challenge ?? null,
      codeChallengeMethod: wish.codeChallenge?.method ?? null,
      sessionId: wish.sessionId,
      browserHash: hashOfSecret(browserSecret),
      now: this.clock.now(),
      expiresAt: this.clock.in(VISIT_SECONDS),
    });
    return { address, state, browserSecret, postsItsAnswer: offered.postsItsAnswer };
  }

  /**
   * The visit that this browser began, once, with the provider that it went to. Throws `bad_oauth_state`; for another browser with
   * where the visit was to end, because that says nothing to whoever holds the state.
   */
  async end(state: string, browserSecret: string | undefined): Promise<EndedVisit> {
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

  private async offered(provider: string): Promise<IdentityProvider> {
    const offered = await this.providers.find(provider);
    if (offered) return offered;
    const shown = provider.slice(0, 60);
    throw new InvalidInputError(
      `Unsupported provider: ${shown === '' ? 'none given' : `${shown} is not enabled`}`,
    );
  }
}

/** A visit to a directory is none of these. */
function endOf(flow: Pick<ProviderFlowRow, 'provider' | 'redirectTo'> | undefined): VisitEnd | undefined {
  return flow && directoryNamed(flow.provider) === undefined ? { redirectTo: flow.redirectTo } : undefined;
}
