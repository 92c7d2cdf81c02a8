import { root } from '../../stack/machine/runtime.mjs';
import { referenceLoop } from '../support/machine.mjs';
import { timeNpmStart } from '../support/npm-start.mjs';
import { median, ratio } from '../support/statistics.mjs';

const ROUNDS = 3;

/** Duration of `npm start` with everything installed and built: with an empty data folder, and with an existing one. */
export async function measure(benchEnvironment) {
  const reference = referenceLoop() / 1000;
  const dataDir = benchEnvironment.emptyFolder('start');
  benchEnvironment.showProgress('on an empty data folder');
  const first = await timeNpmStart(root, { DATA_DIR: dataDir });
  const later = [];
  for (let round = 0; round < ROUNDS; round++) {
    benchEnvironment.showProgress(`again, ${round + 1} of ${ROUNDS}`);
    later.push(await timeNpmStart(root, { DATA_DIR: dataDir }));
  }
  const seconds = median(later.map((each) => each.seconds));
  return [
    {
      metric: '`npm start`, second start, until ready',
      target: '≤ 10 s',
      measured: `${seconds.toFixed(1)} s (first start on an empty data folder, installed and built: ${first.seconds.toFixed(1)} s)`,
      baseline: `${reference.toFixed(2)} s: the reference loop`,
      ratio: ratio(seconds, reference),
      met: seconds <= 10,
      note: later[0].steps.join('; '),
    },
  ];
}
