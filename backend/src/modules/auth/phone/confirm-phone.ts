import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { byUser } from '../core/audit-entries.js';
import { userPhoneChanged } from '../core/events.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { addPhoneIdentity } from '../users/create-user.js';
import type { IdentityEntity } from '../users/persistence/identity.entity.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { UserCredentials } from '../users/user-credentials.js';
import { PhoneExistsError } from './phone-errors.js';

/** Sets and confirms phone numbers. Call inside a transaction, on a locked user. */
@Injectable()
export class ConfirmPhone {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly credentials: UserCredentials,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  /**
   * Does nothing if the number is already confirmed. Without `keepCredentials`, removes all credentials, because someone else may
   * have set them before the number's owner confirmed it.
   */
  async confirm(user: UserEntity, { keepCredentials }: { keepCredentials: boolean }): Promise<void> {
    if (user.phoneConfirmedAt != null) return;
    if (!keepCredentials) await this.credentials.removeAll(user);
    await this.markConfirmed(user);
    await this.audit.record(
      byUser(user.id, 'user.phone_confirmed', { earlierCredentialsRemoved: !keepCredentials }),
    );
  }

  /** Sets a number that its owner has confirmed. An anonymous user becomes permanent. Throws `phone_exists`. */
  async replace(user: UserEntity, phone: string): Promise<void> {
    const holder = await this.users.lockByPhone(phone);
    if (holder && holder.id !== user.id) throw new PhoneExistsError();
    const { provider = 'phone', providers = [] } = user.appMetadata as {
      provider?: string;
      providers?: string[];
    };
    Object.assign(user, {
      phone,
      newPhone: null,
      isAnonymous: false,
      appMetadata: { ...user.appMetadata, provider, providers: [...new Set([...providers, 'phone'])] },
    } satisfies Partial<UserEntity>);
    await this.markConfirmed(user);
    await this.outbox.emit(userPhoneChanged, { userId: user.id });
    await this.audit.record(byUser(user.id, 'user.phone_changed'));
  }

  /** Sets an unconfirmed number. Throws `phone_exists`. */
  async assign(user: UserEntity, phone: string): Promise<void> {
    if (user.phone === phone) return;
    const holder = await this.users.lockByPhone(phone);
    if (holder && holder.id !== user.id) throw new PhoneExistsError();
    Object.assign(user, {
      phone,
      phoneConfirmedAt: null,
      newPhone: null,
    } satisfies Partial<UserEntity>);
    const identity = await this.phoneIdentity(user);
    if (identity) identity.identityData = { ...identity.identityData, phone, phone_verified: false };
    else addPhoneIdentity(this.database.em, user, this.clock.now(), { verified: false });
    await this.tokens.removeAllForUser(user.id);
  }

  private async phoneIdentity({ id }: UserEntity): Promise<IdentityEntity | undefined> {
    return (await this.users.findIdentities(id)).find(({ provider }) => provider === 'phone');
  }

  private async markConfirmed(user: UserEntity): Promise<void> {
    const now = this.clock.now();
    user.phoneConfirmedAt = now;
    user.updatedAt = now;
    user.userMetadata = { ...user.userMetadata, phone_verified: true };
    const identity = await this.phoneIdentity(user);
    if (identity) {
      identity.identityData = { ...identity.identityData, phone: user.phone, phone_verified: true };
      identity.updatedAt = now;
    } else {
      addPhoneIdentity(this.database.em, user, now, { verified: true });
    }
    await this.tokens.removeAllForUser(user.id);
  }
}
