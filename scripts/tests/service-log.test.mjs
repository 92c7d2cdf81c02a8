import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { runService } from '../../stack/machine/run-service.mjs';
import { until } from '../../stack/machine/wait.mjs';
import { temporaryFolder } from './temporary.mjs';

const VERBOSE = `
  let count = 0;
  setInterval(() => { for (let i = 0; i < 100; i++) console.log('line ' + ++count); }, 5);
  process.on('SIGINT', () => { console.error('the last line'); process.exit(0); });
`;

function verboseService(folder, logLimits) {
  return runService({
    name: 'verbose',
    command: process.execPath,
    args: ['-e', VERBOSE],
    env: process.env,
    cwd: folder,
    logFile: join(folder, 'logs', 'verbose.log'),
    logLimits,
  });
}

test("rotates a service's log while it runs, and limits the number of files", async (t) => {
  const folder = temporaryFolder(t);
  const logs = join(folder, 'logs');
  const service = verboseService(folder, { size: '20K', rotate: 2 });
  t.after(() => service.stop());
  // A file may be renamed meanwhile.
  const getSize = (name) => statSync(join(logs, name), { throwIfNoEntry: false })?.size ?? 0;
  await until(() => existsSync(join(logs, 'verbose.log.2')), {
    what: 'the second rotation',
    timeoutMs: 60_000,
  });
  const oldest = readFileSync(join(logs, 'verbose.log.2'), 'utf8');
  await until(() => readFileSync(join(logs, 'verbose.log.2'), 'utf8') !== oldest, {
    what: 'a third rotation',
    timeoutMs: 60_000,
  });
  assert.equal(service.outcome, undefined, 'still running');
  const names = readdirSync(logs);
  assert.deepEqual(
    names.filter((name) => !/^verbose\.log(\.[12])?$/.test(name)),
    [],
  );
  for (const name of names) assert.ok(getSize(name) < 200_000, `${name} has ${getSize(name)} bytes`);
  await service.stop();
  assert.match(
    readFileSync(join(logs, 'verbose.log'), 'utf8'),
    /the last line\n/,
    'the last output is written',
  );
  assert.match(service.lastLines(), /the last line/);
});

test("keeps the service running when its log can't be written", async (t) => {
  const folder = temporaryFolder(t);
  // A folder in place of the log file.
  mkdirSync(join(folder, 'logs', 'verbose.log'), { recursive: true });
  const service = verboseService(folder);
  t.after(() => service.stop());
  await until(() => /line 20000/.test(service.lastLines(200)), {
    what: 'more output',
    timeoutMs: 60_000,
    everyMs: 2,
  });
  assert.equal(service.outcome, undefined, 'still running');
});
