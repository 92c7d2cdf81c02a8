import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { CredentialStore } from '../../core/credential-store.port.js';
import { UserEntity } from '../../users/persistence/user.entity.js';
import { isNewBesideOthers } from './known-devices.queries.js';
import { KnownDeviceEntity } from './known-device.entity.js';

export type KnownDevice = Pick<KnownDeviceEntity, 'userId' | 'name' | 'tokenHash'>;

/** Devices on which users have signed in. */
@Injectable()
export class KnownDevicesRepository extends CredentialStore {
  constructor(private readonly database: Database) {
    super();
  }

  async has({ userId, name, tokenHash }: KnownDevice): Promise<boolean> {
    return (await this.database.em.count(KnownDeviceEntity, { userId, name, tokenHash })) > 0;
  }

  /** @param emailOrPhone normalized email, or digits of the phone number */
  async hasToken(emailOrPhone: string, tokenHash: Buffer): Promise<boolean> {
    const { em } = this.database;
    const users = em
      .createQueryBuilder(UserEntity)
      .select('id')
      .where({ deletedAt: null, $or: [{ emailNormalized: emailOrPhone }, { phone: emailOrPhone }] });
    return (await em.count(KnownDeviceEntity, { userId: { $in: users }, tokenHash })) > 0;
  }

  /** Stores a device. True if it is new and the user already has other devices. */
  async add(device: KnownDevice, now: Date, expiresAt: Date | null): Promise<boolean> {
    const { isNew } = await this.database.em
      .createQueryBuilder(KnownDeviceEntity)
      .insert({ ...device, expiresAt, firstSeenAt: now })
      .onConflict(['userId', 'name', 'tokenHash'])
      .merge(['expiresAt'])
      .returning(isNewBesideOthers(device.userId))
      .execute<{ isNew: boolean }>('get', false);
    return isNew;
  }

  /** Devices may belong to the account's previous owner, so the new one should be notified of sign-ins on them. */
  override async removeAllForUser(userId: string): Promise<void> {
    await this.database.em.nativeDelete(KnownDeviceEntity, { userId });
  }
}
