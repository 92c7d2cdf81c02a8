// Runs before packages are installed, and with any Node: imports nothing but Node's own modules.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync, utimesSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { formatError, UserError } from './user-error.mjs';

const MIN_NODE_TO_INSTALL = [20, 19];
const MIN_NODE_TO_RUN = [22, 19];
const PINNED_MAJOR = 24;

/** The repository root. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const PINNED = join(root, 'node_modules', '.bin', 'node');
/** The Node that runs the product: the pinned one, or the current one if there is no pinned build for this machine. */
export const node = existsSync(PINNED) ? PINNED : process.execPath;

/** The environment with the project's binaries, including its pinned Node, first on the PATH. */
export function withProjectBinaries(environment = process.env) {
  return { ...environment, PATH: [join(root, 'node_modules', '.bin'), environment.PATH].join(delimiter) };
}

/**
 * Runs `main` with the pinned Node and all packages installed, regardless of the current Node: installs packages if needed and
 * re-executes with the pinned Node if it isn't the current one. Prints failures and sets the exit code.
 */
export async function runWithPinnedNode(entryUrl, main) {
  try {
    requireNode(MIN_NODE_TO_INSTALL, 'to install the project');
    installIfNeeded();
    const isPinned = process.versions.node.startsWith(`${PINNED_MAJOR}.`);
    if (!isPinned && spawnSync(PINNED, ['--version']).status === 0) return await respawn(entryUrl);
    requireNode(MIN_NODE_TO_RUN, `because the pinned Node ${PINNED_MAJOR} doesn't run on this machine`);
    process.env.PATH = withProjectBinaries().PATH;
    return await main();
  } catch (error) {
    process.stderr.write(`\n${formatError(error)}\n`);
    process.exitCode = 1;
  }
}

/** Calls `stop` on Ctrl-C, SIGTERM, SIGHUP, and when the npm that started us is gone; possibly more than once. */
export function onStopRequest(stop) {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, stop);
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && stop(), 500).unref();
}

/** True if the module is the entry point rather than imported. */
export function isMainModule(moduleUrl) {
  return Boolean(process.argv[1]) && moduleUrl === pathToFileURL(process.argv[1]).href;
}

function requireNode([major, minor], why) {
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  throw new UserError(
    `Node ${major}.${minor} or newer is needed ${why}; this is Node ${process.versions.node}.`,
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
  const command = isFirst ? ['ci'] : ['install', '--no-save'];
  const options = [
    '--loglevel=error',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
  ];
  const env = { ...process.env, NODE_ENV: 'development' };
  const { status, error } = spawnSync('npm', [...command, ...options], { cwd: root, env, stdio: 'inherit' });
  if (error?.code === 'ENOENT')
    throw new UserError('npm was not found on the PATH.', `install Node.js ${PINNED_MAJOR} with its npm.`);
  if (status !== 0) {
    throw new UserError(
      "npm couldn't install the packages; the reason is shown above.",
      'if it is the network, check the connection (behind a proxy: "npm config set proxy http://…") and run the same command again. Only the first install needs the network.',
    );
  }
  utimesSync(record, new Date(), new Date());
}

async function respawn(entryUrl) {
  const child = spawn(PINNED, [fileURLToPath(entryUrl), ...process.argv.slice(2)], {
    env: { ...withProjectBinaries(), npm_lifecycle_event: 'respawn' },
    stdio: 'inherit',
  });
  onStopRequest((signal = 'SIGTERM') => child.kill(signal));
  const [code, signal] = await once(child, 'exit');
  process.exitCode = signal ? 128 + constants.signals[signal] : code;
}
