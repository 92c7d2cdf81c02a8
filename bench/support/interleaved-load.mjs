import { watchProcessors } from './machine.mjs';
import { median } from './statistics.mjs';

const ROUNDS = 3;
const WARM_UP_SECONDS = 3;

/**
 * Loads several servers in alternating rounds, so that changing machine load doesn't favor any of them. `servers` is
 * `{ name: { url, requests, pid } }`. Returns for each name the median rate and p99, failed calls, and `cpuMs`: CPU time of the server
 * and the database per response.
 */
export async function loadInterleaved(benchEnvironment, servers, { connections, seconds }) {
  const generator = await benchEnvironment.loadGenerator();
  const stack = await benchEnvironment.stack();
  const rounds = Object.fromEntries(Object.keys(servers).map((name) => [name, []]));
  const run = async ({ url, requests, pid }, duration) => {
    const watch = watchProcessors({ server: pid, postgres: stack.pid('postgres') });
    const result = await generator.send({ kind: 'load', url, requests, connections, seconds: duration });
    const { server, postgres } = watch.stop().seconds;
    return { ...result, cpuMs: ((server + postgres) * 1000) / (result.perSecond * duration) };
  };
  for (const server of Object.values(servers)) await run(server, WARM_UP_SECONDS);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [name, server] of Object.entries(servers)) {
      benchEnvironment.progress(`${name}, round ${round} of ${ROUNDS}`);
      rounds[name].push(await run(server, benchEnvironment.seconds(seconds)));
    }
  }
  return Object.fromEntries(Object.entries(rounds).map(([name, results]) => [name, summary(results)]));
}

function summary(results) {
  const middle = (name) => median(results.map((result) => result[name]));
  return {
    rate: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    cpuMs: middle('cpuMs'),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** `CPU time per request, database included: product 1.10 ms, baseline 0.90 ms`. */
export function processorTimes(summaries) {
  const each = Object.entries(summaries).map(([name, { cpuMs }]) => `${name} ${cpuMs.toFixed(2)} ms`);
  return `CPU time per request, database included: ${each.join(', ')}`;
}
