import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { InvalidInputError, SwitchedOffError } from '../../domain/auth-errors.js';
import { IdentityProviders, type PresentedIdToken } from '../../domain/identity-providers.js';
import { AddressUnverifiedError } from '../../domain/provider-errors.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { LinkIdentity } from './link-identity.js';
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
    private readonly providers: IdentityProviders,
    private readonly recognition: RecognisePerson,
    private readonly linking: LinkIdentity,
    private readonly grants: SessionGrants,
  ) {}

  async signIn(wish: IdTokenSignIn): Promise<SessionGrant> {
    const provider = this.providerOf(wish);
    const identity = await this.providers.verifyIdToken(provider, wish);
    await this.recognition.admit(identity);
    const opened = await this.database.transaction(async () => {
      const account = await this.recognition.recognise(identity, {
        redirectTo: null,
        addressOptional: false,
      });
      return account && { account, session: await this.grants.open(account, 'oauth') };
    });
    if (!opened) throw new AddressUnverifiedError(provider);
    return this.grants.grant(opened.account, opened.session);
  }

  /** Joins the token's account to the caller's own. Throws what linking throws. */
  async link(wish: IdTokenSignIn, caller: ProvenCaller): Promise<SessionGrant> {
    await this.linking.admit(caller);
    const identity = await this.providers.verifyIdToken(this.providerOf(wish), wish);
    const { account, session } = await this.database.transaction(async () => {
      const account = await this.linking.link(caller.accountId, identity);
      return { account, session: await this.grants.open(account, 'oauth') };
    });
    return this.grants.grant(account, session);
  }

  private providerOf({ provider, issuer }: IdTokenSignIn): string {
    const name = provider ?? (issuer === undefined ? undefined : this.providers.byIssuer(issuer));
    if (name === undefined && issuer === undefined) {
      throw new InvalidInputError('provider or client_id and issuer required');
    }
    if (name === undefined || !this.providers.names().includes(name)) throw refusalOf(name, issuer);
    if (!this.providers.makesIdTokens(name)) {
      throw new InvalidInputError(`Custom OIDC provider "${name}" not allowed`);
    }
    return name;
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
