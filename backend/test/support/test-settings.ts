import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, type Settings } from '../../src/platform/config/settings.js';

/** Two private signing keys for tests, newest first. */
export const TEST_SIGNING_KEYS = await Promise.all(['newest', 'older'].map((name) => signingKey(name)));

async function signingKey(kid: string): Promise<object> {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  return { ...(await crypto.subtle.exportKey('jwk', privateKey)), kid };
}

/** Complete test settings; `variables` override environment variables. */
export function testSettings(variables: Record<string, string> = {}): Settings {
  const { settings, errors } = readSettings({
    DATABASE_URL: 'postgres://unused',
    REDIS_URL: testRedisUrl(),
    SMTP_URL: 'smtp://127.0.0.1:1',
    SITE_URL: 'http://localhost:3000',
    AUTH_JWT_KEYS: JSON.stringify({ keys: TEST_SIGNING_KEYS }),
    AUTH_JWT_SECRET: 'a-shared-secret-that-exists-in-tests-alone',
    AUTH_SEND_INTERVAL_SECONDS: '0',
    AUTH_PASSWORD_HASH_MEMORY_KIB: variables.NODE_ENV === 'production' ? '7168' : '1024',
    DATABASE_POOL_SIZE: '10',
    RATE_LIMITS: 'off',
    TRUSTED_PROXIES: 'loopback',
    SITE_FOLDER: '/nonexistent',
    STORAGE_DIR: join(tmpdir(), 'storage-test'),
    LOG_LEVEL: 'silent',
    ...variables,
  });
  if (!settings) throw new Error(errors.join('\n'));
  return settings;
}

export function testRedisUrl(): string {
  return process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
}

export function testDatabaseServerUrl(): string {
  return process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
}
