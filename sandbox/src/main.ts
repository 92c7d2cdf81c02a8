import { join } from 'node:path';
import { startStandInApp } from './app/index.ts';
import { startMailbox } from './mailbox/index.ts';
import { startPaymentSandbox } from './payments/index.ts';
import type { StandIn } from './stand-in.ts';

const { env } = process;
const host = env['STANDINS_HOST'] ?? '127.0.0.1';
const dataDir = env['DATA_DIR'] ?? join(import.meta.dirname, '../../.data');

type Name = 'payments' | 'mailbox' | 'app';

const STARTS: Readonly<Record<Name, () => Promise<{ standIn: StandIn; lines: string[] }>>> = {
  async payments() {
    const standIn = await startPaymentSandbox({
      host,
      port: portFrom('PAYMENT_SANDBOX_PORT', 3010),
      dataDir: join(dataDir, 'sandbox'),
      publicUrl: env['PAYMENT_SANDBOX_PUBLIC_URL'] ?? 'http://localhost:3000/api/sandbox',
      webhookUrl: env['PAYMENT_SANDBOX_WEBHOOK_URL'] ?? 'http://127.0.0.1:3000/api/webhooks/stripe',
      webhookSecret: env['STRIPE_WEBHOOK_SECRET'] || 'whsec_sandbox',
    });
    return { standIn, lines: [`Payment sandbox  ${standIn.url}`] };
  },
  async mailbox() {
    const standIn = await startMailbox({
      host,
      smtpPort: portFrom('MAILBOX_SMTP_PORT', 3025),
      port: portFrom('MAILBOX_PORT', 3020),
      dataDir: join(dataDir, 'mailbox'),
    });
    return { standIn, lines: [`Mailbox          ${standIn.url}`, `Mailbox SMTP     ${standIn.smtpUrl}`] };
  },
  async app() {
    const standIn = await startStandInApp({ host, port: portFrom('STANDIN_APP_PORT', 3030) });
    return { standIn, lines: [`Stand-in app     ${standIn.url}`] };
  },
};

const running: StandIn[] = [];
let stopping = false;

async function stop(exitCode: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await Promise.allSettled(running.map((standIn) => standIn.close()));
  process.exit(exitCode);
}

function portFrom(name: string, fallback: number): number {
  const port = Number(env[name] || fallback);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${name} must be a port number.`);
  return port;
}

function chosen(): Name[] {
  const names = (env['STANDINS'] || 'payments,mailbox,app').split(',').map((name) => name.trim());
  const unknown = names.find((name) => !Object.hasOwn(STARTS, name));
  if (unknown !== undefined)
    throw new Error(`STANDINS names ${unknown}; it may name payments, mailbox and app.`);
  return names as Name[];
}

process.once('SIGINT', () => void stop(0));
process.once('SIGTERM', () => void stop(0));

try {
  for (const name of chosen()) {
    const { standIn, lines } = await STARTS[name]();
    running.push(standIn);
    for (const line of lines) console.log(line);
  }
} catch (error) {
  console.error((error as Error).message);
  await stop(1);
}
