import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { InvalidInputError, SwitchedOffError } from '../../domain/auth-errors.js';
import type { IdentityProvider, PresentedIdToken } from '../../domain/identity-providers.js';
import { AddressUnverifiedError } from '../../domain/provider-errors.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { ContinueSession } from '../sessions/continue-session.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { LinkIdentity } from './link-identity.js';
import { OfferedProviders } from './offered-providers.js';
import { RecognisePerson } from './recognise-person.js';

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
    private readonly recognition: RecognisePerson,
    private readonly linking: LinkIdentity,
    private readonly grants: SessionGrants,
    private readonly sessions: ContinueSession,
  ) {}

  async signIn(wish: IdTokenSignIn): Promise<SessionGrant> {
    const provider = await this.providerOf(wish);
    const identity = await provider.verifyIdToken(wish);
    await this.recognition.admit(identity);
    const opened = await this.database.transaction(async () => {
      const account = await this.recognition.recognise(identity, {
        redirectTo: null,
        addressOptional: provider.addressOptional,
      });
      return account && { account, session: await this.grants.open(account, 'oauth') };
    });
    if (!opened) throw new AddressUnverifiedError(provider.name);
    return this.grants.grant(opened.account, opened.session);
  }

  /** Joins the token's account to the caller's own, whose session goes on with new tokens. Throws what linking throws. */
  async link(wish: IdTokenSignIn, caller: ProvenCaller): Promise<SessionGrant> {
    await this.linking.admit(caller);
    const identity = await (await this.providerOf(wish)).verifyIdToken(wish);
    const { account, session } = await this.database.transaction(async () => {
      const account = await this.linking.link(caller, identity);
      return { account, session: await this.sessions.continue(account.id, caller.sessionId) };
    });
    return this.grants.grant(account, session);
  }

  private async providerOf({ provider: name, issuer }: IdTokenSignIn): Promise<IdentityProvider> {
    if (name === undefined && issuer === undefined) {
      throw new InvalidInputError('provider or client_id and issuer required');
    }
    const provider = await (name === undefined
      ? this.providers.byIssuer(issuer ?? '')
      : this.providers.find(name));
    if (!provider) throw refusalOf(name, issuer);
    if (!provider.makesIdTokens) {
      throw new InvalidInputError(`Custom OIDC provider "${provider.name}" not allowed`);
    }
    return provider;
  }
}

function refusalOf(provider: string | undefined, issuer: string | undefined): Error {
  const shown = (provider ?? issuer ?? '').slice(0, 100);
  if (provider?.startsWith('custom:'))
    return new InvalidInputError(`Custom OIDC provider "${shown}" not allowed`);
  return new SwitchedOffError(
    'malformed',
    'provider_disabled',
    `Provider (issuer "${shown}") is not enabled`,
  );
}
