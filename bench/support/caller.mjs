// Calls a server from a process of its own. Orders: `load` (closed loop, autocannon), `burst` (all at once, each answer looked
// at) and `probe` (one GET every so often, not waiting for the one before, until asked to `stopProbe`).
import autocannon from 'autocannon';
import { Agent, request } from 'node:http';
import { takeOrders } from './children.mjs';

const orders = { load, burst, probe, stopProbe };
let probing;

async function load({ url, connections, seconds, requests }) {
  const result = await autocannon({ url, connections, duration: seconds, requests, timeout: 20 });
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  };
}

async function burst({ calls, url }) {
  const agent = new Agent({ keepAlive: true, maxSockets: calls.length });
  const answers = await Promise.all(
    calls.map((call) => once(url, { agent, method: 'POST', ...call }).catch(() => ({ status: 0 }))),
  );
  agent.destroy();
  return answers;
}

function probe({ url, everyMs }) {
  const agent = new Agent({ keepAlive: true });
  const calls = [];
  const timer = setInterval(() => calls.push(once(url, { agent }).catch(() => ({ status: 0 }))), everyMs);
  probing = { agent, calls, timer };
}

async function stopProbe() {
  clearInterval(probing.timer);
  const answers = await Promise.all(probing.calls);
  probing.agent.destroy();
  return answers;
}

/** Status, the header that says when to come back, and milliseconds from the call to the end of the answer. */
function once(url, { body, ...options }) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(url, options, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          retryAfter: response.headers['retry-after'],
          ms: performance.now() - started,
        }),
      );
    });
    call.setTimeout(30_000, () => call.destroy(new Error('no answer')));
    call.on('error', reject);
    call.end(body);
  });
}

takeOrders({}, ({ kind, ...order }) => orders[kind](order));
