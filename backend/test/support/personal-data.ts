// cspell:words schemaname hgetall smembers zset xrange
import { MikroORM } from '@mikro-orm/core';
import { Redis } from 'ioredis';
import { buffer } from 'node:stream/consumers';
import { StorageBackend } from '../../src/modules/storage/backends/storage-backend.port.js';
import { personalTables } from '../../src/personal-tables.js';
import { columnsIn } from '../../src/platform/personal-data/personal-table.js';
import type { TestProduct } from './test-product.js';

/** Where any of the words occurs: columns as `table.column`, keys of Redis, and keys of files. Ignores case. */
export async function findTraces(product: TestProduct, words: readonly string[]): Promise<string[]> {
  const [columns, keys, files] = await Promise.all([
    columnsWith(product, words),
    redisKeysWith(product, words),
    filesWith(product, words),
  ]);
  return [...columns, ...keys, ...files].sort();
}

async function columnsWith({ database }: TestProduct, words: readonly string[]): Promise<string[]> {
  const tables = await database.query<{ name: string }>({
    text: `select tablename as name from pg_tables where schemaname = 'public'`,
  });
  const columns = tables.map(
    ({ name }) => `select distinct '${name}.' || e.key as place
      from ${name} t, jsonb_each_text(to_jsonb(t)) e where e.value ilike any ($1)`,
  );
  const found = await database.query<{ place: string }>({
    text: columns.join(' union all '),
    values: [words.map((word) => `%${word.replace(/[%_\\]/g, '\\$&')}%`)],
  });
  return found.map(({ place }) => place);
}

async function redisKeysWith({ settings }: TestProduct, words: readonly string[]): Promise<string[]> {
  const redis = new Redis(settings.redisUrl);
  const found: string[] = [];
  try {
    for (const key of await redis.keys(`*${settings.queuePrefix}*`)) {
      const content = await redisContent(redis, key);
      if (contains(`${key} ${content}`, words)) found.push(`redis ${key}`);
    }
  } finally {
    redis.disconnect();
  }
  return found;
}

async function redisContent(redis: Redis, key: string): Promise<string> {
  const type = await redis.type(key);
  const read: Record<string, () => Promise<unknown>> = {
    string: () => redis.get(key),
    hash: () => redis.hgetall(key),
    list: () => redis.lrange(key, 0, -1),
    set: () => redis.smembers(key),
    zset: () => redis.zrange(key, 0, -1),
    stream: () => redis.xrange(key, '-', '+'),
    none: async () => '',
  };
  return JSON.stringify(await read[type]!());
}

async function filesWith({ api }: TestProduct, words: readonly string[]): Promise<string[]> {
  const backend = api.get(StorageBackend);
  const found: string[] = [];
  for await (const { key } of backend.list()) {
    const content = (await buffer(await backend.read(key))).toString('latin1');
    if (contains(`${key} ${content}`, words)) found.push(`file ${key}`);
  }
  return found;
}

const contains = (text: string, words: readonly string[]): boolean =>
  words.some((word) => text.toLowerCase().includes(word.toLowerCase()));

/** Columns that the manifest keeps when a person is erased, as `table.column`. */
export function keptColumns({ api }: TestProduct): string[] {
  const metadata = api.get(MikroORM).getMetadata();
  return personalTables.flatMap(({ entity, keep = {} }) => {
    const { tableName, properties } = metadata.get(entity as never);
    const columns = Object.values(keep).flatMap(columnsIn);
    return columns.map(
      (column) =>
        `${tableName}.${(properties as Record<string, { fieldNames: string[] }>)[column]!.fieldNames[0]}`,
    );
  });
}
