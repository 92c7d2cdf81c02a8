import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Migration } from '@mikro-orm/migrations';
import { MIGRATIONS_FOLDER } from '../config/folders.js';
import type { Constructor } from '@mikro-orm/postgresql';

/** The migrations in `backend/migrations`, sorted by number. Each file is plain SQL and runs once. */
export function migrationsInOrder(): { name: string; class: Constructor<Migration> }[] {
  return readdirSync(MIGRATIONS_FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      name: file.replace(/\.sql$/, ''),
      class: toMigration(readFileSync(join(MIGRATIONS_FOLDER, file), 'utf8')),
    }));
}

function toMigration(sql: string): Constructor<Migration> {
  return class extends Migration {
    override up(): void {
      this.addSql(sql);
    }
  };
}
