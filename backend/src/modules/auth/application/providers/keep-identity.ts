import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { normaliseEmail } from '../../domain/email-address.js';
import type { ForeignIdentity } from '../../domain/foreign-identity.js';
import { fitsInToken, fullNameIn } from '../../domain/user-metadata.js';
import { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { IdentityEntity } from '../../persistence/identity.entity.js';

/** Writes what accounts are known by elsewhere. Everything in a transaction that holds the identity and the account. */
@Injectable()
export class KeepIdentity {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** An account without a password, known by this identity alone; its address counts as unproven. */
  async createAccount(identity: ForeignIdentity, isSsoUser = false): Promise<AccountEntity> {
    const { em } = this.database;
    const now = this.clock.now();
    const account = em.create(AccountEntity, {
      id: uuid(),
      origin: 'provider',
      email: identity.email,
      emailNormalised: identity.email === null ? null : normaliseEmail(identity.email),
      fullName: fullNameIn(identity.data),
      userMetadata: {},
      appMetadata: {},
      isSsoUser,
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: now,
      createdAt: now,
      updatedAt: now,
    });
    em.persist(account);
    await em.flush();
    await this.record(account, 'account.created', { origin: 'provider', provider: identity.provider });
    await this.add(account, identity);
    return account;
  }

  /** One more way by which the account is known. */
  async add(account: AccountEntity, identity: ForeignIdentity): Promise<void> {
    const { em } = this.database;
    const now = this.clock.now();
    em.persist(
      em.create(IdentityEntity, {
        id: uuid(),
        accountId: account.id,
        provider: identity.provider,
        providerId: identity.subject,
        email: identity.email === null ? null : normaliseEmail(identity.email),
        identityData: identity.data,
        lastSignInAt: now,
        createdAt: now,
        updatedAt: now,
      }),
    );
    await em.flush();
    this.learn(account, identity);
    await this.noteProviders(account);
    await this.record(account, 'identity.linked', { provider: identity.provider });
  }

  /** What the provider says now. */
  refresh(account: AccountEntity, kept: IdentityEntity, identity: ForeignIdentity): void {
    const now = this.clock.now();
    kept.identityData = identity.data;
    kept.email = identity.email === null ? null : normaliseEmail(identity.email);
    kept.lastSignInAt = now;
    kept.updatedAt = now;
    this.learn(account, identity);
  }

  async remove(account: AccountEntity, kept: IdentityEntity): Promise<void> {
    const { provider } = kept;
    this.database.em.remove(kept);
    await this.database.em.flush();
    await this.noteProviders(account);
    await this.record(account, 'identity.unlinked', { provider });
  }

  /** Clients show how an account may be entered, the oldest way first. */
  private async noteProviders(account: AccountEntity): Promise<void> {
    const identities = await this.accounts.identitiesOf(account.id);
    const providers = [...new Set(identities.map(({ provider }) => provider))];
    account.appMetadata = { ...account.appMetadata, provider: providers[0] ?? 'email', providers };
    account.updatedAt = this.clock.now();
  }

  /** Fills in what the account does not say of its owner yet: what he wrote himself stays. */
  private learn(account: AccountEntity, { data }: ForeignIdentity): void {
    const learnt = { ...data, ...account.userMetadata };
    if (fitsInToken(learnt)) account.userMetadata = learnt;
    if (account.fullName === '') account.fullName = fullNameIn(data);
  }

  private record({ id }: AccountEntity, action: string, details: Record<string, unknown>): Promise<void> {
    return this.audit.record({ actorId: id, action, subject: { type: 'account', id }, details });
  }
}
