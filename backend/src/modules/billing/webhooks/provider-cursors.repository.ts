import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { ProviderCursorEntity } from './provider-cursor.entity.js';

@Injectable()
export class ProviderCursors {
  constructor(private readonly database: Database) {}

  /** Where the last run ended. Before the first run, stores and returns `start`. */
  async readUntil(name: string, start: Date): Promise<Date> {
    const { em } = this.database;
    const cursor = await em.findOne(ProviderCursorEntity, { name });
    if (cursor) return cursor.readUntil;
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
