import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { CredentialStore } from '../../core/credential-store.port.js';

export interface DeviceRow {
  userId: string;
  /** Empty if unknown. */
  name: string;
  /** Empty for clients without a device cookie. */
  tokenHash: Buffer;
}

/** Devices on which users have signed in. */
@Injectable()
export class KnownDevicesRepository extends CredentialStore {
  constructor(private readonly database: Database) {
    super();
  }

  async has({ userId, name, tokenHash }: DeviceRow): Promise<boolean> {
    const rows = await this.database.query({
      name: 'known-device',
      text: 'select 1 from known_devices where user_id = $1 and name = $2 and token_hash = $3',
      values: [userId, name, tokenHash],
    });
    return rows.length > 0;
  }

  /** @param emailOrPhone normalized email, or digits of the phone number */
  async hasToken(emailOrPhone: string, tokenHash: Buffer): Promise<boolean> {
    const rows = await this.database.query({
      name: 'known-device-token',
      text: `select 1 from known_devices d join users a on a.id = d.user_id
             where d.token_hash = $2 and a.deleted_at is null
               and a.id in (select id from users where email_normalized = $1 union select id from users where phone = $1)`,
      values: [emailOrPhone, tokenHash],
    });
    return rows.length > 0;
  }

  /** Stores a device. True if it is new and the user already has other devices. */
  async add(device: DeviceRow, now: Date, expiresAt: Date | null): Promise<boolean> {
    const [row] = await this.database.query<{ isNew: boolean }>({
      text: `with added as (
               insert into known_devices (user_id, name, token_hash, expires_at, first_seen_at) values ($1, $2, $3, $4, $5)
               on conflict (user_id, name, token_hash) do update set expires_at = excluded.expires_at
               returning xmax = 0 as fresh)
             select fresh and exists (select from known_devices where user_id = $1) as "isNew" from added`,
      values: [device.userId, device.name, device.tokenHash, expiresAt, now],
    });
    return row!.isNew;
  }

  /** They may belong to a previous holder of the account, so its owner should hear of sign-ins on them. */
  override async removeAllForUser(userId: string): Promise<void> {
    await this.database.query({
      text: 'delete from known_devices where user_id = $1',
      values: [userId],
    });
  }
}
