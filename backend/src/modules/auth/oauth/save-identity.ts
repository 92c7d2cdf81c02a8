import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../platform/audit/audit.js';
import { Settings } from '../../../platform/config/settings.js';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { byUser } from '../core/audit-entries.js';
import { normalizeEmail } from '../core/email-and-phone.js';
import { fullNameIn, metadataBytes } from '../core/user-metadata.js';
import { withProtocolEmail } from '../users/describe-user.js';
import { IdentityEntity } from '../users/persistence/identity.entity.js';
import { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { ExternalIdentity } from './domain/external-identity.js';

/** Stores external identities. Call inside a transaction that has locked the identity and the user. */
@Injectable()
export class SaveIdentity {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /** Creates a user without a password, with this identity only. Their email starts unconfirmed. */
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
    await this.audit.record(
      byUser(user.id, 'user.created', { origin: 'provider', provider: identity.provider }),
    );
    await this.add(user, identity);
    return user;
  }

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
    await this.audit.record(byUser(user.id, 'identity.linked', { provider: identity.provider }));
  }

  /** Updates the stored identity with the provider's current data. */
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
    await this.audit.record(byUser(user.id, 'identity.unlinked', { provider }));
  }

  /** `app_metadata` lists the user's providers, oldest first. */
  private async updateProviders(user: UserEntity): Promise<void> {
    const identities = await this.users.findIdentities(user.id);
    const providers = [...new Set(identities.map(({ provider }) => provider))];
    user.appMetadata = { ...user.appMetadata, provider: providers[0] ?? 'email', providers };
    user.updatedAt = this.clock.now();
  }

  /** Adds missing metadata from the provider; values that the user already has take precedence. */
  private fillMetadata(user: UserEntity, { data }: ExternalIdentity): void {
    const userMetadata = { ...withProtocolEmail(data), ...user.userMetadata };
    if (metadataBytes({ ...user, userMetadata }) <= this.settings.auth.metadataMaxBytes)
      user.userMetadata = userMetadata;
    if (user.fullName === '') user.fullName = fullNameIn(data);
  }
}
