import { join } from 'node:path';
import { startEmulatorApp } from './app/index.ts';
import { startMailbox } from './mailbox/index.ts';
import { startPaymentSandbox } from './payments/index.ts';
import { startS3Emulator } from './s3/index.ts';
import type { Emulator } from './emulator.ts';

const { env } = process;
const host = env['EMULATORS_HOST'] ?? '127.0.0.1';
const dataDir = env['DATA_DIR'] ?? join(import.meta.dirname, '../../.data');

type EmulatorName = 'payments' | 'mailbox' | 'app' | 's3';

const STARTERS: Readonly<Record<EmulatorName, () => Promise<{ emulator: Emulator; lines: string[] }>>> = {
  async payments() {
    const emulator = await startPaymentSandbox({
      host,
      port: portFrom('PAYMENT_SANDBOX_PORT', 3010),
      dataDir: join(dataDir, 'sandbox'),
      publicUrl: env['PAYMENT_SANDBOX_PUBLIC_URL'] ?? 'http://localhost:3000/api/sandbox',
      webhookUrl: env['PAYMENT_SANDBOX_WEBHOOK_URL'] ?? 'http://127.0.0.1:3000/api/webhooks/stripe',
      webhookSecret: env['STRIPE_WEBHOOK_SECRET'] || 'whsec_sandbox',
    });
    return { emulator, lines: [`Payment sandbox  ${emulator.url}`] };
  },
  async mailbox() {
    const emulator = await startMailbox({
      host,
      smtpPort: portFrom('MAILBOX_SMTP_PORT', 3025),
      port: portFrom('MAILBOX_PORT', 3020),
      dataDir: join(dataDir, 'mailbox'),
    });
    return { emulator, lines: [`Mailbox          ${emulator.url}`, `Mailbox SMTP     ${emulator.smtpUrl}`] };
  },
  async app() {
    const emulator = await startEmulatorApp({ host, port: portFrom('EMULATOR_APP_PORT', 3030) });
    return { emulator, lines: [`Emulator app     ${emulator.url}`] };
  },
  async s3() {
    const bucket = env['S3_EMULATOR_BUCKET'] ?? 'files';
    const emulator = await startS3Emulator({
      host,
      port: portFrom('S3_EMULATOR_PORT', 3040),
      dataDir: join(dataDir, 's3'),
      accessKeyId: 'sandbox',
      secretAccessKey: 'sandbox-secret',
      buckets: [bucket],
    });
    return { emulator, lines: [`S3 emulator      ${emulator.url}/${bucket}`] };
  },
};

const running: Emulator[] = [];
let stopping = false;

async function stop(exitCode: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await Promise.allSettled(running.map((emulator) => emulator.close()));
  process.exit(exitCode);
}

function portFrom(name: string, fallback: number): number {
  const port = Number(env[name] || fallback);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} must be a port number from 0 to 65535.`);
  return port;
}

function selectedEmulators(): EmulatorName[] {
  const names = (env['EMULATORS'] || 'payments,mailbox,app').split(',').map((name) => name.trim());
  const unknown = names.find((name) => !Object.hasOwn(STARTERS, name));
  if (unknown !== undefined)
    throw new Error(`Unknown emulator in EMULATORS: ${unknown}. Use payments, mailbox, app or s3.`);
  return names as EmulatorName[];
}

process.once('SIGINT', () => void stop(0));
process.once('SIGTERM', () => void stop(0));

try {
  for (const name of selectedEmulators()) {
    const { emulator, lines } = await STARTERS[name]();
    running.push(emulator);
    for (const line of lines) console.log(line);
  }
} catch (error) {
  console.error((error as Error).message);
  await stop(1);
}
