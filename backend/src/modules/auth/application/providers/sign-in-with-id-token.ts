import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { InvalidInputError, FeatureDisabledError } from '../../domain/auth-errors.js';
import type { IdentityProvider, PresentedIdToken } from '../../domain/identity-providers.js';
import { EmailNotVerifiedError } from '../../domain/provider-errors.js';
import type { AuthenticatedCaller } from '../sessions/authenticate-caller.js';
import { ContinueSession } from '../sessions/continue-session.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { LinkIdentity } from './link-identity.js';
import { OfferedProviders } from './offered-providers.js';
import { ResolveIdentity } from './resolve-identity.js';

export interface IdTokenSignIn extends PresentedIdToken {
  provider: string | undefined;
  /** Instead of the provider's name, as older clients send it. */
  issuer: string | undefined;
}

/** The id_token grant: a client got the provider's token by itself, e.g. from the operating system of a phone. */
@Injectable()
export class SignInWithIdToken {
  constructor(
    private readonly database: Database,
    private readonly providers: OfferedProviders,
    private readonly resolveIdentity: ResolveIdentity,
    private readonly linkIdentity: LinkIdentity,
    private readonly sessionGrants: SessionGrants,
    private readonly continueSession: ContinueSession,
  ) {}

  async signIn(input: IdTokenSignIn): Promise<SessionGrant> {
    const provider = await this.providerOf(input);
    const identity = await provider.verifyIdToken(input);
    await this.resolveIdentity.admit(identity);
    const opened = await this.database.transaction(async () => {
      const user = await this.resolveIdentity.resolve(identity, {
        redirectTo: null,
        emailOptional: provider.emailOptional,
      });
      return user && { user, session: await this.sessionGrants.open(user, 'oauth') };
    });
    if (!opened) throw new EmailNotVerifiedError(provider.name);
    return this.sessionGrants.grant(opened.user, opened.session);
  }

  /** Joins the token's account to the caller's own, whose session goes on with new tokens. Throws what linking throws. */
  async link(input: IdTokenSignIn, caller: AuthenticatedCaller): Promise<SessionGrant> {
    await this.linkIdentity.assertAllowed(caller);
    const identity = await (await this.providerOf(input)).verifyIdToken(input);
    const { user, session } = await this.database.transaction(async () => {
      const user = await this.linkIdentity.link(caller, identity);
      return { user, session: await this.continueSession.continue(user.id, caller.sessionId) };
    });
    return this.sessionGrants.grant(user, session);
  }

  private async providerOf({ provider: name, issuer }: IdTokenSignIn): Promise<IdentityProvider> {
    if (name === undefined && issuer === undefined) {
      throw new InvalidInputError('provider or client_id and issuer required');
    }
    const provider = await (name === undefined
      ? this.providers.byIssuer(issuer ?? '')
      : this.providers.find(name));
    if (!provider) throw refusalOf(name, issuer);
    if (!provider.issuesIdTokens) {
      throw new InvalidInputError(`Custom OIDC provider "${provider.name}" not allowed`);
    }
    return provider;
  }
}

function refusalOf(provider: string | undefined, issuer: string | undefined): Error {
  const shown = (provider ?? issuer ?? '').slice(0, 100);
  if (provider?.startsWith('custom:'))
    return new InvalidInputError(`Custom OIDC provider "${shown}" not allowed`);
  return new FeatureDisabledError(
    'malformed',
    'provider_disabled',
    `Provider (issuer "${shown}") is not enabled`,
  );
}
