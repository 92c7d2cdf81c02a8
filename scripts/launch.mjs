import { relative } from 'node:path';
import { build } from '../stack/build.mjs';
import { stopCommands } from '../stack/machine/commands.mjs';
import { duration, say, step } from '../stack/machine/progress.mjs';
import { onStopRequest, root } from '../stack/machine/runtime.mjs';
import {
  loadSecrets,
  privateFolder,
  readSettings,
  saveSecrets,
  workerCount,
} from '../stack/machine/settings.mjs';
import { lockDataFolder, tellWatchdog } from '../stack/machine/watchdog.mjs';
import { startStack } from '../stack/stack.mjs';

const SIGNAL_ECHO_MS = 1_000;

/**
 * Builds and runs the product. Resolves once it has stopped. With `watch`, runs it from source and applies changes while it runs;
 * `line(service, text)` gets its output.
 */
export async function launch({ watch = false, line } = {}) {
  // A closed pipe must not stop the product.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const settings = readSettings();
  const workers = workerCount(settings);
  privateFolder(settings.dataDir);
  await lockDataFolder(settings.dataDir, settings.siteUrl);
  const stop = stopSignal();
  let stack;
  try {
    // Vite's configuration imports the built shared package.
    await build(watch ? { only: ['shared'] } : {});
    const progress = { step, say, line };
    stack = await startStack({ settings, workers, supervise: true, watch, progress, signal: stop.signal });
    printSummary(stack, settings);
    await stop.requested;
    await step('Stopping', () => stack.close());
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
}

/**
 * When asked to stop, `requested` resolves and `signal` aborts. npm and the terminal may each deliver the same Ctrl-C. A later second
 * one exits immediately; the watchdog cleans up.
 */
function stopSignal() {
  const controller = new AbortController();
  const { promise: requested, resolve } = Promise.withResolvers();
  let requestedAt = 0;
  onStopRequest((signal) => {
    if (requestedAt && signal && Date.now() - requestedAt > SIGNAL_ECHO_MS) process.exit(130);
    if (requestedAt) return;
    requestedAt = Date.now();
    tellWatchdog({ stopping: true });
    controller.abort(new Error('stop requested'));
    stopCommands();
    resolve();
  });
  return { requested, signal: controller.signal };
}

function printSummary(stack, { dataDir, logsDir }) {
  const { urls, environment } = stack;
  const secrets = loadSecrets(dataDir);
  const isGenerated = environment.BOOTSTRAP_ADMIN_PASSWORD === secrets.bootstrapAdminPassword;
  const inRepository = (path) => relative(root, path) || '.';
  const stored = `${inRepository(dataDir)}/secrets.json`;
  const password = !isGenerated
    ? 'the value of BOOTSTRAP_ADMIN_PASSWORD'
    : secrets.adminPasswordShown
      ? `bootstrapAdminPassword in ${stored}, unless changed`
      : `${secrets.bootstrapAdminPassword}   (shown only once; stored in ${stored})`;
  const site = environment.SITE_URL;
  const rows = {
    Site: site,
    'Admin console': `${site}/admin`,
    '  sign in as': environment.BOOTSTRAP_ADMIN_EMAIL,
    '  initial password': password,
    'API documentation': `${site}/api/docs`,
    Mailbox: urls.mailbox ?? 'none: email is sent to SMTP_URL',
    'Payment sandbox': urls.sandbox ? `${site}/api/sandbox/` : 'none: STRIPE_SECRET_KEY is set',
    'External app': urls.app,
    Logs: inRepository(logsDir),
  };
  say(`\nReady after ${duration(process.uptime() * 1000)}.\n`);
  for (const [name, value] of Object.entries(rows)) say(`  ${name.padEnd(20)}${value}`);
  if (urls.sandbox) say('\n  Test card: 4242 4242 4242 4242, any future date, any CVC.');
  say('\nPress Ctrl-C to stop.');
  if (isGenerated) saveSecrets(dataDir, { ...secrets, adminPasswordShown: true });
}
