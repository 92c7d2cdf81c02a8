import { openStorage } from '../support/buckets.mjs';
import { addCustomers, signInAll } from '../support/customers.mjs';
import { milliseconds, percentile } from '../support/statistics.mjs';

const LARGE = 1_000_000;
const SMALL = 1000;
const PAGE = 100;
const CALLS = 100;
/** A user owns one of so many objects. */
const OWNED = 20;
/** Objects are created one per second until then. */
const LATEST = Date.UTC(2026, 0, 1);

/** Folder of an object: hundred objects in each, or all but the oldest in three. The latest objects come first in the list. */
const LAYOUTS = {
  'many folders': `format('folder-%s/', lpad((number % greatest(1, $2 / 100))::text, 7, '0'))`,
  'few folders': `case when number > $2 - 500 then '' else format('folder-%s/', number % 3) end`,
};
/** The same, for cursors. */
const FOLDERS = {
  'many folders': (number, count) => `folder-${padded(number % Math.max(1, Math.floor(count / 100)))}/`,
  'few folders': (number, count) => (number > count - 500 ? '' : `folder-${number % 3}/`),
};

const byName = { column: 'name', order: 'asc' };
const byTime = { column: 'created_at', order: 'asc' };
const latestFirst = { column: 'created_at', order: 'desc' };
/** `starts`: cursors begin anywhere in the list. */
const CASES = [
  { layout: 'many folders', sortBy: byName, starts: true },
  { layout: 'many folders', sortBy: byName, starts: true, delimiter: true },
  { layout: 'many folders', sortBy: byTime, starts: true },
  { layout: 'many folders', sortBy: byTime, delimiter: true },
  { layout: 'few folders', sortBy: byName, delimiter: true },
  { layout: 'few folders', sortBy: byTime, delimiter: true },
  { layout: 'few folders', sortBy: latestFirst, delimiter: true },
  { layout: 'few folders', sortBy: latestFirst, delimiter: true, starts: true, prefix: 'folder-1/' },
  { layout: 'few folders', sortBy: byName, asOwner: true },
  { layout: 'few folders', sortBy: byName, delimiter: true, prefix: 'folder-1/', asOwner: true },
  { layout: 'few folders', sortBy: latestFirst, starts: true, asOwner: true },
];

/** Pages of a bucket with many objects, next to those of a small one. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const storage = openStorage(stack);
  const database = await benchEnvironment.database();
  const customers = await addCustomers(database, 1);
  const [token] = await signInAll(stack.urls.site, customers);
  const count = benchEnvironment.count(LARGE);
  const buckets = {};
  for (const layout of Object.keys(LAYOUTS)) {
    const [large, small] = [
      { count, bucket: await storage.createBucket() },
      { count: SMALL, bucket: await storage.createBucket() },
    ];
    for (const { bucket, count: objects } of [large, small]) {
      benchEnvironment.showProgress(`inserting ${objects} objects`);
      await insertObjects(database, bucket, { layout, count: objects, ownerId: customers[0].id });
      await storage.setRules(bucket, { read: [], list: ['owner'], write: [], remove: [] });
    }
    buckets[layout] = { large, small };
  }
  const rows = [];
  for (const listing of CASES) {
    const { large, small } = buckets[listing.layout];
    const headers = listing.asOwner ? { authorization: `Bearer ${token}` } : storage.headers;
    const times = { large: [], small: [] };
    for (let call = 0; call < benchEnvironment.count(CALLS); call++) {
      times.large.push(await page(storage.url, headers, large, { ...listing, call }));
      times.small.push(await page(storage.url, headers, small, { ...listing, call }));
    }
    const [product, alone] = [percentile(times.large, 0.95), percentile(times.small, 0.95)];
    rows.push({
      metric: `page of ${PAGE} ${describe(listing)}; ${count.toLocaleString('en-US')} objects in ${listing.layout}`,
      target: 'p95 ≤ 3 times that of a small bucket',
      measured: `p95 ${milliseconds(product)}`,
      baseline: `p95 ${milliseconds(alone)}: bucket of ${SMALL.toLocaleString('en-US')}`,
      ratio: (product / alone).toFixed(2),
      met: product <= 3 * alone,
    });
  }
  return rows;
}

function describe({ sortBy, delimiter, starts, prefix, asOwner }) {
  const parts = [
    sortBy === byName ? 'by name' : sortBy === byTime ? 'by time' : 'by time, latest first',
    delimiter && 'with folders',
    prefix && 'of one folder',
    starts && 'from anywhere',
    asOwner && `for an owner of one in ${OWNED}`,
  ];
  return parts.filter(Boolean).join(', ');
}

function padded(number) {
  return String(number).padStart(7, '0');
}

/** Rows without files: listing reads none. */
async function insertObjects(database, bucket, { layout, count, ownerId }) {
  await database.query(
    `insert into storage_objects (id, bucket_id, name, owner_id, version, size, mime_type, etag, cache_control, created_at, updated_at)
     select gen_random_uuid(), $1, ${LAYOUTS[layout]} || 'file-' || lpad(number::text, 7, '0'),
            case when number % $4 = 0 then $3::uuid end, gen_random_uuid(), 1, 'text/plain', '"x"', 'no-cache',
            to_timestamp($5::double precision - number), now()
     from generate_series(1, $2::int) number`,
    [bucket, count, ownerId, OWNED, LATEST / 1000],
  );
  await database.query('vacuum analyze storage_objects');
}

/** Cursors are as the service creates them. */
async function page(
  url,
  headers,
  { bucket, count },
  { layout, call, sortBy, delimiter = false, prefix = '', starts },
) {
  const number = 1 + ((call * 7919) % count);
  const folder = prefix || FOLDERS[layout](number, count);
  // The last entry of the page before is a folder.
  const isFolder = delimiter && !prefix && folder !== '';
  const name = isFolder ? folder : `${folder}file-${padded(number)}`;
  const [column, time] =
    sortBy === byName ? ['name'] : ['createdAt', new Date(LATEST - number * 1000).toISOString()];
  const cursor = JSON.stringify({ sortBy: column, order: sortBy.order, name, time });
  const body = JSON.stringify({
    limit: PAGE,
    prefix,
    with_delimiter: delimiter,
    sortBy,
    ...(starts ? { cursor: Buffer.from(cursor).toString('base64url') } : {}),
  });
  const started = performance.now();
  const response = await fetch(`${url}/object/list-v2/${bucket}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  await response.json();
  if (!response.ok) throw new Error(`list: ${response.status}`);
  return performance.now() - started;
}
