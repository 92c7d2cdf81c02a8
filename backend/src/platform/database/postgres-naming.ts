import { UnderscoreNamingStrategy } from '@mikro-orm/postgresql';

// cspell:words fkey pkey
const SUFFIXES: Record<string, string> = {
  primary: 'pkey',
  foreign: 'fkey',
  unique: 'key',
  index: 'idx',
  check: 'check',
};

/** Names constraints as PostgreSQL itself does when a migration leaves them unnamed, for example `sessions_user_id_fkey`. */
export class PostgresNaming extends UnderscoreNamingStrategy {
  override indexName(table: string, columns: string[], type: string): string {
    if (type === 'primary') return `${table}_pkey`;
    return [table, ...columns, SUFFIXES[type] ?? type].join('_');
  }
}
