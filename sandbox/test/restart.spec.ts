import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type { Stripe } from 'stripe';
import { createClient, control, catchError } from './support/provider.ts';
import { eventually } from './support/eventually.ts';

/** Runs the emulators in a separate process, so that it can be killed. */
const MAIN = join(import.meta.dirname, '../src/main.ts');

let folder: string;
let running: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-restart-'));
});
afterEach(async () => {
  await stop('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<Record<string, string>> {
  running = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      DATA_DIR: folder,
      PAYMENT_SANDBOX_PORT: '0',
      MAILBOX_PORT: '0',
      MAILBOX_SMTP_PORT: '0',
      EMULATOR_APP_PORT: '0',
      PAYMENT_SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:9/',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  running.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await eventually(
    () => output,
    (text) => text.includes('Emulator app'),
  );
  return Object.fromEntries(
    output
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/) as [string, string]),
  );
}

async function stop(signal: NodeJS.Signals): Promise<number | null> {
  if (!running || running.exitCode !== null || running.signalCode !== null) return running?.exitCode ?? null;
  const exited = once(running, 'exit');
  running.kill(signal);
  const [code] = (await exited) as [number | null];
  return code;
}

const parsePort = (addresses: Record<string, string>): number =>
  Number(new URL(addresses['Payment sandbox'] ?? '').port);

describe('the emulators', () => {
  it('lose no acknowledged payment, pending event or clock offset when killed, and idempotency keys still replay', async () => {
    const received: string[] = [];
    const server: Server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push((JSON.parse(body) as Stripe.Event).type);
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const started = await start();
    const before = createClient(parsePort(started));
    const pay = (stripe: Stripe, index: number): Promise<Stripe.PaymentIntent> =>
      stripe.paymentIntents.create(
        { amount: 4900, currency: 'usd', payment_method: 'pm_card_visa', confirm: true },
        { idempotencyKey: `pay-${index}` },
      );
    const paid: string[] = [];
    for (let index = 0; index < 20; index += 1) paid.push((await pay(before, index)).id);
    await control(started['Payment sandbox'] ?? '', 'clock', { advanceSeconds: 86_400 });
    await before.customers.create({ name: 'undelivered' });
    await stop('SIGKILL');

    const restarted = await start({ PAYMENT_SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${port}/` });
    const after = createClient(parsePort(restarted));
    const listed = await after.paymentIntents.list({ limit: 100 });
    const replayed = await pay(after, 7);
    const { clock } = (await (await fetch(`${restarted['Payment sandbox']}/controls`)).json()) as {
      clock: { offsetSeconds: number };
    };

    expect(listed.data.map(({ id }) => id).toReversed()).toEqual(paid);
    expect(listed.data.every(({ status }) => status === 'succeeded')).toBe(true);
    expect(replayed.id).toBe(paid[7]);
    expect(clock.offsetSeconds).toBeGreaterThanOrEqual(86_399);
    await eventually(
      () => received,
      (list) => list.includes('customer.created'),
    );
    server.closeAllConnections();
    server.close();
  });

  it('report a port in use in a single line that names the setting, and release theirs when stopped', async () => {
    const port = parsePort(await start());
    const second = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        EMULATORS: 'payments',
        DATA_DIR: folder,
        PAYMENT_SANDBOX_PORT: String(port),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    second.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const [code] = (await once(second, 'exit')) as [number];
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('PAYMENT_SANDBOX_PORT');

    expect(await stop('SIGTERM')).toBe(0);
    expect((await catchError(createClient(port).customers.list())).type).toBe('StripeConnectionError');
  });
});
