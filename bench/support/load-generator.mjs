// Calls a server from a separate process. Commands: `load` (closed loop, autocannon), `rotate` (closed loop of refreshes, each with
// the previous response's token), `burst` (all calls at once) and `probe` (one GET per interval without waiting for the previous one,
// until `stopProbe`), `transfer`
// (large bodies at once).
import autocannon from 'autocannon';
import { once as event } from 'node:events';
import { Agent, request } from 'node:http';
import { handleCommands } from './child-process.mjs';
import { percentile } from './statistics.mjs';

const commands = { load, rotate, burst, probe, stopProbe, transfer };
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

/** One session per connection. Also returns the tokens to continue with. */
async function rotate({ url, path, tokens, seconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: tokens.length });
  const until = performance.now() + seconds * 1000;
  const times = [];
  let failed = 0;
  const session = async (token) => {
    let current = token;
    while (performance.now() < until) {
      const body = JSON.stringify({ refresh_token: current });
      const options = { agent, method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const response = await once(`${url}${path}`, options, { read: true }).catch(() => ({ status: 0 }));
      if (response.status === 200) {
        current = JSON.parse(response.text).refresh_token;
        times.push(response.ms);
      } else failed += 1;
    }
    return current;
  };
  const next = await Promise.all(tokens.map(session));
  agent.destroy();
  const at = (share) => percentile(times, share);
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), failed, tokens: next };
}

async function burst({ calls, url }) {
  const agent = new Agent({ keepAlive: true, maxSockets: calls.length });
  const responses = await Promise.all(
    calls.map((call) => once(url, { agent, method: 'POST', ...call }).catch(() => ({ status: 0 }))),
  );
  agent.destroy();
  return responses;
}

function probe({ url, everyMs }) {
  const agent = new Agent({ keepAlive: true });
  const calls = [];
  const timer = setInterval(() => calls.push(once(url, { agent }).catch(() => ({ status: 0 }))), everyMs);
  probing = { agent, calls, timer };
}

async function stopProbe() {
  clearInterval(probing.timer);
  const responses = await Promise.all(probing.calls);
  probing.agent.destroy();
  return responses;
}

/** Sends or receives a body for each URL at once. Returns bytes per second over all of them. */
async function transfer({ method, urls, headers, bytes = 0 }) {
  const chunk = Buffer.alloc(256 * 1024, 'x');
  const started = performance.now();
  const sizes = await Promise.all(urls.map((url) => transferOne({ method, url, headers, bytes, chunk })));
  const seconds = (performance.now() - started) / 1000;
  return { bytesPerSecond: sizes.reduce((sum, size) => sum + size, 0) / seconds };
}

async function transferOne({ method, url, headers, bytes, chunk }) {
  const call = request(url, {
    method,
    headers: { ...headers, ...(bytes ? { 'content-length': bytes } : {}) },
  });
  const responded = event(call, 'response');
  for (let left = bytes; left > 0; left -= chunk.length)
    if (!call.write(left < chunk.length ? chunk.subarray(0, left) : chunk)) await event(call, 'drain');
  call.end();
  const [response] = await responded;
  let received = 0;
  for await (const data of response) received += data.length;
  if (response.statusCode !== 200) throw new Error(`${method} ${url}: ${response.statusCode}`);
  return bytes || received;
}

/** Status, Retry-After header, milliseconds until the end of the response, and its text if `read`. */
function once(url, { body, ...options }, { read = false } = {}) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(url, options, (response) => {
      let text = '';
      if (read) response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      else response.resume();
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          retryAfter: response.headers['retry-after'],
          ms: performance.now() - started,
          ...(read ? { text } : {}),
        }),
      );
    });
    call.setTimeout(30_000, () => call.destroy(new Error('no response')));
    call.on('error', reject);
    call.end(body);
  });
}

handleCommands({}, ({ kind, ...options }) => commands[kind](options));
