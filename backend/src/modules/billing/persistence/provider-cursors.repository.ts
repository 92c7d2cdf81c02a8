import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { ProviderCursorEntity } from './provider-cursor.entity.js';

@Injectable()
export class ProviderCursors {
  constructor(private readonly database: Database) {}

  /** Where the last run ended; `start`, stored, before the first one. */
  async readUntil(name: string, start: Date): Promise<Date> {
    const { em } = this.database;
    const known = await em.findOne(ProviderCursorEntity, { name });
    if (known) return known.readUntil;
    await em.upsert(ProviderCursorEntity, { name, readUntil: start }, { onConflictAction: 'ignore' });
    return start;
  }

  async advance(name: string, readUntil: Date): Promise<void> {
    await this.database.em.nativeUpdate(
      ProviderCursorEntity,
      { name, readUntil: { $lt: readUntil } },
      { readUntil },
    );
  }
}
