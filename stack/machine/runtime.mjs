import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { works } from './find-program.mjs';
import { installIfNeeded } from './install.mjs';
import { formatError, UserError } from './user-error.mjs';
import { root } from './settings.mjs';

const MIN_NODE_TO_INSTALL = [20, 19];
const MIN_NODE_TO_RUN = [22, 19];
const PINNED_MAJOR = 24;

/** The Node that runs the product: the pinned one, or the current one if there is no pinned build for this machine. */
export const node = pinnedNode() ?? process.execPath;

function pinnedNode() {
  const file = join(root, 'node_modules', '.bin', 'node');
  return existsSync(file) ? file : undefined;
}

const STARTED_AT = 'COMMAND_STARTED_AT';

/** When the user ran the command, in Unix milliseconds: before packages were installed and the pinned Node was started. */
export const commandStartedAt = Number(process.env[STARTED_AT]) || Date.now() - process.uptime() * 1000;
// Not inherited: commands started from here have their own start time.
delete process.env[STARTED_AT];

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
    await installIfNeeded();
    if (majorOf(process.versions.node) === PINNED_MAJOR) {
      process.env.PATH = withProjectBinaries().PATH;
      return await main();
    }
    const pinned = pinnedNode();
    if (pinned && (await works(pinned, ['--version']))) return await respawn(pinned, entryUrl);
    requireNode(
      MIN_NODE_TO_RUN,
      `to run the project because the pinned Node ${PINNED_MAJOR} doesn't run on this machine`,
    );
    return await main();
  } catch (error) {
    process.stderr.write(`\n${formatError(error)}\n`);
    process.exitCode = 1;
  }
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

function majorOf(version) {
  return Number(version.split('.')[0]);
}

/** The child exits when this process does, however it exits: it watches the IPC channel. */
function respawn(pinned, entryUrl) {
  const child = spawn(pinned, [fileURLToPath(entryUrl), ...process.argv.slice(2)], {
    cwd: process.cwd(),
    env: { ...withProjectBinaries(), [STARTED_AT]: String(commandStartedAt) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.exitCode = signal ? 128 + constants.signals[signal] : code;
      resolve();
    });
  });
}
