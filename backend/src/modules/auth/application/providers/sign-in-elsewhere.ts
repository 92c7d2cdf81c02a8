import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import type { ForeignIdentity } from '../../domain/foreign-identity.js';
import type { IdentityProvider } from '../../domain/identity-providers.js';
import {
  AddressUnverifiedError,
  BadCallbackError,
  BadStateError,
  ProviderDeclinedError,
} from '../../domain/provider-errors.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import type { ProviderFlowRow } from '../../persistence/provider-flows.repository.js';
import { visitOf } from './browser-secrets.js';
import { LinkIdentity } from './link-identity.js';
import { OpenArrival, type Arrival } from './open-arrival.js';
import { RecognisePerson } from './recognise-person.js';
import { VisitProvider, type EndedVisit } from './visit-provider.js';

const METHOD = 'oauth';

/** Ends a sign-in at a provider: the provider says who came, and the account of that person is opened. */
@Injectable()
export class SignInElsewhere {
  constructor(
    private readonly database: Database,
    private readonly visits: VisitProvider,
    private readonly recognition: RecognisePerson,
    private readonly linking: LinkIdentity,
    private readonly arrivals: OpenArrival,
  ) {}

  /** The visit that the provider's answer belongs to, used up. Throws `bad_oauth_state`, `bad_oauth_callback`. */
  async visitOf(answer: URLSearchParams, secretFor: (state: string) => string | undefined): Promise<Visit> {
    const state = answer.get('state') ?? '';
    if (state === '') throw new BadCallbackError('OAuth state parameter missing');
    const browserSecret = secretFor(state);
    const ended = await this.visits.end(state, browserSecret);
    return { ...ended, browserSecret: browserSecret ?? '' };
  }

  async arrive({ flow, provider, browserSecret }: Visit, answer: URLSearchParams): Promise<Arrival> {
    if (answer.has('error')) throw refusalNamed(answer.get('error'));
    if (!answer.get('code')) throw new BadCallbackError('OAuth callback with missing authorization code');
    const visit = visitOf(flow.id, browserSecret, flow.nonce);
    const { identity, tokens } = await provider.identify(answer, visit);
    const linking = flow.sessionId !== null;
    if (!linking) await this.recognition.admit(identity);
    const opened = await this.database.transaction(async () => {
      const account = linking
        ? await this.link(flow, identity)
        : await this.recognise(flow, provider, identity);
      return account && this.arrivals.open(account, flow, METHOD, tokens);
    });
    if (!opened) throw new AddressUnverifiedError(flow.provider);
    return this.arrivals.grant(opened);
  }

  private recognise(
    { redirectTo }: ProviderFlowRow,
    { addressOptional }: IdentityProvider,
    identity: ForeignIdentity,
  ): Promise<AccountEntity | undefined> {
    return this.recognition.recognise(identity, { redirectTo, addressOptional });
  }

  private link({ accountId, aal }: ProviderFlowRow, identity: ForeignIdentity): Promise<AccountEntity> {
    if (accountId === null || aal === null) throw new BadStateError();
    return this.linking.link({ accountId, aal }, identity);
  }
}

export interface Visit extends EndedVisit {
  browserSecret: string;
}

/** The provider's own words are not passed on: anybody could put his into an address of ours. */
function refusalNamed(word: string | null): Error {
  const declined =
    word === 'access_denied' || word === 'user_cancelled_authorize' || word === 'consent_required';
  return declined ? new ProviderDeclinedError() : new BadCallbackError('The provider refused the sign-in');
}
