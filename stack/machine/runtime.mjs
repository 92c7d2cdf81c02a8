// Runs before packages are installed, and with any Node: imports nothing but Node's own modules.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync, utimesSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatError, UserError } from './user-error.mjs';

const PINNED_MAJOR = 24;
const SIGNAL_ECHO_MS = 1_000;

/** The repository root. */
export const root = join(fileURLToPath(import.meta.url), '..', '..', '..');

const BINARIES = join(root, 'node_modules', '.bin');
const PINNED = join(BINARIES, 'node');
/** The Node that runs the product: the pinned one, or the current one if there is no pinned build for this machine. */
export const node = existsSync(PINNED) ? PINNED : process.execPath;

/**
 * Runs `main` with all packages installed and with the pinned Node, regardless of the current one. The project's binaries are first on
 * the PATH. Prints failures and sets the exit code.
 */
export async function runWithPinnedNode(main) {
  try {
    requireNode('20.19', 'to install the project');
    installIfNeeded();
    process.env.PATH = [BINARIES, process.env.PATH].join(delimiter);
    const isPinned = process.versions.node.startsWith(`${PINNED_MAJOR}.`);
    if (!isPinned && spawnSync(PINNED, ['--version']).status === 0) return await respawn();
    requireNode('22.19', `because the pinned Node ${PINNED_MAJOR} doesn't run on this machine`);
    return await main();
  } catch (error) {
    process.stderr.write(`\n${formatError(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * An AbortSignal that aborts when asked to stop. npm and the terminal may each deliver the same Ctrl-C. A second one after that exits
 * immediately; the watchdog cleans up.
 */
export function stopSignal() {
  const controller = new AbortController();
  let requestedAt;
  onStopRequest((signal) => {
    requestedAt ??= Date.now();
    if (signal && Date.now() - requestedAt > SIGNAL_ECHO_MS) process.exit(130);
    controller.abort(new UserError('Interrupted.'));
  });
  return controller.signal;
}

/** Calls `stop` on Ctrl-C, SIGTERM, SIGHUP, and when the npm that started us is gone; possibly more than once. */
function onStopRequest(stop) {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, stop);
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && stop(), 500).unref();
}

function requireNode(version, why) {
  if (process.versions.node.localeCompare(version, 'en', { numeric: true }) >= 0) return;
  throw new UserError(
    `Node ${version} or newer is needed ${why}; this is Node ${process.versions.node}.`,
    `install Node.js ${PINNED_MAJOR} and run the same command again.`,
  );
}

/** Installs the packages of `package-lock.json` unless npm did so after the file was last changed. */
function installIfNeeded() {
  const record = join(root, 'node_modules', '.package-lock.json');
  const modifiedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (modifiedAt(record) >= modifiedAt(join(root, 'package-lock.json'))) return;
  const isFirst = !existsSync(join(root, 'node_modules'));
  console.log(isFirst ? 'Installing packages (first time only, about 200 MB) …' : 'Updating packages …');
  const command = isFirst ? 'ci' : 'install --no-save';
  const options = '--loglevel=error --ignore-scripts --include=dev --include=optional --no-audit --no-fund';
  const env = { ...process.env, NODE_ENV: 'development' };
  const args = `${command} ${options}`.split(' ');
  const { status, error } = spawnSync('npm', args, { cwd: root, env, stdio: 'inherit' });
  if (error?.code === 'ENOENT')
    throw new UserError('npm was not found on the PATH.', `install Node.js ${PINNED_MAJOR} with its npm.`);
  if (status !== 0)
    throw new UserError(
      "npm couldn't install the packages; the reason is shown above.",
      'if it is the network, check the connection (behind a proxy: "npm config set proxy http://…") and run the same command again. Only the first install needs the network.',
    );
  utimesSync(record, new Date(), new Date());
}

/** Runs the same command with the pinned Node. */
async function respawn() {
  const env = { ...process.env, npm_lifecycle_event: 'respawn' };
  const child = spawn(PINNED, process.argv.slice(1), { env, stdio: 'inherit' });
  onStopRequest((signal = 'SIGTERM') => child.kill(signal));
  const [code, signal] = await once(child, 'exit');
  process.exitCode = signal ? 128 + constants.signals[signal] : code;
}
