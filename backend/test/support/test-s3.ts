import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startS3Emulator } from '../../../sandbox/src/s3/index.ts';
import type { S3Settings } from '../../src/platform/config/s3-settings.js';
import { testSettings } from './test-settings.js';

/** Environment variables of a real bucket for the contract suite, from those with the prefix `TEST_`, if there is one. */
const real = Object.entries(process.env).filter(([name]) => name.startsWith('TEST_STORAGE_S3_'));
export const realBucket: S3Settings | undefined = process.env.TEST_STORAGE_S3_BUCKET
  ? readS3Settings(Object.fromEntries(real.map(([name, value]) => [name.slice('TEST_'.length), value!])))
  : undefined;

export interface TestS3 {
  /** Environment variables with which the product uses it. */
  variables: Record<string, string>;
  folder: string;
  /** Stops the emulator until it is started again, or replaced on the same port. */
  interrupt(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an S3 emulator with an empty bucket. */
export async function startTestS3(options: { maxPutBytes?: number } = {}): Promise<TestS3> {
  const folder = await mkdtemp(join(tmpdir(), 's3-test-'));
  const credentials = { accessKeyId: 'sandbox', secretAccessKey: 'sandbox-secret' };
  const start = (port: number) =>
    startS3Emulator({
      host: '127.0.0.1',
      port,
      dataDir: folder,
      buckets: ['files'],
      ...credentials,
      ...options,
    });
  let emulator = await start(0);
  return {
    folder,
    interrupt: () => emulator.close(),
    async restart() {
      emulator = await start(emulator.port);
    },
    variables: {
      STORAGE_BACKEND: 's3',
      STORAGE_S3_ENDPOINT: emulator.url,
      STORAGE_S3_BUCKET: 'files',
      STORAGE_S3_ACCESS_KEY_ID: credentials.accessKeyId,
      STORAGE_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    async stop() {
      await emulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function readS3Settings(variables: Record<string, string>): S3Settings {
  return testSettings({ ...variables, STORAGE_BACKEND: 's3' }).storage.s3!;
}
