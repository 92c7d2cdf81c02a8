import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { RealClock } from '../../../platform/clock.js';
import { CredentialStore } from '../core/credential-store.port.js';
import type { UserEntity } from './persistence/user.entity.js';
import { UsersRepository } from './persistence/users.repository.js';

/**
 * Everything that grants access to an account: password, external identities, and whatever the {@link CredentialStore}s hold, such
 * as passkeys, sessions, second factors with their recovery codes, and pending links.
 */
@Injectable()
export class UserCredentials {
  constructor(
    private readonly users: UsersRepository,
    private readonly discovery: DiscoveryService,
    private readonly clock: RealClock,
  ) {}

  /** Leaves the email and phone number as the only way in. Call inside a transaction, on a locked user. */
  async removeAll(user: UserEntity): Promise<void> {
    user.passwordHash = null;
    const providers = [...(user.email == null ? [] : ['email']), ...(user.phone == null ? [] : ['phone'])];
    user.appMetadata = { ...user.appMetadata, provider: providers[0] ?? 'email', providers };
    user.newEmail = null;
    user.newPhone = null;
    user.emailChangeConfirmedBy = null;
    user.updatedAt = this.clock.now();
    for (const store of this.stores()) await store.removeAllForUser(user.id);
    await this.users.removeExternalIdentities(user.id);
  }

  private stores(): CredentialStore[] {
    return this.discovery
      .getProviders()
      .map(({ instance }) => instance as unknown)
      .filter((instance) => instance instanceof CredentialStore);
  }
}
