import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { normalizeEmail } from '../../domain/email-address.js';
import type { ExternalIdentity } from '../../domain/external-identity.js';
import { fitsInToken, fullNameIn } from '../../domain/user-metadata.js';
import { UserEntity } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { IdentityEntity } from '../../persistence/identity.entity.js';

/** Writes what accounts are known by elsewhere. Everything in a transaction that holds the identity and the account. */
@Injectable()
export class SaveIdentity {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** An account without a password, known by this identity alone; its address counts as unconfirmed. */
  async createUser(identity: ExternalIdentity, isSsoUser = false): Promise<UserEntity> {
    const { em } = this.database;
    const now = this.clock.now();
    const user = em.create(UserEntity, {
      id: uuid(),
      origin: 'provider',
      email: identity.email,
      emailNormalized: identity.email === null ? null : normalizeEmail(identity.email),
      fullName: fullNameIn(identity.data),
      userMetadata: {},
      appMetadata: {},
      isSsoUser,
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: now,
      createdAt: now,
      updatedAt: now,
    });
    em.persist(user);
    await em.flush();
    await this.record(user, 'user.created', { origin: 'provider', provider: identity.provider });
    await this.add(user, identity);
    return user;
  }

  /** One more way by which the account is known. */
  async add(user: UserEntity, identity: ExternalIdentity): Promise<void> {
    const { em } = this.database;
    const now = this.clock.now();
    em.persist(
      em.create(IdentityEntity, {
        id: uuid(),
        userId: user.id,
        provider: identity.provider,
        providerId: identity.subject,
        email: identity.email === null ? null : normalizeEmail(identity.email),
        identityData: identity.data,
        lastSignInAt: now,
        createdAt: now,
        updatedAt: now,
      }),
    );
    await em.flush();
    this.fillMetadata(user, identity);
    await this.updateProviders(user);
    await this.record(user, 'identity.linked', { provider: identity.provider });
  }

  /** What the provider says now. */
  refresh(user: UserEntity, stored: IdentityEntity, identity: ExternalIdentity): void {
    const now = this.clock.now();
    stored.identityData = identity.data;
    stored.email = identity.email === null ? null : normalizeEmail(identity.email);
    stored.lastSignInAt = now;
    stored.updatedAt = now;
    this.fillMetadata(user, identity);
  }

  async remove(user: UserEntity, stored: IdentityEntity): Promise<void> {
    const { provider } = stored;
    this.database.em.remove(stored);
    await this.database.em.flush();
    await this.updateProviders(user);
    await this.record(user, 'identity.unlinked', { provider });
  }

  /** Clients show how an account may be entered, the oldest way first. */
  private async updateProviders(user: UserEntity): Promise<void> {
    const identities = await this.users.identitiesOf(user.id);
    const providers = [...new Set(identities.map(({ provider }) => provider))];
    user.appMetadata = { ...user.appMetadata, provider: providers[0] ?? 'email', providers };
    user.updatedAt = this.clock.now();
  }

  /** Fills in what the account does not say of its owner yet: what he wrote himself stays. */
  private fillMetadata(user: UserEntity, { data }: ExternalIdentity): void {
    const learnt = { ...data, ...user.userMetadata };
    if (fitsInToken(learnt)) user.userMetadata = learnt;
    if (user.fullName === '') user.fullName = fullNameIn(data);
  }

  private record({ id }: UserEntity, action: string, details: Record<string, unknown>): Promise<void> {
    return this.audit.record({ actorId: id, action, subject: { type: 'user', id }, details });
  }
}
