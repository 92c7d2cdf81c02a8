import fc from 'fast-check';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sendRequest } from '../support/http-request.js';
import { createBucket, startStorageFixture } from '../support/storage.js';
import { useFixture } from '../support/fixtures.js';

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_123);
const NAMES = 10_000;
const AT_ONCE = 8;

const DOTS = [
  '..',
  '.',
  '%2e%2e',
  '%2E',
  '..%2f',
  '%2e%2e%5c',
  '%252e%252e%252f',
  '....//',
  '..;',
  '%c0%ae',
  '~',
];
const SEPARATORS = [
  '/',
  '//',
  '%2f',
  '%5c',
  '\\',
  '%2f%2f',
  'C:',
  'c%3a%5c',
  `${'%5c'.repeat(2)}host`, // cspell:disable-line
  'file:',
];
const CONTROLS = [
  '%00',
  '%0a',
  '%0d%0a',
  '%09',
  '%7f',
  '%e2%80%ae',
  '%ef%bb%bf',
  '%ed%a0%80',
  '%ff',
  '%zz',
  '%',
];
const WORDS = [
  'etc/passwd',
  '.env',
  'nul',
  'CON',
  'aux.txt',
  'a',
  'photo.png',
  'é',
  '%C3%A9',
  'e%CC%81',
  '👩‍🚀',
  'constructor',
];
const MARKS = [' ', '%20', '+', '&', ';', '?x', '*', '|', '"', "'", '<b>', '$(id)', '`id`', '__proto__'];
const LONG = ['~00000000-0000-4000-8000-000000000001', 'x'.repeat(255), 'y'.repeat(300)];
const PIECES = [...DOTS, ...SEPARATORS, ...CONTROLS, ...WORDS, ...MARKS, ...LONG];
const names = fc
  .array(
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: fc.string() }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((pieces) => pieces.join(''));

describe('names that attack the file system', () => {
  const fixture = useFixture(startStorageFixture);
  let bucket: string;
  beforeAll(async () => {
    bucket = await createBucket(fixture);
  });

  it('are rejected, or stored under exactly that name inside the bucket', async () => {
    const authorization = { Authorization: `Bearer ${fixture.serviceKey}` };
    const statuses = new Map<number, number>();
    const failures: string[] = [];
    const send = async (
      method: string,
      path: string,
      headers: Record<string, string> = {},
      body?: string,
    ) => {
      const response = await sendRequest(fixture.url, {
        method,
        path: `/api/storage/v1${path}`,
        headers: { ...authorization, ...headers },
        ...(body === undefined ? {} : { body: Buffer.from(body) }),
      });
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      if (response.status >= 500) failures.push(`${method} ${path} ${body}: ${response.status}`);
      return response;
    };
    const sendJson = (path: string, body: object) =>
      send('POST', path, { 'Content-Type': 'application/json' }, JSON.stringify(body));
    const stored = new Set<string>();
    const attack = async (name: string, index: number) => {
      const path = `${bucket}/${inUrl(name)}`;
      const content = `content ${index}`;
      const upload = await send(
        'POST',
        `/object/${path}`,
        { 'x-upsert': 'true', 'Content-Type': 'text/plain' },
        content,
      );
      if (upload.status === 200) {
        const { Key } = JSON.parse(upload.text) as { Key: string };
        stored.add(Key);
      }
      await send('GET', `/object/info/${path}`);
      await send('GET', `/object/public/${path}`);
      await sendJson(`/object/list/${bucket}`, { prefix: name });
      await sendJson(`/object/copy`, { bucketId: bucket, sourceKey: name, destinationKey: `${name}/copy` });
      await sendJson(`/object/sign/${bucket}`, { expiresIn: 60, paths: [name] });
      const metadata = { bucketName: bucket, objectName: name };
      const pairs = Object.entries(metadata).map(
        ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
      );
      await send('POST', '/upload/resumable', {
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '10',
        'Upload-Metadata': pairs.join(','),
      });
    };
    const attacks = fc.sample(names, { seed: SEED, numRuns: NAMES }).entries();
    const attackRest = async () => {
      for (const [index, name] of attacks) await attack(name, index);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, attackRest));
    expect({ seed: SEED, failures }).toEqual({ seed: SEED, failures: [] });
    expect(statuses.get(400)).toBeGreaterThan(NAMES);
    expect(stored.size).toBeGreaterThan(NAMES / 20);

    const { folder } = fixture.settings.storage;
    expect((await readdir(folder)).sort()).toEqual(['folder-id', 'objects', 'resumable', 'uploads']);
    expect(await readdir(join(folder, 'objects'))).toEqual([bucket]);
    const rows = await fixture.database.query<{ key: string; version: string }>({
      text: `select bucket_id || '/' || name as key, version from storage_objects`,
    });
    const versions = new Map(rows.map(({ key, version }) => [key, version]));
    for (const key of stored) {
      const file = join(folder, 'objects', ...key.split('/'), `~${versions.get(key)}`);
      expect(await readFile(file, 'utf8')).toMatch(/^content \d+$/);
    }
  }, 1_800_000);
});

/** Leaves as it is what an HTTP client can send. */
function inUrl(name: string): string {
  return name.toWellFormed().replaceAll(/[^\x21-\x7e]|[?#]/gu, (character) => encodeURIComponent(character));
}
