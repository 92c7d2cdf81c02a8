import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

export interface DeviceRow {
  accountId: string;
  /** Empty when it is not known. */
  name: string;
  /** Empty where the program keeps no mark. */
  markHash: Buffer;
}

/** Devices that an account has been signed in to on. */
@Injectable()
export class KnownDevicesRepository {
  constructor(private readonly database: Database) {}

  async has({ accountId, name, markHash }: DeviceRow): Promise<boolean> {
    const rows = await this.database.query({
      name: 'known-device',
      text: 'select 1 from known_devices where account_id = $1 and name = $2 and mark_hash = $3',
      values: [accountId, name, markHash],
    });
    return rows.length > 0;
  }

  /** By the normalised address, or the digits of the number, of an account. */
  async hasMark(address: string, markHash: Buffer): Promise<boolean> {
    const rows = await this.database.query({
      name: 'known-mark',
      text: `select 1 from known_devices d join accounts a on a.id = d.account_id
             where d.mark_hash = $2 and a.deleted_at is null
               and a.id in (select id from accounts where email_normalised = $1 union select id from accounts where phone = $1)`,
      values: [address, markHash],
    });
    return rows.length > 0;
  }

  /** Notes a device. True when the account knows others, and did not know this one. */
  async add(device: DeviceRow, now: Date, markedUntil: Date | null): Promise<boolean> {
    const [row] = await this.database.query<{ strange: boolean }>({
      text: `with added as (
               insert into known_devices (account_id, name, mark_hash, marked_until, first_seen_at) values ($1, $2, $3, $4, $5)
               on conflict (account_id, name, mark_hash) do update set marked_until = excluded.marked_until
               returning xmax = 0 as fresh)
             select fresh and exists (select from known_devices where account_id = $1) as strange from added`,
      values: [device.accountId, device.name, device.markHash, markedUntil, now],
    });
    return row!.strange;
  }

  async removeAllOf(accountId: string): Promise<void> {
    await this.database.query({
      text: 'delete from known_devices where account_id = $1',
      values: [accountId],
    });
  }
}
