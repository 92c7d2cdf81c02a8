import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../stack/machine/commands.mjs';
import { findRedis } from '../../stack/machine/redis-binary.mjs';
import { root } from '../../stack/machine/runtime.mjs';
import { referenceLoop } from '../support/machine.mjs';
import { timeNpmStart } from '../support/npm-start.mjs';
import { ratio } from '../support/statistics.mjs';

/**
 * The first `npm start` in a fresh clone. Downloads (packages into an empty cache, and Redis if missing) happen beforehand and are
 * timed separately. Then it installs, builds and starts with npm offline.
 */
export async function measure(benchEnvironment) {
  const reference = referenceLoop() / 1000;
  const folder = benchEnvironment.emptyFolder('clone');
  const clone = join(folder, 'repository');
  const cache = { npm_config_cache: join(folder, 'packages') };
  await run('git', ['clone', '--quiet', root, clone]);
  benchEnvironment.showProgress('downloading');
  const started = performance.now();
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], clone, cache);
  await findRedis(benchEnvironment.showProgress, join(clone, '.data', 'tools', 'redis'));
  const download = (performance.now() - started) / 1000;
  rmSync(join(clone, 'node_modules'), { recursive: true, force: true });
  benchEnvironment.showProgress('starting');
  const first = await timeNpmStart(clone, {
    ...cache,
    npm_config_offline: 'true',
    DATA_DIR: join(clone, '.data'),
  });
  return [
    {
      metric: '`npm start` in a fresh clone, after the download, until ready',
      target: '≤ 90 s',
      measured: `${first.seconds.toFixed(0)} s (the download, with an empty cache: ${download.toFixed(0)} s)`,
      baseline: `${reference.toFixed(2)} s: the reference loop`,
      ratio: ratio(first.seconds, reference),
      met: first.seconds <= 90,
      note: first.steps.join('; '),
    },
  ];
}

async function run(command, args, cwd, env) {
  const { failed, all } = await runCommand(command, args, { cwd, env });
  if (failed) throw new Error(`${command} ${args.join(' ')} failed:\n${all.slice(-2000)}`);
}
