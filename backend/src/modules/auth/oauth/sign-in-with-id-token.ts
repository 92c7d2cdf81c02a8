import { Injectable } from '@nestjs/common';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { InvalidInputError, FeatureDisabledError } from '../core/auth-errors.js';
import { ContinueSession } from '../sessions/continue-session.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import type { IdentityProvider, PresentedIdToken } from './domain/identity-providers.js';
import { EmailNotVerifiedError } from './domain/provider-errors.js';
import { EnabledProviders } from './enabled-providers.js';
import { LinkIdentity } from './link-identity.js';
import { ResolveIdentity } from './resolve-identity.js';

export interface IdTokenSignIn extends PresentedIdToken {
  provider: string | undefined;
  /** Older clients send this instead of `provider`. */
  issuer: string | undefined;
}

/** The id_token grant: the client already has an ID token from the provider, e.g. through a phone's operating system. */
@Injectable()
export class SignInWithIdToken {
  constructor(
    private readonly providers: EnabledProviders,
    private readonly resolveIdentity: ResolveIdentity,
    private readonly linkIdentity: LinkIdentity,
    private readonly sessionGrants: SessionGrants,
    private readonly continueSession: ContinueSession,
  ) {}

  /** Throws `provider_disabled`, `provider_email_needs_verification` and what {@link ResolveIdentity.resolve} throws. */
  async signIn(input: IdTokenSignIn): Promise<SessionGrant> {
    const provider = await this.requireProvider(input);
    const identity = await provider.verifyIdToken(input);
    await this.resolveIdentity.countConfirmationEmail(identity);
    const grant = await this.sessionGrants.grantAfter(async () => {
      const user = await this.resolveIdentity.resolve(identity, {
        redirectTo: null,
        emailOptional: provider.emailOptional,
      });
      return user && { user, session: await this.sessionGrants.open(user, 'oauth') };
    });
    if (!grant) throw new EmailNotVerifiedError(provider.name);
    return grant;
  }

  /** Links the token's identity to the caller and issues new tokens for their session. Throws what {@link LinkIdentity.link} throws. */
  async link(input: IdTokenSignIn, caller: AuthenticatedCaller): Promise<SessionGrant> {
    await this.linkIdentity.assertAllowed(caller);
    const identity = await (await this.requireProvider(input)).verifyIdToken(input);
    return this.sessionGrants.grantAfter(async () => {
      const user = await this.linkIdentity.link(caller, identity);
      return { user, session: await this.continueSession.continue(user.id, caller.sessionId) };
    });
  }

  private async requireProvider({ provider: name, issuer }: IdTokenSignIn): Promise<IdentityProvider> {
    if (name === undefined && issuer === undefined) {
      throw new InvalidInputError('provider or client_id and issuer required');
    }
    const provider = await (name === undefined
      ? this.providers.byIssuer(issuer ?? '')
      : this.providers.find(name));
    if (!provider) throw unavailableError(name, issuer);
    if (!provider.issuesIdTokens) {
      throw new InvalidInputError(`Custom OIDC provider "${provider.name}" not allowed`);
    }
    return provider;
  }
}

function unavailableError(provider: string | undefined, issuer: string | undefined): Error {
  const label = (provider ?? issuer ?? '').slice(0, 100);
  if (provider?.startsWith('custom:'))
    return new InvalidInputError(`Custom OIDC provider "${label}" not allowed`);
  return new FeatureDisabledError(
    'malformed',
    'provider_disabled',
    `Provider (issuer "${label}") is not enabled`,
  );
}
