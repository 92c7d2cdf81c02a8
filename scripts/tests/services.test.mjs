import assert from 'node:assert/strict';
import {
  appendFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { Client } from 'pg';
import which from 'which';
import { freePort } from '../../stack/machine/ports.mjs';
import { startPostgres } from '../../stack/services/postgres.mjs';
import { startRedis } from '../../stack/services/redis.mjs';
import { tcpRequest, temporaryFolder } from './temporary.mjs';

async function options(t) {
  const dataDir = join(temporaryFolder(t), 'data');
  mkdirSync(dataDir);
  return {
    dataDir,
    logsDir: join(dataDir, 'logs'),
    port: await freePort(),
    password: 'a-password',
  };
}

async function query(url, sql) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('PostgreSQL keeps committed data after kill -9, starts despite a stale lock, and explains a wrong password', async (t) => {
  const config = await options(t);
  const first = await startPostgres(config);
  t.after(() => first.stop());
  await query(first.url, 'create table paid (id int); insert into paid values (1)');
  await first.kill();
  // The stale lock now has the id of a running process that isn't PostgreSQL.
  writeFileSync(join(config.dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n`);
  const second = await startPostgres(config);
  t.after(() => second.stop());
  assert.deepEqual(await query(second.url, 'select id from paid'), [{ id: 1 }]);
  await second.stop();
  await assert.rejects(
    startPostgres({ ...config, password: 'another' }),
    /password in secrets.json doesn't match/,
  );
});

test('PostgreSQL started by root runs in a private folder', async (t) => {
  if (process.getuid() !== 0) return t.skip('not root');
  const { PATH } = process.env;
  t.after(() => (process.env.PATH = PATH));
  for (const programs of [['unshare'], ['setpriv']]) {
    const bin = mkdtempSync(join(temporaryFolder(t), 'bin-'));
    for (const name of programs) symlinkSync(which.sync(name), join(bin, name));
    const config = await options(t);
    process.env.PATH = bin;
    const service = await startPostgres(config);
    process.env.PATH = PATH;
    t.after(() => service.stop());
    assert.deepEqual(await query(service.url, 'select 1 as one'), [{ one: 1 }]);
    assert.equal(statSync(config.dataDir).mode & 0o777, 0o700, `with ${programs}`);
  }
});

test('PostgreSQL is created again after an interrupted creation', async (t) => {
  const config = await options(t);
  mkdirSync(join(config.dataDir, 'postgres'));
  writeFileSync(join(config.dataDir, 'postgres', 'PG_VERSION'), '18\n');
  const service = await startPostgres(config);
  t.after(() => service.stop());
  assert.deepEqual(await query(service.url, 'select 1 as one'), [{ one: 1 }]);
});

test('Redis requires its password, keeps data after kill -9, and moves a damaged file aside', async (t) => {
  const config = await options(t);
  const first = await startRedis(config);
  t.after(() => first.stop());
  assert.match(await tcpRequest(config.port, 'PING\r\n'), /NOAUTH/);
  await tcpRequest(config.port, 'AUTH a-password\r\nSET kept yes\r\n', /(\+OK\r\n){2}/);
  await first.kill();
  const second = await startRedis(config);
  t.after(() => second.stop());
  const response = await tcpRequest(config.port, 'AUTH a-password\r\nGET kept\r\n', /yes|-1/);
  assert.match(response, /yes/);
  await second.stop();
  const files = globSync(join(config.dataDir, 'redis', 'appendonlydir', '*.incr.aof'));
  for (const file of files) appendFileSync(file, '*1\r\n$5\r\nnonsense\r\n*1\r\n$4\r\nPING\r\n');
  const third = await startRedis(config);
  t.after(() => third.stop());
  const names = readdirSync(join(config.dataDir, 'redis'));
  assert.ok(names.some((name) => name.startsWith('appendonlydir.damaged')));
});
