import { relative } from 'node:path';
import { build } from '../stack/build.mjs';
import { stopCommands } from '../stack/machine/commands.mjs';
import { privateFolder, requireSpace } from '../stack/machine/disk.mjs';
import { duration, say, step } from '../stack/machine/progress.mjs';
import {
  markAdminPasswordShown,
  loadSecrets,
  readSettings,
  root,
  workerCount,
} from '../stack/machine/settings.mjs';
import { commandStartedAt } from '../stack/machine/runtime.mjs';
import { acquireLauncherLock, isAbandoned } from '../stack/machine/single-run.mjs';
import { startStack } from '../stack/stack.mjs';

const SIGNAL_ECHO_MS = 1_000;
const RUNNING_BYTES = 500_000_000;

/**
 * Builds and runs the product. Resolves once it has stopped. With `watch`, runs it from source and applies changes while it runs;
 * `line(service, text)` gets its output.
 */
export async function launch({ watch = false, line } = {}) {
  // A closed pipe must not stop the product.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const settings = readSettings();
  const workers = workerCount(settings);
  const address = settings.siteUrl;
  requireSpace(settings.dataDir, RUNNING_BYTES);
  privateFolder(settings.dataDir);
  const lock = await acquireLauncherLock(settings.dataDir, address);
  const stop = stopSignal(lock.startedBy);
  let stack;
  try {
    // Vite's configuration imports the built shared package.
    await build(watch ? { only: ['shared'] } : {});
    stack = await startStack({
      settings,
      workers,
      supervise: true,
      watch,
      progress: { step, say, line },
      signal: stop.signal,
    });
    printSummary(stack, settings, Date.now() - commandStartedAt);
    await stop.requested;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    lock.markStopping();
    if (stack) await step('Stopping', () => stack.close());
    lock.release();
  }
}

/**
 * On Ctrl-C, SIGTERM, SIGHUP, or when the process that started us is gone, `requested` resolves and `signal` aborts. npm and the
 * terminal may each deliver the same Ctrl-C. A later second one exits immediately; the next start cleans up.
 */
function stopSignal(startedBy) {
  const controller = new AbortController();
  const { promise: requested, resolve } = Promise.withResolvers();
  let requestedAt = 0;
  const requestStop = () => {
    if (requestedAt && Date.now() - requestedAt > SIGNAL_ECHO_MS) process.exit(130);
    if (requestedAt) return;
    requestedAt = Date.now();
    say('');
    controller.abort(new Error('stop requested'));
    stopCommands();
    resolve();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, requestStop);
  process.once('disconnect', requestStop);
  process.channel?.unref();
  if (startedBy.length > 0)
    setInterval(() => isAbandoned(startedBy) && !requestedAt && requestStop(), 500).unref();
  return { requested, signal: controller.signal };
}

function printSummary(stack, { dataDir, logsDir }, tookMs) {
  const { urls, environment } = stack;
  const secrets = loadSecrets(dataDir);
  const isGenerated = environment.BOOTSTRAP_ADMIN_PASSWORD === secrets.bootstrapAdminPassword;
  const inRepository = (path) => relative(root, path) || '.';
  const password = !isGenerated
    ? 'the value of BOOTSTRAP_ADMIN_PASSWORD'
    : secrets.adminPasswordShown
      ? `bootstrapAdminPassword in ${inRepository(dataDir)}/secrets.json, unless changed`
      : `${secrets.bootstrapAdminPassword}   (shown only once; stored in ${inRepository(dataDir)}/secrets.json)`;
  const site = environment.SITE_URL;
  const rows = [
    ['Site', site],
    ['Admin console', `${site}/admin`],
    ['  sign in as', environment.BOOTSTRAP_ADMIN_EMAIL],
    ['  initial password', password],
    ['API documentation', `${site}/api/docs`],
    ['Mailbox', urls.mailbox ?? 'none: email is sent to SMTP_URL'],
    ['Payment sandbox', urls.sandbox ? `${site}/api/sandbox/` : 'none: STRIPE_SECRET_KEY is set'],
    ['External app', urls.app],
    ['Logs', inRepository(logsDir)],
  ];
  say(`\nReady after ${duration(tookMs)}.\n`);
  for (const [name, value] of rows) say(`  ${name.padEnd(20)}${value}`);
  if (urls.sandbox) say('\n  Test card: 4242 4242 4242 4242, any future date, any CVC.');
  say('\nPress Ctrl-C to stop.');
  if (isGenerated && !secrets.adminPasswordShown) markAdminPasswordShown(dataDir);
}
