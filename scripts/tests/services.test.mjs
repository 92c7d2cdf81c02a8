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
import { freePorts } from '../machine/ports.mjs';
import { root } from '../machine/settings.mjs';
import { findProgram } from '../machine/find-program.mjs';
import { tcpRequest } from '../machine/tcp.mjs';
import { startPostgres, startRedis } from '../services.mjs';
import { temporaryFolder } from './temporary.mjs';

async function options(t) {
  const dataDir = join(temporaryFolder(t), 'data');
  const [port] = await freePorts(1);
  mkdirSync(dataDir);
  return {
    dataDir,
    logsDir: join(dataDir, 'logs'),
    toolsDir: join(root, '.data', 'tools'),
    port,
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

test('PostgreSQL keeps what was committed through kill -9, and starts beside a stale lock', async (t) => {
  const given = await options(t);
  const first = await startPostgres(given);
  t.after(() => first.stop());
  assert.equal(await startPostgres(given), first, 'started twice, it is the same one');
  await query(first.url, 'create table paid (id int); insert into paid values (1)');
  await first.kill();
  // The lock of the killed one now names a living process that is not PostgreSQL.
  writeFileSync(join(given.dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n`);
  const second = await startPostgres(given);
  t.after(() => second.stop());
  assert.deepEqual(await query(second.url, 'select id from paid'), [{ id: 1 }]);
});

test('PostgreSQL started by root runs inside a folder that is closed to everybody else', async (t) => {
  if (process.getuid() !== 0) return t.skip('not root');
  const { PATH } = process.env;
  t.after(() => (process.env.PATH = PATH));
  for (const programs of [['unshare'], ['setpriv']]) {
    const bin = mkdtempSync(join(temporaryFolder(t), 'bin-'));
    for (const name of programs) symlinkSync(findProgram(name), join(bin, name));
    const given = await options(t);
    process.env.PATH = bin;
    const service = await startPostgres(given);
    process.env.PATH = PATH;
    t.after(() => service.stop());
    assert.deepEqual(await query(service.url, 'select 1 as one'), [{ one: 1 }]);
    assert.equal(statSync(given.dataDir).mode & 0o777, 0o700, `with ${programs}`);
  }
});

test('PostgreSQL whose creation was cut short is created again', async (t) => {
  const given = await options(t);
  mkdirSync(join(given.dataDir, 'postgres'));
  writeFileSync(join(given.dataDir, 'postgres', 'PG_VERSION'), '18\n');
  const service = await startPostgres(given);
  t.after(() => service.stop());
  assert.deepEqual(await query(service.url, 'select 1 as one'), [{ one: 1 }]);
});

test('PostgreSQL with another password than ours is told in a sentence', async (t) => {
  const given = await options(t);
  const service = await startPostgres(given);
  t.after(() => service.stop());
  await service.stop();
  await assert.rejects(
    startPostgres({ ...given, password: 'another' }),
    /another password than secrets.json/,
  );
});

test('Redis wants its password, and keeps what it was told through kill -9', async (t) => {
  const given = await options(t);
  const first = await startRedis(given);
  t.after(() => first.stop());
  assert.match(await tcpRequest(given.port, 'PING\r\n'), /NOAUTH/);
  await tcpRequest(given.port, 'AUTH a-password\r\nSET kept yes\r\n', /(\+OK\r\n){2}/);
  await first.kill();
  const second = await startRedis(given);
  t.after(() => second.stop());
  const answer = await tcpRequest(given.port, 'AUTH a-password\r\nGET kept\r\n', /yes|-1/);
  assert.match(answer, /yes/);
});

test('a damaged Redis file is put aside instead of stopping the start', async (t) => {
  const given = await options(t);
  const first = await startRedis(given);
  t.after(() => first.stop());
  await first.stop();
  const files = globSync(join(given.dataDir, 'redis', 'appendonlydir', '*.incr.aof'));
  for (const file of files) appendFileSync(file, '*1\r\n$5\r\nnonsense\r\n*1\r\n$4\r\nPING\r\n');
  const second = await startRedis(given);
  t.after(() => second.stop());
  assert.ok(
    readdirSync(join(given.dataDir, 'redis')).some((name) => name.startsWith('appendonlydir.damaged')),
  );
});
