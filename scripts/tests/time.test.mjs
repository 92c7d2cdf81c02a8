import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json, text } from 'node:stream/consumers';
import test, { after } from 'node:test';
import { node } from '../../stack/machine/runtime.mjs';
import { miniatureRepository } from './temporary.mjs';

/** Runs `npm run time -- <argument>` in the repository. */
async function runTime({ folder, environment }, argument) {
  const child = spawn(node, ['scripts/time.mjs', argument], { cwd: folder, env: environment });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, output, errors };
}

/** An API with a development clock that shows `start`. `requests` collects the bodies it received. */
async function startClock(t, port, start) {
  let now = start;
  const requests = [];
  const server = createServer(async (request, response) => {
    const body = await json(request);
    requests.push(body);
    now = body.advanceTo ?? now;
    const exists = request.url === '/api/dev/clock';
    response.writeHead(exists ? 200 : 404).end(JSON.stringify({ now }));
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  return requests;
}

const repository = await miniatureRepository({ after });

test('advances the clock of the running product week by week to the requested time', async (t) => {
  const requests = await startClock(t, repository.port('PORT'), '2027-01-01T00:00:00.000Z');

  const { code, output } = await runTime(repository, '+16d');

  assert.equal(code, 0);
  const times = ['2027-01-08T00:00:00.000Z', '2027-01-15T00:00:00.000Z', '2027-01-17T00:00:00.000Z'];
  assert.deepEqual(requests, [{ advanceSeconds: 0 }, ...times.map((advanceTo) => ({ advanceTo }))]);
  assert.deepEqual(output.trim().split('\n'), times);

  await runTime(repository, '2027-01-18');
  assert.deepEqual(requests.at(-1), { advanceTo: '2027-01-18T00:00:00.000Z' });
});

test('says what is wrong with the time, and when nothing is running', async (t) => {
  const stopped = await runTime(repository, '+1d');
  assert.equal(stopped.code, 1);
  assert.match(stopped.errors, /No response from http.*start the product first: npm start/s);

  await startClock(t, repository.port('PORT'), '2027-01-01T00:00:00.000Z');
  for (const argument of ['31d', '+3x', '2026-12-31']) {
    const { code, errors } = await runTime(repository, argument);
    assert.equal(code, 1);
    assert.match(errors, /is not a later time.*npm run time -- \+31d/s, argument);
  }
});
