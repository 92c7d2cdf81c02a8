import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { runService } from '../machine/run-service.mjs';
import { until } from '../machine/wait.mjs';
import { temporaryFolder } from './temporary.mjs';

const TALKATIVE = `
  let count = 0;
  setInterval(() => { for (let i = 0; i < 100; i++) console.log('line ' + ++count); }, 5);
  process.on('SIGTERM', () => { console.error('the last line'); process.exit(0); });
`;

function talkativeService(folder, logLimits) {
  return runService({
    name: 'talkative',
    command: process.execPath,
    args: ['-e', TALKATIVE],
    env: process.env,
    cwd: folder,
    pidFile: join(folder, 'talkative.pid'),
    logFile: join(folder, 'logs', 'talkative.log'),
    logLimits,
  });
}

test("a service's log is rotated while the service runs, and the number of files is bounded", async (t) => {
  const folder = temporaryFolder(t);
  const logs = join(folder, 'logs');
  const service = talkativeService(folder, { size: '20K', rotated: 2 });
  t.after(() => service.stop());
  const sizeOf = (name) => statSync(join(logs, name)).size;
  await until(() => existsSync(join(logs, 'talkative.log.2')), {
    what: 'the second rotation',
    timeoutMs: 20_000,
  });
  const oldest = readFileSync(join(logs, 'talkative.log.2'), 'utf8');
  await until(() => readFileSync(join(logs, 'talkative.log.2'), 'utf8') !== oldest, {
    what: 'a third rotation',
    timeoutMs: 20_000,
  });
  assert.equal(service.outcome, undefined, 'it still runs');
  const names = readdirSync(logs);
  assert.deepEqual(
    names.filter((name) => !/^talkative\.log(\.[12])?$/.test(name)),
    [],
  );
  for (const name of names) assert.ok(sizeOf(name) < 200_000, `${name} has ${sizeOf(name)} bytes`);
  await service.stop();
  assert.match(
    readFileSync(join(logs, 'talkative.log'), 'utf8'),
    /the last line\n/,
    'nothing is lost at the end',
  );
  assert.match(service.lastLines(), /the last line/);
});

test('a log that cannot be written costs lines, not the service', async (t) => {
  const folder = temporaryFolder(t);
  // A folder where the file should be.
  const { mkdirSync } = await import('node:fs');
  mkdirSync(join(folder, 'logs', 'talkative.log'), { recursive: true });
  const service = talkativeService(folder);
  t.after(() => service.stop());
  await until(() => /line 20000/.test(service.lastLines(200)), {
    what: 'going on',
    timeoutMs: 20_000,
    everyMs: 2,
  });
  assert.equal(service.outcome, undefined, 'it still runs');
});
