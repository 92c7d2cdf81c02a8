import { request } from 'node:http';
import { openStorage } from '../support/buckets.mjs';
import { addCustomers, signInAll } from '../support/customers.mjs';
import { compressedBodies, hostileImages } from '../support/hostile-files.mjs';
import { paced } from '../support/purchases.mjs';
import { milliseconds, percentile, ratio } from '../support/statistics.mjs';

const PROBES_PER_SECOND = 50;
const SECONDS = 20;
const NAMES_PER_SECOND = 100;
const IMAGES_PER_SECOND = 4;
/** As many as one address may send. */
const BODIES_PER_SECOND = 20;
const OBJECTS = 100_000;
const NAME_PARTS = [
  '..',
  '%2e%2e%2f',
  '%5c',
  '%00',
  '%c0%ae',
  'C:',
  '//',
  '%ff',
  'é',
  'x'.repeat(300),
  '~',
  '%',
];

/** Latency of the API while file storage gets hostile names, images and bodies, and while a large bucket is emptied. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const database = await benchEnvironment.database();
  const storage = openStorage(stack);
  const [token] = await signInAll(stack.urls.site, await addCustomers(database, 1));
  const probe = (seconds) =>
    paced({ perSecond: PROBES_PER_SECOND, seconds }, () => getUser(stack.urls.site, token));
  const seconds = benchEnvironment.seconds(SECONDS);
  benchEnvironment.showProgress('undisturbed');
  const calm = await probe(seconds);
  const disturbances = {
    'hostile names are sent': sendNames,
    'hostile images are transformed': transformImages,
    'compressed bodies of 64 MB are sent': sendBodies,
    [`a bucket of ${OBJECTS.toLocaleString('en-US')} objects is emptied`]: emptying,
  };
  const rows = [];
  for (const [name, disturb] of Object.entries(disturbances)) {
    benchEnvironment.showProgress(name);
    const begin = await disturb({ storage, database, seconds, count: benchEnvironment.count(OBJECTS) });
    const [disturbed, { note, serverErrors }] = await Promise.all([probe(seconds), begin()]);
    const failed = [...calm, ...disturbed].filter(({ error }) => error);
    const [quiet, busy] = [p99(calm), p99(disturbed)];
    rows.push({
      metric: `\`GET /user\` while ${name}`,
      target: 'p99 ≤ 2 times undisturbed, no 5xx',
      measured: `p99 ${milliseconds(busy)}, ${failed.length} failed; ${note}, ${serverErrors} × 5xx`,
      baseline: `p99 ${milliseconds(quiet)} undisturbed`,
      ratio: ratio(busy, quiet),
      met: busy <= 2 * quiet && failed.length === 0 && serverErrors === 0,
      note: failed[0]?.error.message ?? '',
    });
  }
  return rows;
}

function p99(outcomes) {
  return percentile(
    outcomes.map(({ ms }) => ms),
    0.99,
  );
}

async function getUser(site, token) {
  const response = await fetch(`${site}/api/auth/v1/user`, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`user: ${response.status}`);
}

/** Uploads and downloads with names made of parts that attack paths. */
async function sendNames({ storage, seconds }) {
  const bucket = await storage.createBucket();
  let number = 0;
  const send = () => {
    number += 1;
    const name = Array.from({ length: 4 }, (_, digit) => getNamePart(number, digit)).join('');
    return rawRequest(`${storage.url}/object/${bucket}/`, name, {
      method: number % 2 ? 'PUT' : 'GET',
      headers: storage.headers,
    });
  };
  return async () => {
    const outcomes = await paced({ perSecond: NAMES_PER_SECOND, seconds }, send);
    return { note: `${outcomes.length} names`, serverErrors: countServerErrors(outcomes) };
  };
}

function getNamePart(number, digit) {
  return NAME_PARTS[Math.floor(number / NAME_PARTS.length ** digit) % NAME_PARTS.length];
}

/** Sends the path as it is, which `fetch` would normalize. Resolves with the status, or 0 if the path can't be sent. */
function rawRequest(base, name, { method, headers }) {
  const { hostname, port, pathname } = new URL(base);
  return new Promise((resolve) => {
    const path = Buffer.from(pathname + name).toString('latin1');
    const call = request({ hostname, port, path, method, headers }, (response) => {
      response.resume().on('close', () => resolve(response.statusCode));
    });
    call.on('error', () => resolve(0));
    call.end(method === 'PUT' ? 'bytes' : undefined);
  });
}

/** Requests that failed count, too. */
function countServerErrors(outcomes) {
  return outcomes.filter(({ value, error }) => error || value >= 500).length;
}

/** Transforms hostile images in turn, the valid ones in a different size each time. */
async function transformImages({ storage, seconds }) {
  const bucket = await storage.createBucket();
  const images = await hostileImages();
  const names = Object.keys(images);
  for (const name of names) await storage.upload(bucket, name, images[name], 'image/png');
  let number = 0;
  const render = async () => {
    number += 1;
    const name = names[number % names.length];
    const response = await fetch(
      `${storage.url}/render/image/public/${bucket}/${name}?width=${1000 + number}`,
    );
    await response.arrayBuffer();
    return response.status;
  };
  return async () => {
    const outcomes = await paced({ perSecond: IMAGES_PER_SECOND, seconds }, render);
    const rendered = outcomes.filter(({ value }) => value === 200).length;
    return {
      note: `${outcomes.length} images, ${rendered} transformed`,
      serverErrors: countServerErrors(outcomes),
    };
  };
}

/** Sends compressed bodies that are far larger than a route accepts. */
async function sendBodies({ storage, seconds }) {
  const bucket = await storage.createBucket();
  const bodies = Object.entries(compressedBodies());
  let number = 0;
  const send = async () => {
    const [encoding, body] = bodies[(number += 1) % bodies.length];
    const headers = { ...storage.headers, 'content-type': 'application/json', 'content-encoding': encoding };
    const response = await fetch(`${storage.url}/object/list/${bucket}`, { method: 'POST', headers, body });
    const { code } = await response.json();
    if (code !== 'EntityTooLarge') throw new Error(`${encoding}: ${response.status} ${code}`);
    return response.status;
  };
  return async () => {
    const outcomes = await paced({ perSecond: BODIES_PER_SECOND, seconds }, send);
    return { note: `${outcomes.length} bodies`, serverErrors: countServerErrors(outcomes) };
  };
}

async function emptying({ storage, database, count }) {
  const bucket = await storage.createBucket();
  await database.query(
    `insert into storage_objects (id, bucket_id, name, version, size, mime_type, etag, cache_control, created_at, updated_at)
     select gen_random_uuid(), $1, 'many/' || number, gen_random_uuid(), 1, 'text/plain', '"x"', 'no-cache', now(), now()
     from generate_series(1, $2::int) number`,
    [bucket, count],
  );
  await database.query('analyze storage_objects');
  return async () => {
    await storage.empty(bucket);
    return { note: `${count.toLocaleString('en-US')} objects`, serverErrors: 0 };
  };
}
