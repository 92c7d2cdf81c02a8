import { once } from 'node:events';
import { relative } from 'node:path';
import { build } from '../stack/build.mjs';
import { duration, step } from '../stack/machine/progress.mjs';
import { root, stopSignal } from '../stack/machine/runtime.mjs';
import { loadSecrets, readSettings, saveSecrets, workerCount } from '../stack/machine/settings.mjs';
import { lockDataFolder, notifyWatchdog } from '../stack/machine/watchdog.mjs';
import { startStack } from '../stack/stack.mjs';

/** Builds and runs the product. Resolves once it has stopped. With `watch`, runs it from source and applies changes while it runs. */
export async function launch({ watch = false } = {}) {
  // A closed pipe must not stop the product.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const settings = readSettings();
  const workers = workerCount(settings);
  await lockDataFolder(settings.dataDir, settings.siteUrl);
  const signal = stopSignal();
  signal.addEventListener('abort', () => notifyWatchdog({ stopping: true }));
  try {
    // Vite's configuration imports the built shared package.
    await build({ only: watch ? ['shared'] : undefined, signal });
    const stack = await startStack({ settings, workers, supervise: true, watch, signal });
    printSummary(stack, settings);
    if (!signal.aborted) await once(signal, 'abort');
    await step('Stopping', () => stack.close());
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function printSummary({ urls, environment }, { dataDir, logsDir }) {
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
  console.log(`\nReady after ${duration(process.uptime() * 1000)}.\n`);
  for (const [name, value] of Object.entries(rows)) console.log(`  ${name.padEnd(20)}${value}`);
  if (urls.sandbox) console.log('\n  Test card: 4242 4242 4242 4242, any future date, any CVC.');
  console.log('\nPress Ctrl-C to stop.');
  if (isGenerated) saveSecrets(dataDir, { ...secrets, adminPasswordShown: true });
}
