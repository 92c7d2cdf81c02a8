import { relative } from 'node:path';
import { build } from './build.mjs';
import { endCommands } from './machine/commands.mjs';
import { privateFolder, requireSpace } from './machine/disk.mjs';
import { duration, say, step } from './machine/progress.mjs';
import { commandStartedAt } from './machine/runtime.mjs';
import { noteAdminPasswordShown, keepSecrets, readSettings, root, workersIn } from './machine/settings.mjs';
import { becomeOnlyLauncher, isAbandoned } from './machine/single-run.mjs';
import { startStack } from './stack.mjs';

const SIGNAL_ECHO_MS = 1_000;
const RUNNING_BYTES = 500_000_000;

/** Everything from built sources to a running product; resolves when it has been stopped again. */
export async function launch() {
  // The person who reads our words may go away (a closed pipe); the product goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const settings = readSettings();
  const workers = workersIn(settings);
  const address = settings.siteUrl;
  requireSpace(settings.dataDir, RUNNING_BYTES);
  privateFolder(settings.dataDir);
  const only = await becomeOnlyLauncher(settings.dataDir, address);
  const stop = stopSignal(only.startedBy);
  let stack;
  try {
    await build();
    stack = await startStack({
      settings,
      workers,
      supervise: true,
      progress: { step, say },
      signal: stop.signal,
    });
    show(stack, settings, Date.now() - commandStartedAt);
    await stop.when;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    only.stopping();
    if (stack) await step('Stopping', () => stack.close());
    only.release();
  }
}

/**
 * Ctrl-C, SIGTERM, SIGHUP, or the person who started us having gone: `when` resolves and `signal` aborts. npm and a terminal may
 * deliver one Ctrl-C twice; a second one, later, ends us at once, and the next start tidies up.
 */
function stopSignal(startedBy) {
  const controller = new AbortController();
  const { promise: when, resolve } = Promise.withResolvers();
  let askedAt = 0;
  const ask = () => {
    if (askedAt && Date.now() - askedAt > SIGNAL_ECHO_MS) process.exit(130);
    if (askedAt) return;
    askedAt = Date.now();
    say('');
    controller.abort(new Error('asked to stop'));
    endCommands();
    resolve();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, ask);
  process.once('disconnect', ask);
  process.channel?.unref();
  if (startedBy.length > 0) setInterval(() => isAbandoned(startedBy) && !askedAt && ask(), 500).unref();
  return { when, signal: controller.signal };
}

function show(stack, { dataDir, logsDir }, tookMs) {
  const { urls, environment } = stack;
  const secrets = keepSecrets(dataDir);
  const ownPassword = environment.BOOTSTRAP_ADMIN_PASSWORD === secrets.bootstrapAdminPassword;
  const inRepository = (path) => relative(root, path) || '.';
  const password = !ownPassword
    ? 'as set in BOOTSTRAP_ADMIN_PASSWORD'
    : secrets.adminPasswordShown
      ? `bootstrapAdminPassword in ${inRepository(dataDir)}/secrets.json, unless changed`
      : `${secrets.bootstrapAdminPassword}   (shown this once; kept in ${inRepository(dataDir)}/secrets.json)`;
  const site = environment.SITE_URL;
  const rows = [
    ['Site', site],
    ['Admin console', `${site}/admin`],
    ['  sign in as', environment.BOOTSTRAP_ADMIN_EMAIL],
    ['  first password', password],
    ['API documentation', `${site}/api/docs`],
    ['Mailbox', urls.mailbox ?? 'none: mail goes to SMTP_URL'],
    ['Payment sandbox', urls.sandbox ? `${site}/api/sandbox/` : 'none: STRIPE_SECRET_KEY is set'],
    ['External app', urls.app],
    ['Logs', inRepository(logsDir)],
  ];
  say(`\nReady after ${duration(tookMs)}.\n`);
  for (const [name, value] of rows) say(`  ${name.padEnd(20)}${value}`);
  if (urls.sandbox) say('\n  Pay with card 4242 4242 4242 4242, any future date, any CVC.');
  say('\nCtrl-C stops everything.');
  if (ownPassword && !secrets.adminPasswordShown) noteAdminPasswordShown(dataDir);
}
