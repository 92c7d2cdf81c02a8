import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import type { CodeChallenge } from '../../domain/code-challenge.js';
import { identityOfAssertion } from '../../domain/identity-of-assertion.js';
import { AddressUnverifiedError } from '../../domain/provider-errors.js';
import {
  RelayStateUnknownError,
  SamlDisabledError,
  SsoProviderDisabledError,
  SsoProviderUnknownError,
} from '../../domain/sso-errors.js';
import {
  directoryNamed,
  identityProviderOf,
  SamlDialogue,
  type SsoProvider,
} from '../../domain/sso-provider.js';
import {
  ProviderFlowsRepository,
  type ProviderFlowRow,
} from '../../persistence/provider-flows.repository.js';
import { SsoProvidersRepository } from '../../persistence/sso-providers.repository.js';
import { RecognisePerson } from '../providers/recognise-person.js';
import { OpenArrival, type Arrival } from '../providers/open-arrival.js';
import { VISIT_SECONDS } from '../providers/visit-provider.js';
import { hashOfSecret, newSecret } from '../secrets.js';

export interface SsoWish {
  /** Of the directory, or of an address: one of them. */
  by: { providerId: string } | { domain: string };
  /** Judged already; null for the site. */
  redirectTo: string | null;
  codeChallenge: CodeChallenge | undefined;
}

const METHOD = 'sso/saml';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Signs in by a company's directory. A client begins the visit; the first browser that departs for it gets the cookie, and only then is
 * the request made that the directory's answer must name. So nobody can bring an answer of his own into another's browser, and
 * an answer to no request of ours counts for nothing.
 */
@Injectable()
export class SignInWithSso {
  constructor(
    private readonly database: Database,
    private readonly providers: SsoProvidersRepository,
    private readonly flows: ProviderFlowsRepository,
    private readonly saml: SamlDialogue,
    private readonly recognition: RecognisePerson,
    private readonly arrivals: OpenArrival,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  assertOn(): void {
    if (!this.settings.auth.saml) throw new SamlDisabledError();
  }

  async ownMetadata(): Promise<string> {
    this.assertOn();
    return this.saml.ownMetadata();
  }

  /** Gives the visit's id. Throws `sso_provider_not_found`, `sso_provider_disabled`. */
  async begin({ by, redirectTo, codeChallenge }: SsoWish): Promise<string> {
    this.assertOn();
    const provider = await ('domain' in by
      ? this.providers.findByDomain(by.domain.trim().toLowerCase())
      : UUID.test(by.providerId)
        ? this.providers.findById(by.providerId)
        : undefined);
    if (!provider) throw new SsoProviderUnknownError('domain' in by ? undefined : 'No such SSO provider');
    if (provider.disabled) throw new SsoProviderDisabledError();
    const id = randomUUID();
    await this.flows.insert({
      id,
      provider: identityProviderOf(provider),
      nonce: null,
      redirectTo,
      codeChallenge: codeChallenge?.challenge ?? null,
      codeChallengeMethod: codeChallenge?.method ?? null,
      sessionId: null,
      browserHash: null,
      now: this.clock.now(),
      expiresAt: this.clock.in(VISIT_SECONDS),
    });
    return id;
  }

  /** Once for each visit. Throws `saml_relay_state_not_found`. */
  async depart(visit: string): Promise<{ address: string; browserSecret: string }> {
    this.assertOn();
    if (!UUID.test(visit)) throw new RelayStateUnknownError();
    const browserSecret = newSecret();
    // A name in XML starts with no digit.
    const requestId = `_${randomUUID()}`;
    const bound = { browserHash: hashOfSecret(browserSecret), nonce: requestId, now: this.clock.now() };
    const named = await this.flows.depart(visit, bound);
    const provider = named === undefined ? undefined : await this.providerNamed(named);
    if (!provider) throw await this.lost(visit);
    const address = await this.saml.requestAddress(provider, { requestId, relayState: visit });
    return { address, browserSecret };
  }

  /** The visit that the directory's answer belongs to, used up. Throws `saml_relay_state_not_found`. */
  async visitOf(relayState: string, browserSecret: string | undefined): Promise<ProviderFlowRow> {
    this.assertOn();
    if (!UUID.test(relayState)) throw new RelayStateUnknownError();
    const now = this.clock.now();
    const flow =
      browserSecret === undefined
        ? undefined
        : await this.flows.take(relayState, hashOfSecret(browserSecret), now);
    if (!flow?.nonce) throw await this.lost(relayState);
    return flow;
  }

  async arrive(flow: ProviderFlowRow, response: string): Promise<Arrival> {
    const provider = await this.providerNamed(flow.provider);
    if (!provider) throw new SsoProviderUnknownError('No such SSO provider');
    if (provider.disabled) throw new SsoProviderDisabledError();
    const assertion = await this.saml.verify(provider, response, flow.nonce ?? '');
    const identity = identityOfAssertion(provider, assertion);
    await this.recognition.admit(identity);
    const wish = { redirectTo: flow.redirectTo, addressOptional: false, isSsoUser: true };
    const opened = await this.database.transaction(async () => {
      const account = await this.recognition.recognise(identity, wish);
      return account && this.arrivals.open(account, flow, METHOD);
    });
    if (!opened) throw new AddressUnverifiedError('SSO');
    return this.arrivals.grant(opened);
  }

  private async providerNamed(name: string): Promise<SsoProvider | undefined> {
    const id = directoryNamed(name);
    return id === undefined ? undefined : this.providers.findById(id);
  }

  /** Not of this browser, or departed before; a visit to a provider of another kind is none. */
  private async lost(visit: string): Promise<RelayStateUnknownError> {
    const flow = await this.flows.findEnd(visit, this.clock.now());
    const known = flow && directoryNamed(flow.provider) !== undefined;
    return new RelayStateUnknownError(known ? { redirectTo: flow.redirectTo } : undefined);
  }
}
