import { Injectable } from '@nestjs/common';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { CompleteSignIn, type CompletedSignIn } from './complete-sign-in.js';
import type { ExternalIdentity } from './domain/external-identity.js';
import type { IdentityProvider } from './domain/identity-providers.js';
import {
  EmailNotVerifiedError,
  BadCallbackError,
  BadStateError,
  AccessDeniedError,
} from './domain/provider-errors.js';
import { deriveFlowSecrets } from './flow-secrets.js';
import { LinkIdentity } from './link-identity.js';
import { OAuthFlow, type FinishedFlow } from './oauth-flow.js';
import type { ConsumedFlow } from './persistence/oauth-flows.repository.js';
import { ResolveIdentity } from './resolve-identity.js';

const METHOD = 'oauth';

/** Handles the callback of an OAuth provider: resolves the identity, then signs in or links it. */
@Injectable()
export class SignInWithOAuth {
  constructor(
    private readonly flows: OAuthFlow,
    private readonly resolveIdentity: ResolveIdentity,
    private readonly linkIdentity: LinkIdentity,
    private readonly completeSignIn: CompleteSignIn,
  ) {}

  /** Consumes the flow that the provider's response belongs to. Throws `bad_oauth_state`, `bad_oauth_callback`. */
  async consumeFlow(
    response: URLSearchParams,
    secretFor: (state: string) => string | undefined,
  ): Promise<PendingFlow> {
    const state = response.get('state') ?? '';
    if (state === '') throw new BadCallbackError('OAuth state parameter missing');
    const browserSecret = secretFor(state);
    const finished = await this.flows.finish(state, browserSecret);
    return { ...finished, browserSecret: browserSecret ?? '' };
  }

  async complete(
    { flow, provider, browserSecret }: PendingFlow,
    response: URLSearchParams,
  ): Promise<CompletedSignIn> {
    if (response.has('error')) throw errorForCode(response.get('error'));
    if (!response.get('code')) throw new BadCallbackError('OAuth callback with missing authorization code');
    const secrets = deriveFlowSecrets(flow.id, browserSecret, flow.nonce);
    const { identity, tokens } = await provider.identify(response, secrets);
    const linking = flow.sessionId !== null;
    if (!linking) await this.resolveIdentity.countConfirmationEmail(identity);
    const completed = await this.completeSignIn.complete(
      () => (linking ? this.link(flow, identity) : this.signIn(flow, provider, identity)),
      { flow, method: METHOD, tokens },
    );
    if (!completed) throw new EmailNotVerifiedError(flow.provider);
    return completed;
  }

  private signIn(
    { redirectTo }: ConsumedFlow,
    { emailOptional }: IdentityProvider,
    identity: ExternalIdentity,
  ): Promise<UserEntity | undefined> {
    return this.resolveIdentity.resolve(identity, { redirectTo, emailOptional });
  }

  private async link({ session }: ConsumedFlow, identity: ExternalIdentity): Promise<UserEntity> {
    if (session === null) throw new BadStateError();
    return this.linkIdentity.link(session, identity);
  }
}

export interface PendingFlow extends FinishedFlow {
  browserSecret: string;
}

/** Never passes on the provider's description: anyone can put text into a callback URL. */
function errorForCode(code: string | null): Error {
  const declined =
    code === 'access_denied' || code === 'user_cancelled_authorize' || code === 'consent_required'; // cspell:disable-line
  return declined ? new AccessDeniedError() : new BadCallbackError('The provider rejected the sign-in');
}
