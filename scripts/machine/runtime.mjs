import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { works } from './find-program.mjs';
import { installWhenNeeded } from './install.mjs';
import { explain, Refusal } from './refusal.mjs';
import { root } from './settings.mjs';

const OLDEST_TO_INSTALL = [20, 19];
const OLDEST_TO_RUN = [22, 19];
const PINNED_MAJOR = 24;

/** The Node that runs the product: the one the project pins, or this one where no pinned one fits the machine. */
export const node = pinnedNode() ?? process.execPath;

function pinnedNode() {
  const file = join(root, 'node_modules', '.bin', 'node');
  return existsSync(file) ? file : undefined;
}

const STARTED_AT = 'COMMAND_STARTED_AT';

/** When the command was typed, in milliseconds since 1970: what it took to install counts too. */
export const commandStartedAt = Number(process.env[STARTED_AT]) || Date.now() - process.uptime() * 1000;
// Commands that this one starts begin later.
delete process.env[STARTED_AT];

/** The given environment with the project's own programs, its Node among them, first on the PATH. */
export function withOwnPrograms(environment = process.env) {
  return { ...environment, PATH: [join(root, 'node_modules', '.bin'), environment.PATH].join(delimiter) };
}

/**
 * Runs `main` under the pinned Node with all packages installed, whatever Node the command was typed with: installs when
 * needed, and hands over to the pinned Node when this is another. Failures are told in a sentence; the exit code says so.
 */
export async function underPinnedNode(entryUrl, main) {
  try {
    requireNode(OLDEST_TO_INSTALL, 'to install the project');
    await installWhenNeeded();
    if (majorOf(process.versions.node) === PINNED_MAJOR) {
      process.env.PATH = withOwnPrograms().PATH;
      return await main();
    }
    const pinned = pinnedNode();
    if (pinned && (await works(pinned, ['--version']))) return await handOver(pinned, entryUrl);
    requireNode(
      OLDEST_TO_RUN,
      `to run the project, and the pinned Node ${PINNED_MAJOR} does not run on this machine`,
    );
    return await main();
  } catch (error) {
    process.stderr.write(`\n${explain(error)}\n`);
    process.exitCode = 1;
  }
}

/** Whether this module is the one that was asked for on the command line, rather than imported. */
export function isEntry(moduleUrl) {
  return Boolean(process.argv[1]) && moduleUrl === pathToFileURL(process.argv[1]).href;
}

function requireNode([major, minor], why) {
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  throw new Refusal(
    `This is Node ${process.versions.node}; Node ${major}.${minor} or newer is needed ${why}.`,
    `install Node.js ${PINNED_MAJOR} and run the same command again.`,
  );
}

function majorOf(version) {
  return Number(version.split('.')[0]);
}

/** The other process ends when we do, however we end: it watches the channel between us. */
function handOver(pinned, entryUrl) {
  const child = spawn(pinned, [fileURLToPath(entryUrl), ...process.argv.slice(2)], {
    cwd: process.cwd(),
    env: { ...withOwnPrograms(), [STARTED_AT]: String(commandStartedAt) },
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
