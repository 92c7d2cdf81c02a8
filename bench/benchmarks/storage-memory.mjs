import { setTimeout as pause } from 'node:timers/promises';
import { residentBytes } from '../support/machine.mjs';
import { megabytes } from '../support/statistics.mjs';

const LIMIT_MB = 400;
const SETTLE_MS = 3000;

/** Resident memory of the API after the benchmarks of file storage: transfers of 100 MB, image transformations, hostile requests. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  await pause(SETTLE_MS);
  const used = residentBytes(stack.pid('api'));
  return [
    {
      metric: 'resident memory after the file storage benchmarks, API',
      target: `≤ ${LIMIT_MB} MB`,
      measured: megabytes(used),
      met: used <= LIMIT_MB * 1e6,
    },
  ];
}
