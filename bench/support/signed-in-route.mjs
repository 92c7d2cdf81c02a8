import { startChild } from './child-process.mjs';
import { signInAll } from './customers.mjs';
import { loadInterleaved } from './interleaved-load.mjs';

const CONNECTIONS = 32;
const SECONDS = 8;

/** Loads a GET route of the API as these customers, next to the route of a baseline. */
export async function loadSignedInRoute(benchEnvironment, customers, { path, baseline }) {
  const stack = await benchEnvironment.stack();
  const { urls, environment } = stack;
  const tokens = await signInAll(urls.site, customers);
  const calls = (target) =>
    tokens.map((token) => ({ method: 'GET', path: target, headers: { authorization: `Bearer ${token}` } }));
  const child = await startChild(new URL(`../baselines/${baseline.file}`, import.meta.url), {
    databaseUrl: urls.database,
    jwk: JSON.parse(environment.AUTH_JWT_KEYS).keys[0],
  });
  const results = await loadInterleaved(
    benchEnvironment,
    {
      baseline: { url: child.url, pid: child.pid, requests: calls(baseline.path) },
      product: { url: urls.site, pid: stack.pid('api'), requests: calls(path) },
    },
    { connections: CONNECTIONS, seconds: SECONDS },
  );
  await child.stop();
  return results;
}
